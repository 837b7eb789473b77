/// A time-out or deadline can be reached: no shorter deadline around it comes first.
enum ShadowedTime: Warning {
  static let code = DiagnosticCode.shadowedTime

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    checkDefault(flow, uses, &report)
    for (index, entry) in flow.entries.enumerated() {
      let step = entry.step
      let hasTimes =
        step.timeout != nil || step.deadline != nil || step.fallback.contains { !$0.isLocal }
      guard hasTimes else { continue }
      let path = flow.path(of: index)
      let outer = flow.outerBound(of: index, uses)
      compare(step.timeout, "time-out", with: flow.bound(of: index, uses), at: path / "timeout", &report)
      compare(step.deadline, "deadline", with: outer, at: path / "deadline", &report)
      for (position, fallback) in step.fallback.enumerated() {
        switch fallback {
        case .http(_, let timeout), .action(_, let timeout):
          compare(timeout, "time-out", with: outer, at: path / "fallback" / position / "timeout", &report)
        case .cache, .value: break
        }
      }
    }
  }

  private static func compare(
    _ time: Duration?, _ what: String, with bound: TimeBound?, at path: JSONPointer,
    _ report: inout RuleReport
  ) {
    guard let time, let bound, time > bound.duration else { return }
    report.add(
      "the \(what) of \(time.documentText) is never reached: \(bound.owner) comes first, "
        + "after \(bound.duration.documentText)",
      at: path, hint: "write at most \"\(bound.duration.documentText)\", or raise the deadline",
      notes: [bound.note])
  }

  /// The time-out of all is told once, and only where the flow's own deadline is below it.
  private static func checkDefault(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    guard let timeout = flow.flow.defaults.timeout, timeout > flow.flow.deadline else { return }
    let takesIt = flow.entries.indices.contains { index in
      let step = flow.entries[index].step
      return step.canHang && step.timeout == nil
        && flow.outerBound(of: index, uses)?.duration ?? timeout < timeout
    }
    guard takesIt else { return }
    let bound = TimeBound(
      duration: flow.flow.deadline, owner: "the flow's deadline", path: JSONPointer(tokens: ["deadline"]))
    compare(
      timeout, "time-out", with: bound, at: JSONPointer(tokens: ["defaults", "timeout"]), &report)
  }
}
