/// A domain has endpoints; without one nothing can ever make it suspect.
enum EmptyDomain: SwitchRule {
  static let code = DiagnosticCode.emptyDomain

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    for domain in index.document.service?.watch ?? [] where domain.endpoints.isEmpty {
      let path = SwitchIndex.service / "watch" / domain.name
      guard index.isKnown(path) else { continue }
      report.add(
        "the domain \"\(domain.name)\" has no endpoints", at: path, hint: "add one such as \"POST /trade/*\"")
    }
  }
}
