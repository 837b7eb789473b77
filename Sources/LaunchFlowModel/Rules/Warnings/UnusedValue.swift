/// A constant is there for something: to be referred to, waited for or asked for.
enum UnusedValue: Warning {
  static let code = DiagnosticCode.unusedValue

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() {
      guard case .value = entry.step.work, uses.referrers[index].isEmpty, uses.waiters[index].isEmpty,
        uses.asked[index].isEmpty, !uses.noticed.contains(index), !uses.landedAfter.contains(index)
      else { continue }
      report.add(
        "nothing uses the constant \"\(entry.step.name)\"", at: flow.path(of: index), .key,
        hint: "refer to it as ${\(entry.step.name)} where it is needed, or take it out")
    }
  }
}
