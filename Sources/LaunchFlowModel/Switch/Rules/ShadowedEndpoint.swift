/// A call counts for the first domain with an endpoint that it matches; a later endpoint that matches nothing
/// else never counts.
enum ShadowedEndpoint: SwitchRule {
  static let code = DiagnosticCode.shadowedEndpoint

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    var earlier: [(endpoint: Endpoint, path: JSONPointer)] = []
    for domain in index.document.service?.watch ?? [] {
      let path = SwitchIndex.service / "watch" / domain.name
      for (position, endpoint) in domain.endpoints.enumerated() {
        if index.isKnown(path), let first = earlier.first(where: { $0.endpoint.covers(endpoint) }) {
          report.add(
            "calls to \"\(endpoint.text)\" already count for \"\(first.endpoint.text)\"", at: path / position,
            notes: [Diagnostic.Note("it stands here", at: Place(first.path))])
        }
        earlier.append((endpoint, path / position))
      }
    }
  }
}
