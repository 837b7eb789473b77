import LaunchFlowModel

/// At least one direction has a window, or each probe may turn the app over.
enum FlappingDebounce: SwitchWarning {
  static let code = DiagnosticCode.flappingDebounce

  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.networkPlace / "debounce"
    guard let debounce = document.network?.debounce, debounce.down == .zero, debounce.up == .zero
    else { return }
    report.add(
      "without a debounce window in either direction the app can flap", at: path,
      advice: "start with { \"down\": \"2s\", \"up\": \"500ms\" } and vary it in a simulation")
  }
}

/// While the network is down it is probed at least as often as while it is up.
enum SlowWhileDown: SwitchWarning {
  static let code = DiagnosticCode.slowWhileDown

  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.networkPlace / "everyWhileDown"
    guard let network = document.network, network.everyWhileDown > network.every
    else { return }
    report.add(
      "the network is probed less often while it is down than while it is up", at: path,
      advice: "the app then comes back later")
  }
}

/// A call counts for the first domain with an endpoint that it matches; a later endpoint that matches nothing
/// else never counts.
enum ShadowedEndpoint: SwitchWarning {
  static let code = DiagnosticCode.shadowedEndpoint

  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    var earlier: [(endpoint: Endpoint, path: JSONPointer)] = []
    var index = EndpointIndex()
    for domain in document.service?.watch ?? [] {
      let path = OfflineSwitchDocument.servicePlace / "watch" / domain.name
      for (position, endpoint) in domain.endpoints.enumerated() {
        if let number = index.first(covering: endpoint) {
          let first = earlier[number]
          report.add(
            "calls to \"\(endpoint.text)\" already count for \"\(first.endpoint.text)\"", at: path / position,
            notes: [Diagnostic.Note("it is declared here", at: Place(first.path))])
        }
        guard index.budget > 0 else {
          report.add(
            "the search for covered endpoints stopped at \"\(endpoint.text)\"", at: path / position,
            advice: "use fewer patterns with *; the endpoints from here on were not compared")
          return
        }
        index.add(endpoint, earlier.count)
        earlier.append((endpoint, path / position))
      }
    }
  }
}

/// The question says which domain it is about, where there are several.
enum QuestionWithoutDomain: SwitchWarning {
  static let code = DiagnosticCode.questionWithoutDomain

  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.servicePlace / "confirm" / "http"
    guard let service = document.service, service.watch.count > 1 else { return }
    var namesDomain = false
    service.confirm.forEachString { if $1.contains("${domain}") { namesDomain = true } }
    guard !namesDomain else { return }
    report.add(
      "the question is the same for every domain", at: path, .key,
      advice: "add \"query\": { \"domain\": \"${domain}\" }")
  }
}
