/// Two steps that only read do not wait for one another where nothing of the first is used. What has effects of
/// its own (actions, other methods than `GET`, groups) may be waited for with good reason and is left alone.
enum NeedlessOrder: Warning {
  static let code = DiagnosticCode.needlessOrder

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    let reliedUpon = referredIndirectly(flow, uses)
    for (step, edges) in flow.waits.enumerated() where flow.entries[step].step.onlyReads {
      for edge in edges where edge.kind != .when {
        let target = flow.entries[edge.target].step
        guard target.onlyReads, !(target.lane != nil && target.lane == flow.entries[step].step.lane),
          !edges.contains(where: { $0.kind == .when && $0.target == edge.target }),
          !uses.referrers[edge.target].contains(step)
        else { continue }
        if edge.kind == .needs {
          // Needing what may fail is a condition.
          guard target.alwaysHasValue, !reliedUpon.contains(edge.target) else { continue }
        }
        let place = flow.place(of: edge, from: step)
        report.add(
          "\"\(flow.entries[step].step.name)\" waits for \"\(target.name)\" and uses nothing of it",
          at: place.path, place.part,
          hint: "both only read, and would run side by side; if the order is meant, say why under \"ignore\"")
      }
    }
  }

  /// The steps to whose values others refer that need them only through steps between.
  private static func referredIndirectly(_ flow: FlowIndex, _ uses: FlowUses) -> Set<Int> {
    var found: Set<Int> = []
    for (target, referrers) in uses.referrers.enumerated() {
      for step in referrers {
        let isDirect = ([step] + flow.groups(of: step)).contains { index in
          flow.waits[index].contains { $0.kind == .needs && $0.target == target }
        }
        if !isDirect { found.insert(target) }
      }
    }
    return found
  }
}

extension Flow.Step {
  /// Whether it changes nothing anywhere.
  fileprivate var onlyReads: Bool {
    switch work {
    case .http(let request): ["GET", "HEAD"].contains(request.method)
    case .cache, .value: true
    case .action, .group: false
    }
  }

  /// Whether needing it excludes nothing: it has a constant to fall back on, and no refusal of its own.
  fileprivate var alwaysHasValue: Bool {
    if case .value = work { return true }
    return failures.isEmpty && when == nil && needs.isEmpty
      && fallback.contains { if case .value = $0 { true } else { false } }
  }
}
