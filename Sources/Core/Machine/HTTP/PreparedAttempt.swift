/// An attempt that the machine starts, prepared for its driver.
package enum PreparedAttempt: Equatable, Sendable {
  /// The attempt can be made. Its input is nil if it refers to an opaque value.
  case ready(AttemptInput?)
  /// The attempt cannot be made. It ends as `malformed` at the instant of its start.
  case malformed(RequestFlaw)
}

/// The request or action of an attempt, with all references filled in.
package enum AttemptInput: Equatable, Sendable {
  case request(HTTPRequest)
  case action(name: String, input: JSONValue?)
}

/// The values of references.
package enum Resolution {
  /// The first reference without a value.
  case missing(Template.Reference)
  /// All references have values, and some value is opaque.
  case opaque
  case known([Template.Reference: JSONValue])

  /// Resolves references, up to the first required one without a value.
  package init(_ references: [Template.Reference], _ resolve: (Template.Reference) -> RunValue?) {
    var values: [Template.Reference: JSONValue] = [:]
    var isKnown = true
    for reference in references {
      switch resolve(reference) {
      case .known(let value): values[reference] = value
      case .opaque: isKnown = false
      case nil where reference.isOptional: break
      case nil:
        self = .missing(reference)
        return
      }
    }
    self = isKnown ? .known(values) : .opaque
  }
}

extension FlowPlan {
  /// The environment of a release build, which the simulator and the verifier assume.
  package var releaseEnvironment: RequestEnvironment { RequestEnvironment(flow.environments.first) }

  /// Decides whether an attempt can be made, and renders its input.
  ///
  /// A missing value makes an attempt malformed, unless its reference is optional. An opaque value is assumed to be
  /// suitable, so the attempt is ready but not rendered.
  package func prepare(
    _ step: Int, _ origin: AttemptOrigin, in environment: RequestEnvironment,
    resolve: (Template.Reference) -> RunValue?
  ) -> PreparedAttempt {
    switch Resolution(references(of: step, origin: origin, in: environment), resolve) {
    case .missing(let reference): return .malformed(.nothing(at: reference))
    case .opaque: return .ready(nil)
    case .known(let values):
      let request = request(of: step, origin: origin)
      let service = request?.service.flatMap { services[$0] }
      let renderer = RequestRenderer(service: service, environment: environment) { values[$0] }
      do throws(RequestFlaw) {
        if let request { return .ready(.request(try renderer.render(request))) }
        guard let action = action(of: step, origin: origin) else { return .ready(nil) }
        let input = try action.input.map { input throws(RequestFlaw) in try renderer.filled(input) ?? .null }
        return .ready(.action(name: action.name, input: input))
      } catch {
        return .malformed(error)
      }
    }
  }

  /// The references that an attempt resolves before it starts: those in its request and in its service's address,
  /// headers and query, or those in its action's input.
  package func references(
    of step: Int, origin: AttemptOrigin, in environment: RequestEnvironment
  ) -> [Template.Reference] {
    var found: [Template.Reference] = []
    func collect(_ text: String) { found += (try? Template(text))?.references ?? [] }
    if let request = request(of: step, origin: origin) {
      request.forEachString { tokens, text in
        collect(text)
        guard tokens == ["path"], var service = request.service.flatMap({ services[$0] }) else { return }
        let isManual = environment.manualAddress(of: service) != nil
        service.baseURL = isManual ? nil : environment.declaredAddress(of: service).map { .address($0) }
        service.query = service.sharedQuery(with: request)
        service.forEachString { collect($2) }
      }
    }
    action(of: step, origin: origin)?.input?.forEachString { collect($1) }
    return found
  }
}

extension FlowPlan {
  /// A value with its references filled in; nil if one that is not optional has no known value.
  func filled(_ written: JSONValue, resolve: (Template.Reference) -> RunValue?) -> JSONValue? {
    var references: [Template.Reference] = []
    written.forEachString { references += (try? Template($1))?.references ?? [] }
    guard case .known(let values) = Resolution(references, resolve) else { return nil }
    let renderer = RequestRenderer(service: nil, environment: releaseEnvironment) { values[$0] }
    return (try? renderer.filled(written)) ?? nil
  }
}

extension RunValues {
  /// Prepares an attempt with the values that the run has now.
  package func prepare(
    _ step: Int, _ origin: AttemptOrigin, in environment: RequestEnvironment
  ) -> PreparedAttempt {
    plan.prepare(step, origin, in: environment, resolve: value)
  }
}
