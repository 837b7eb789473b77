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
}
