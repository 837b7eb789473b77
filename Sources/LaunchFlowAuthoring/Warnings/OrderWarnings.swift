import LaunchFlowModel

/// No entry of `needs` or `after` repeats what other entries imply.
enum ImpliedOrder: Warning {
  static let code = DiagnosticCode.impliedOrder

  /// How many steps and waits the search visits at most; what it does not reach in a huge flow is not reported.
  private static let budget = 40_000_000

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    let graph = flow.graph
    var open: [(step: Int, wait: StepGraph.Wait)] = []
    for step in flow.steps.indices {
      let waits = graph.waits(of: step)
      for (position, wait) in waits.enumerated() where wait.kind != .when {
        if let reason = directReason(for: wait, at: position, of: step, flow) {
          add(wait, step, flow, reason, &report)
        } else if mayBeImplied(wait, of: step, graph),
          wait.kind == .after || !uses.refers(step, to: wait.target)
        {
          // A reference is easier to follow if its step needs the other one in so many words.
          open.append((step, wait))
        }
      }
    }
    for (question, through) in implied(open, graph) {
      let (step, wait) = open[question]
      let note = Diagnostic.Note(
        "\"\(flow.steps[through.target].name)\", which it needs, comes after \"\(flow.steps[wait.target].name)\"",
        at: graph.place(of: through, from: step))
      add(wait, step, flow, note, &report)
    }
  }

  /// Whether the step needs another one that comes after anything itself.
  private static func mayBeImplied(_ wait: StepGraph.Wait, of step: Int, _ graph: StepGraph) -> Bool {
    graph.needs(of: step).contains { other in
      other != wait.target && (!graph.waits(of: Int(other)).isEmpty || graph.parents[Int(other)] != nil)
    }
  }

  /// The waits that another wait of their step implies, each with that one, in order.
  private static func implied(
    _ open: [(step: Int, wait: StepGraph.Wait)], _ graph: StepGraph
  ) -> [(question: Int, through: StepGraph.Wait)] {
    let cost = graph.steps.indices.reduce(graph.steps.count) { $0 + graph.waits(of: $1).count }
    var budget = budget
    var found: [(question: Int, through: StepGraph.Wait)] = []
    graph.search(Array(open.indices), target: { open[$0].wait.target }) { batch, reach in
      for (question, bit) in batch {
        let (step, wait) = open[question]
        let before = wait.kind == .needs ? reach.needed : reach.settled
        let through = graph.waits(of: step).first {
          $0.kind == .needs && $0.target != wait.target && before[$0.target] & bit != 0
        }
        if let through { found.append((question, through)) }
      }
      budget -= cost
      return budget > 0
    }
    return found.sorted { $0.question < $1.question }
  }

  private static func add(
    _ edge: StepGraph.Wait, _ step: Int, _ flow: FlowIndex, _ reason: Diagnostic.Note,
    _ report: inout RuleReport
  ) {
    let target = flow.steps[edge.target].name
    let place = flow.graph.place(of: edge, from: step)
    report.add(
      "\"\(flow.steps[step].name)\" waits for \"\(target)\" anyway", at: place.path, place.part,
      advice: "remove \"\(target)\" from \"\(edge.kind.rawValue)\"", notes: [reason])
  }

  /// What makes an edge redundant in the step itself or in its groups.
  private static func directReason(
    for edge: StepGraph.Wait, at position: Int, of step: Int, _ flow: FlowIndex
  ) -> Diagnostic.Note? {
    let isSaidBy = { (other: StepGraph.Wait) in
      other.target == edge.target && (other.kind == .needs || edge.kind == .after)
    }
    for (other, candidate) in flow.graph.waits(of: step).enumerated()
    where other != position && isSaidBy(candidate) {
      // Of two that say the same, the later one is too many.
      guard candidate.kind != edge.kind || other < position else { continue }
      return Diagnostic.Note("it is declared here", at: flow.graph.place(of: candidate, from: step))
    }
    for group in flow.graph.groups(of: step) {
      guard let candidate = flow.graph.waits(of: group).first(where: isSaidBy) else { continue }
      let name = flow.steps[group].name
      return Diagnostic.Note(
        "its group \"\(name)\" waits for it, and so do its members",
        at: flow.graph.place(of: candidate, from: group))
    }
    return nil
  }
}

/// Two steps that only read do not wait for one another where nothing of the first is used. What has effects of
/// its own (actions, other methods than `GET`, groups) may be waited for with good reason and is left alone.
enum NeedlessOrder: Warning {
  static let code = DiagnosticCode.needlessOrder

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    let reliedUpon = referredIndirectly(flow, uses)
    for step in flow.steps.indices where flow.steps[step].onlyReads {
      let edges = flow.graph.waits(of: step)
      for edge in edges where edge.kind != .when {
        let target = flow.steps[edge.target]
        guard target.onlyReads, !(target.lane != nil && target.lane == flow.steps[step].lane),
          !edges.contains(where: { $0.kind == .when && $0.target == edge.target }),
          !uses.refers(step, to: edge.target)
        else { continue }
        if edge.kind == .needs {
          // Needing what may fail is a condition.
          guard target.alwaysHasValue, !reliedUpon.contains(edge.target) else { continue }
        }
        let place = flow.graph.place(of: edge, from: step)
        report.add(
          "\"\(flow.steps[step].name)\" waits for \"\(target.name)\" but uses nothing from it",
          at: place.path, place.part,
          advice: "both only read and could run in parallel; if you want this order, say why under \"ignore\""
        )
      }
    }
  }

  /// The steps to whose values others refer that need them only through steps between.
  private static func referredIndirectly(_ flow: FlowIndex, _ uses: FlowUses) -> Set<Int> {
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
  /// Whether it changes nothing anywhere.
  fileprivate var onlyReads: Bool {
    switch work {
    case .http(let request): ["GET", "HEAD"].contains(request.method)
    case .cache, .value: true
    case .action, .group, .wait: false
    }
  }

  /// Whether needing it excludes nothing: it has a constant to fall back on, and no refusal of its own.
  fileprivate var alwaysHasValue: Bool {
    if case .value = work { return true }
    return failures.isEmpty && when == nil && needs.isEmpty
      && fallback.contains { if case .value = $0 { true } else { false } }
  }
}
