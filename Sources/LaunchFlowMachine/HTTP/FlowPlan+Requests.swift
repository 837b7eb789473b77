import LaunchFlowModel

extension FlowPlan {
  /// Renders the request of an attempt; nil where it is an action's.
  ///
  /// - Throws: `RequestFlaw`; the attempt then ends as `malformed`.
  package func renderedRequest(
    of step: Int, origin: Trace.AttemptOrigin, in environment: RequestEnvironment,
    resolve: @escaping (Template.Reference) -> JSONValue?
  ) throws(RequestFlaw) -> HTTPRequest? {
    guard let request = request(of: step, origin: origin) else { return nil }
    let renderer = RequestRenderer(
      service: request.service.flatMap { services[$0] }, environment: environment, resolve: resolve)
    return try renderer.render(request)
  }

  /// Where a release build's services stand.
  package var releaseEnvironment: RequestEnvironment { RequestEnvironment(flow.environments.first) }

  /// Whether a release build can make an attempt with what its references find; if not, it ends as
  /// `malformed` at the instant of its start. Of opaque values nothing is known that would keep it from being
  /// made.
  package func isMakeable(
    _ step: Int, _ origin: Trace.AttemptOrigin, resolve: (Template.Reference) -> RunValue?
  ) -> Bool {
    var isKnown = true
    var found: [Template.Reference: JSONValue] = [:]
    for reference in references(of: step, origin: origin) {
      switch resolve(reference) {
      case .known(let value): found[reference] = value
      case .opaque: isKnown = false
      case nil: return false
      }
    }
    guard isKnown, !found.isEmpty else { return true }
    do throws(RequestFlaw) {
      let environment = releaseEnvironment
      if try renderedRequest(of: step, origin: origin, in: environment, resolve: { found[$0] }) == nil,
        let input = action(of: step, origin: origin)?.input
      {
        _ = try RequestRenderer(service: nil, environment: environment) { found[$0] }.filled(input)
      }
      return true
    } catch {
      return false
    }
  }
}
