/// What the app is asked for is used.
enum UnusedInput: Warning {
  static let code = DiagnosticCode.unusedInput

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for input in flow.flow.inputs where !uses.inputs.contains(input.name) {
      report.add(
        "nothing uses the input \"\(input.name)\"", at: JSONPointer(tokens: ["inputs", input.name]), .key,
        hint: "ask for it in a \"when\", refer to it as ${\(input.name)}, or take it out")
    }
  }
}
