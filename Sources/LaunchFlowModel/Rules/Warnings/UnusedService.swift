/// Each service is called, or another one is like it.
enum UnusedService: Warning {
  static let code = DiagnosticCode.unusedService

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for service in flow.flow.services where !uses.services.contains(service.name) {
      report.add(
        "no step calls the service \"\(service.name)\"",
        at: JSONPointer(tokens: ["services", service.name]), .key,
        hint: "name it in a step's \"http\", or take it out")
    }
  }
}
