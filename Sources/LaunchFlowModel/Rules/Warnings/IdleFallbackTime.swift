/// `useFallbackAfter` finds a local fallback, and comes before the step's own end.
enum IdleFallbackTime: Warning {
  static let code = DiagnosticCode.idleFallbackTime

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() {
      let step = entry.step
      guard let after = step.useFallbackAfter, step.canHang else { continue }
      let path = flow.path(of: index) / "useFallbackAfter"
      guard step.fallback.contains(where: \.isLocal) else {
        report.add(
          "\"useFallbackAfter\" tries local fallbacks alone, and \"\(step.name)\" has none", at: path,
          hint: "give it a \"fallback\" of a \"cache\" or a \"value\"")
        continue
      }
      if let end = end(of: index, flow, uses), after >= end.duration {
        report.add(
          "\"useFallbackAfter\" of \(after.documentText) never acts: \(end.owner) comes no later, "
            + "after \(end.duration.documentText)",
          at: path, hint: "write less than \"\(end.duration.documentText)\", or take it out",
          notes: [end.note])
      }
    }
  }

  /// What ends the step's own work at the latest: its deadlines, or its only time-out.
  private static func end(of index: Int, _ flow: FlowIndex, _ uses: FlowUses) -> TimeBound? {
    let step = flow.entries[index].step
    let bound = flow.bound(of: index, uses)
    guard step.poll == nil, step.retry?.attempts ?? 1 == 1, let timeout = step.timeout,
      timeout <= bound?.duration ?? timeout
    else { return bound }
    return TimeBound(
      duration: timeout, owner: "its time-out", path: flow.path(of: index) / "timeout")
  }
}
