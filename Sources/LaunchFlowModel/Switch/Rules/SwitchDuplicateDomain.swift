/// Each domain stands once.
enum SwitchDuplicateDomain: SwitchRule {
  static let code = DiagnosticCode.duplicateName

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    var seen: Set<String> = []
    for domain in index.document.service?.watch ?? [] where !seen.insert(domain.name).inserted {
      report.add(
        "the domain \"\(domain.name)\" stands twice", at: SwitchIndex.service / "watch" / domain.name, .key)
    }
  }
}
