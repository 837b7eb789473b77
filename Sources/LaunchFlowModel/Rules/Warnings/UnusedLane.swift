/// Each lane has a step on it.
enum UnusedLane: Warning {
  static let code = DiagnosticCode.unusedLane

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for lane in flow.flow.lanes where !uses.lanes.contains(lane.name) {
      report.add(
        "no step is on the lane \"\(lane.name)\"", at: JSONPointer(tokens: ["lanes", lane.name]), .key,
        hint: "add \"lane\": \"\(lane.name)\" to the steps that share it, or take it out")
    }
  }
}
