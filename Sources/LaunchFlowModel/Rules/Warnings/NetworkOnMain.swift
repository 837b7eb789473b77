/// The lane `main` is not held for as long as a server takes to answer.
enum NetworkOnMain: Warning {
  static let code = DiagnosticCode.networkOnMain

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() where entry.step.lane == Flow.Lane.main {
      guard let call = flow.requests(of: index).first else { continue }
      report.add(
        "\"\(entry.step.name)\" holds the lane \"main\" while it waits for a server",
        at: flow.path(of: index) / "lane",
        hint: "take \"lane\" out: only what touches the screen must be on \"main\"",
        notes: [Diagnostic.Note("the call", at: Place(call.path, .key))])
    }
  }
}
