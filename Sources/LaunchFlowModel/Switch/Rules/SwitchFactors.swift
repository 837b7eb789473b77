/// A switch has a factor, a network factor has causes, a service factor has domains, and a result has a test.
enum SwitchFactors: SwitchRule {
  static let code = DiagnosticCode.missingKey

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let document = index.document
    if document.marked == nil, document.network == nil, document.service == nil,
      index.isKnown(SwitchIndex.root)
    {
      report.add(
        "a switch has at least one factor", at: SwitchIndex.root, hint: "add marked, network or service")
    }
    let causes = SwitchIndex.network / "causes"
    if let network = document.network, network.causes.isEmpty, index.isKnown(causes) {
      report.add("an outage of the network has a cause", at: causes, hint: "add wifi or cellular")
    }
    let watch = SwitchIndex.service / "watch"
    if let service = document.service, service.watch.isEmpty, index.isKnown(watch) {
      report.add("no domain is watched", at: watch, hint: "add one with its endpoints")
    }
    for result in document.service?.results ?? [] {
      MissingKey.check(result, at: { SwitchResults.path / result.name }, &report)
    }
  }
}
