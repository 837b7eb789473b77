import LaunchFlowModel

extension FlowPlan {
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
