/// Each page is landed on by some rule.
enum UnusedPage: Warning {
  static let code = DiagnosticCode.unusedPage

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    let used = Set(flow.flow.landings.map(\.page))
    for (position, page) in flow.flow.pages.enumerated() where !used.contains(page) {
      report.add(
        "no rule lands on the page \"\(page)\"", at: JSONPointer(tokens: ["pages", String(position)]),
        hint: "add a rule under \"landings\", or take the page out")
    }
  }
}
