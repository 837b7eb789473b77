import LaunchFlowModel

extension FlowPlan {
  /// What a reference to a value stands for; nil where there is nothing.
  ///
  /// - Parameters:
  ///   - inputs: In file order.
  ///   - valueOfStep: The value of a step, by its index; nil for none.
  package func value(
    of reference: Template.Reference, inputs: [JSONValue], _ valueOfStep: (Int) -> RunValue?
  ) -> RunValue? {
    guard case .value(let pointer) = reference.part else { return nil }
    let whole: RunValue?
    if let input = flow.inputs.firstIndex(where: { $0.name == reference.subject }) {
      whole = .known(inputs[input])
    } else {
      whole = index(of: reference.subject).flatMap(valueOfStep)
    }
    switch whole {
    case .known(let value): return value[pointer].map(RunValue.known)
    case .opaque: return .opaque
    case nil: return nil
    }
  }

  /// The references that an attempt must fill in before it starts: those of its request with its service's
  /// address, headers and query, or those of its action's input.
  package func references(of step: Int, origin: Trace.AttemptOrigin) -> [Template.Reference] {
    var found: [Template.Reference] = []
    let document = documents[step]
    switch origin {
    case .own:
      switch document.work {
      case .http(let request): collect(request, into: &found)
      case .action(let action): Self.collect(action.input, into: &found)
      case .cache, .value, .group: break
      }
    case .fallback(let index):
      switch document.fallback[index] {
      case .http(let request, _): collect(request, into: &found)
      case .action(let action, _): Self.collect(action.input, into: &found)
      case .cache, .value: break
      }
    }
    return found
  }

  private func collect(_ request: Flow.Request, into found: inout [Template.Reference]) {
    switch request.target {
    case .url(let url): Self.collect(.string(url), into: &found)
    case .service(let name, let path):
      Self.collect(.string(path), into: &found)
      guard let service = services[name] else { break }
      switch service.baseURL {
      case .address(let address): Self.collect(.string(address), into: &found)
      case .byEnvironment(let addresses):
        for address in addresses { Self.collect(.string(address.address), into: &found) }
      case nil: break
      }
      for value in service.headers + service.query { Self.collect(value.value, into: &found) }
    }
    for value in request.query + request.headers { Self.collect(value.value, into: &found) }
    switch request.body {
    case .json(let value): Self.collect(value, into: &found)
    case .form(let values): for value in values { Self.collect(value.value, into: &found) }
    case .text(let text): Self.collect(.string(text), into: &found)
    case nil: break
    }
  }

  private static func collect(_ value: JSONValue?, into found: inout [Template.Reference]) {
    switch value {
    case .string(let text): found += (try? Template(text))?.references ?? []
    case .array(let elements): for element in elements { collect(element, into: &found) }
    case .object(let object): for member in object.members { collect(member.value, into: &found) }
    case nil, .null, .bool, .integer, .double: break
    }
  }
}
