import LaunchFlowModel

/// No entry of `needs` or `after` says what another one says already.
enum ImpliedOrder: Warning {
  static let code = DiagnosticCode.impliedOrder

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    var open: [(step: Int, edge: FlowIndex.Edge)] = []
    for step in flow.entries.indices {
      for (position, edge) in flow.waits[step].enumerated() where edge.kind != .when {
        if let reason = directReason(for: edge, at: position, of: step, flow) {
          add(edge, step, flow, reason, &report)
        } else if edge.kind == .after || !uses.referrers[edge.target].contains(step) {
          // A reference is easier to follow where what it refers to is needed in so many words.
          open.append((step, edge))
        }
      }
    }
    OrderSearch(flow).answer(open) { found, through in
      let name = flow.entries[through.target].step.name
      let target = flow.entries[found.edge.target].step.name
      let note = Diagnostic.Note(
        "\"\(name)\", which it needs, comes after \"\(target)\"",
        at: flow.place(of: through, from: found.step))
      add(found.edge, found.step, flow, note, &report)
    }
  }

  private static func add(
    _ edge: FlowIndex.Edge, _ step: Int, _ flow: FlowIndex, _ reason: Diagnostic.Note,
    _ report: inout RuleReport
  ) {
    let target = flow.entries[edge.target].step.name
    let place = flow.place(of: edge, from: step)
    report.add(
      "\"\(flow.entries[step].step.name)\" waits for \"\(target)\" anyway", at: place.path, place.part,
      hint: "take \"\(target)\" out of \"\(edge.kind.rawValue)\"", notes: [reason])
  }

  /// What makes an edge redundant in the step itself or in its groups.
  private static func directReason(
    for edge: FlowIndex.Edge, at position: Int, of step: Int, _ flow: FlowIndex
  ) -> Diagnostic.Note? {
    let isSaidBy = { (other: FlowIndex.Edge) in
      other.target == edge.target && (other.kind == .needs || edge.kind == .after)
    }
    for (other, candidate) in flow.waits[step].enumerated() where other != position && isSaidBy(candidate) {
      // Of two that say the same, the later one is too many.
      guard candidate.kind != edge.kind || other < position else { continue }
      return Diagnostic.Note("it is said here", at: flow.place(of: candidate, from: step))
    }
    for group in flow.groups(of: step) {
      guard let candidate = flow.waits[group].first(where: isSaidBy) else { continue }
      let name = flow.entries[group].step.name
      return Diagnostic.Note(
        "its group \"\(name)\" does, and its members with it", at: flow.place(of: candidate, from: group))
    }
    return nil
  }
}

/// Finds out which steps come before which. Only what is needed has run, so only its own order counts; a step
/// that one merely comes after may have been skipped before what it waits for has settled.
private struct OrderSearch {
  typealias Question = (step: Int, edge: FlowIndex.Edge)

  let flow: FlowIndex
  /// How many steps and edges are looked at; beyond it, redundant edges of huge flows go untold.
  private static let budget = 40_000_000

  init(_ flow: FlowIndex) {
    self.flow = flow
  }

  /// Calls back for each edge that another edge of its step implies, in order.
  func answer(_ questions: [Question], _ found: (Question, FlowIndex.Edge) -> Void) {
    let open = questions.indices.filter { mayBeImplied(questions[$0]) }
    guard !open.isEmpty else { return }
    let order = NeedSearch(flow).topologicalOrder()
    let cost = flow.entries.count + flow.waits.reduce(0) { $0 + $1.count }
    var budget = Self.budget
    var answers: [(question: Int, through: FlowIndex.Edge)] = []
    var slots: [Int: Int] = [:]
    var batch: [Int] = []
    func finish() {
      let before = propagate(slots, order)
      for index in batch {
        let (step, edge) = questions[index]
        guard let slot = slots[edge.target] else { continue }
        let through = flow.waits[step].first { other in
          guard other.kind == .needs, other.target != edge.target else { return false }
          let bits = edge.kind == .needs ? before.needed[other.target] : before.settled[other.target]
          return bits & (1 << UInt64(slot)) != 0
        }
        if let through { answers.append((index, through)) }
      }
      slots = [:]
      batch = []
      budget -= cost
    }
    for index in open.sorted(by: { (questions[$0].edge.target, $0) < (questions[$1].edge.target, $1) }) {
      let target = questions[index].edge.target
      if slots[target] == nil {
        if slots.count == 64 { finish() }
        guard budget > 0 else { break }
        slots[target] = slots.count
      }
      batch.append(index)
    }
    if budget > 0 { finish() }
    for answer in answers.sorted(by: { $0.question < $1.question }) {
      found(questions[answer.question], answer.through)
    }
  }

  /// Whether the step needs another one that comes after anything itself.
  private func mayBeImplied(_ question: Question) -> Bool {
    flow.waits[question.step].contains { other in
      other.kind == .needs && other.target != question.edge.target
        && (!flow.waits[other.target].isEmpty || flow.entries[other.target].parent != nil)
    }
  }

  /// For each step, which of the targets it needs, and which have settled when it starts, as bits.
  private func propagate(_ slots: [Int: Int], _ order: [Int]) -> (needed: [UInt64], settled: [UInt64]) {
    var own = [UInt64](repeating: 0, count: flow.entries.count)
    for (target, slot) in slots { own[target] = 1 << UInt64(slot) }
    var needed = [UInt64](repeating: 0, count: flow.entries.count)
    var settled = needed
    for step in order {
      for edge in flow.waits[step] {
        settled[step] |= own[edge.target]
        guard edge.kind == .needs else { continue }
        needed[step] |= own[edge.target] | needed[edge.target]
        settled[step] |= settled[edge.target]
      }
      if let parent = flow.entries[step].parent {
        needed[step] |= needed[parent]
        settled[step] |= settled[parent]
      }
    }
    return (needed, settled)
  }
}

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
