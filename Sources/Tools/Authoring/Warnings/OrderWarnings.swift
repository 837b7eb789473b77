extension FlowWarnings {
  /// Warns of a step that waits for another without using it, if both only read. Steps with effects (actions,
  /// methods other than `GET`, groups) may have other reasons to wait and are ignored.
  func needlessOrder() {
    let reliedUpon = referredIndirectly
    for step in flow.steps.indices where flow.steps[step].onlyReads {
      let edges = flow.graph.waits(of: step)
      for edge in edges where edge.kind != .when {
        let target = flow.steps[edge.target]
        guard target.onlyReads, !(target.lane != nil && target.lane == flow.steps[step].lane),
          !edges.contains(where: { $0.kind == .when && $0.target == edge.target }),
          !uses.referrers[edge.target].contains(step)
        else { continue }
        if edge.kind == .needs {
          // A need of a step that may fail is a condition.
          guard target.alwaysHasValue, !reliedUpon.contains(edge.target) else { continue }
        }
        let place = flow.graph.place(of: edge, from: step)
        report.add(
          "\"\(flow.steps[step].name)\" waits for \"\(target.name)\" but uses nothing from it",
          at: place.path, place.part)
      }
    }
  }

  /// The steps whose values are used by steps that need them only through steps between.
  private var referredIndirectly: Set<Int> {
    var found: Set<Int> = []
    for (target, referrers) in uses.referrers.enumerated() {
      for step in referrers {
        let isDirect =
          flow.graph.needs(of: step).contains(Int32(target))
          || flow.graph.groups(of: step).contains { flow.graph.needs(of: $0).contains(Int32(target)) }
        if !isDirect { found.insert(target) }
      }
    }
    return found
  }
}

extension Flow.Step {
  fileprivate var onlyReads: Bool {
    switch work {
    case .http(let request): ["GET", "HEAD"].contains(request.method)
    case .cache, .value: true
    case .action, .group, .wait: false
    }
  }

  /// Whether it is always available: it has a constant as a fallback, and no refusal of its own.
  fileprivate var alwaysHasValue: Bool {
    if case .value = work { return true }
    return failures.isEmpty && when == nil && needs.isEmpty
      && fallback.contains { $0.work.constant != nil }
  }
}
