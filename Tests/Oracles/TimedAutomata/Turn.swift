import LaunchFlowModel

/// One part of rule 2's settling: a step that is skipped, or a group that is done.
enum Settling: Hashable {
  case skip(Int)
  case end(group: Int)

  /// All of them, each after those that it depends on.
  static func order(_ graph: StepGraph) -> [Settling] {
    var order: [Settling] = []
    var known: Set<Settling> = []
    func settled(_ step: Int) -> [Settling] {
      graph.steps[step].members == nil ? [.skip(step)] : [.skip(step), .end(group: step)]
    }
    func visit(_ settling: Settling) {
      guard known.insert(settling).inserted else { return }
      switch settling {
      case .skip(let step):
        graph.parents[step].map { visit(.skip($0)) }
        graph.waits(of: step).flatMap { settled($0.target) }.forEach(visit)
      case .end(let group): ([.skip(group)] + graph.members(of: group).flatMap(settled)).forEach(visit)
      }
      order.append(settling)
    }
    graph.steps.indices.flatMap(settled).forEach(visit)
    return order
  }
}

/// The numbers of what the turn does next.
enum Turn {
  static func start(_ step: Int) -> Int { 1 + step }
  static func end(_ step: Int, _ encoding: Encoding) -> Int { 1 + encoding.graph.steps.count + step }
  static func offline(_ step: Int, _ encoding: Encoding) -> Int { 1 + 2 * encoding.graph.steps.count + step }
  static func land(_ rule: Int, _ encoding: Encoding) -> Int { 1 + 3 * encoding.graph.steps.count + rule }
  static func finish(_ encoding: Encoding) -> Int {
    1 + 3 * encoding.graph.steps.count + encoding.flow.landings.count
  }
}

// Rule 2: after each event, settle, look at the landing rules, then start one step; and again.
extension Encoding {
  /// Statements that settle what the last event settles, and choose what the turn does next.
  var turn: [Statement] {
    let offline = graph.steps.indices.flatMap { step in
      network(of: step).map { call in
        let isOffline = (call == 1 ? "off" : "off + d\(call - 2)") + " > 0"
        let next: [Statement] = ["next=\(Turn.offline(step, self))"]
        return when(["next == 0", "h\(step) == \(call)", isOffline], next)
      }
    }
    // The own requests of all steps come before those of fallbacks beside them.
    let besides = graph.steps.indices.filter { graph.steps[$0].racesFallbacks }.flatMap { step in
      network(of: step).map { call in
        when(
          ["next == 0", "j\(step) == \(call)", isOffline(call)], ["next=\(Turn.offline(step, self))"])
      }
    }
    return ["next=0"] + offline + besides
      + [when(["next == 0"], settleAll + reading + [ending] + starting + [finishing])]
      + clearing
  }

  private var settleAll: [Statement] {
    let fast = graph.steps.indices.reversed().filter { graph.steps[$0].failFast }
    let pass = settling.flatMap(settle)
    return pass + fast.flatMap { _ in fast.flatMap(failFast) + pass }
  }

  func settle(_ settling: Settling) -> [Statement] {
    switch settling {
    case .skip(let step): skip(step)
    case .end(let group): end(group)
    }
  }

  /// What holds while a step could start as far as its group goes.
  private func isClosed(_ step: Int) -> [String] {
    ["v\(step) == 0", "s\(step) == 0"] + (graph.parents[step].map { ["s\($0) == 1", "v\($0) == 0"] } ?? [])
  }

  /// What holds once a step has waited long enough.
  func isReady(_ step: Int) -> [String] {
    isClosed(step) + graph.waits(of: step).map { "v\($0.target) > 0" }
      + (graph.landingDependents.contains(step) ? ["page > 0"] : [])
  }

  func code(_ step: Int, _ status: Status) -> Int { outcomes[step][Outcome(status)] }

  private func skip(_ step: Int) -> [Statement] {
    let skipped: [Statement] = ["v\(step)=\(code(step, .skipped))"]
    var statements: [Statement] = []
    for need in graph.needs(of: step).map(Int.init) {
      for code in outcomes[need].codes(where: { !$0.status.isAvailable }) {
        statements.append(when(isClosed(step) + ["v\(need) == \(code)"], skipped))
      }
    }
    if let condition = graph.steps[step].when {
      statements.append(when(isReady(step), read(condition) + [when(["k0 == 0"], skipped)]))
    }
    for member in inside(step) {
      statements.append(
        when(["v\(step) > 0", "s\(step) == 0", "v\(member) == 0"], ["v\(member)=\(code(member, .skipped))"]))
    }
    return statements
  }

  /// The members of a group at every depth.
  func inside(_ group: Int) -> Range<Int> { group + 1..<graph.ends[group] }

  private func end(_ group: Int) -> [Statement] {
    let members = Array(graph.members(of: group))
    let failures = members.flatMap { member in
      outcomes[member].codes(where: \.failsGroup)
        .map { when(["v\(member) == \($0)"], ["v\(group)=\(code(group, .failed))"]) }
    }
    return [
      when(
        ["v\(group) == 0", "s\(group) == 1"] + members.map { "v\($0) > 0" },
        ["v\(group)=\(code(group, .succeeded))"] + failures)
    ]
  }

  private func failFast(_ group: Int) -> [Statement] {
    graph.members(of: group).flatMap { member in
      outcomes[member].codes(where: \.endsGroup).map { code in
        when(
          ["v\(group) == 0", "s\(group) == 1", "v\(member) == \(code)"],
          inside(group).map(cancel) + ["v\(group)=\(self.code(group, .failed))"])
      }
    }
  }

  /// Cancels a step that is open.
  func cancel(_ step: Int) -> Statement { when(["v\(step) == 0"], ["v\(step)=\(code(step, .cancelled))"]) }

  /// Rule 3.
  private var reading: [Statement] {
    var keys: [String] = []
    let rules = flow.landings.enumerated().flatMap { rule, landing -> [Statement] in
      // An empty text is not a notice. One with references or a condition agrees only with itself.
      let notices = landing.notices.filter { !$0.text.isEmpty }
      let isOwn = notices.contains { $0.when != nil || $0.text.contains("${") }
      let key = "\(landing.page) \(notices) \(isOwn ? rule : -1)"
      if !keys.contains(key) { keys.append(key) }
      let number = (keys.firstIndex(of: key) ?? 0) + 1
      let note: [Statement] = [
        when(
          ["noted == 0"], ["noted=\(number)", "first=\(rule)"],
          otherwise: [when(["noted != \(number)"], ["read=2"])]),
        when(["k0 == 2", "read == 0"], ["read=1"]),
      ]
      let open: [Statement] = landing.after.compactMap { graph.index[$0] }.map {
        when(["v\($0) == 0"], ["read=2"])
      }
      return [
        when(
          ["read == 0"],
          (landing.when.map { read($0) } ?? ["k0=2"])
            + [when(["k0 > 0"], open + [when(["read == 0"], note)])])
      ]
    }
    return [
      when(
        ["page == 0"],
        ["noted=0", "read=0"] + rules + [when(["read == 1"], ["next=\(Turn.land(0, self)) + first"])])
    ]
  }

  /// Rule 7: late work and what the landing or a deadline cut ends.
  private var ending: Statement {
    let ends = graph.steps.indices.filter(hasAutomaton).flatMap { step in
      let next: [Statement] = ["next=\(Turn.end(step, self))"]
      let cut = when(["next == 0", "v\(step) > 0", "s\(step) == 1"], next)
      guard !graph.continues[step], !graph.isInTail[step] else { return [cut] }
      return [cut, when(["next == 0", "page > 0", "s\(step) == 2"], next)]
    }
    return when(["next == 0"], ends)
  }

  /// Rules 2 and 8: in file order. A lane with priorities gives room only once nothing else can start, by priority and
  /// then in file order; last come those that wait for an idle lane.
  private var starting: [Statement] {
    let steps = graph.steps
    let ranked = Set(steps.filter { $0.priority != 0 || $0.whenIdle }.compactMap(\.ownLane))
    let order = steps.indices.sorted { left, right in
      func key(_ step: Int) -> [Int] {
        guard let lane = steps[step].ownLane, ranked.contains(lane) else { return [0, 0, step] }
        return [steps[step].whenIdle ? 2 : 1, -steps[step].priority, step]
      }
      return key(left).lexicographicallyPrecedes(key(right))
    }
    return order.map { step in
      let next: [Statement] = ["next=\(Turn.start(step))"]
      guard let lane = steps[step].ownLane else { return when(["next == 0"] + isReady(step), next) }
      let users = steps.indices.filter { steps[$0].ownLane == lane }
      let capacity = flow.lanes.first { $0.name == lane }?.capacity ?? 1
      var count: [Statement] = ["count=0"]
      for user in users {
        count += [1, 2].map { when(["s\(user) == \($0)"], ["count=count+1"]) }
      }
      for user in users where steps[step].whenIdle && !steps[user].whenIdle {
        count += [1, 2].map { when(["s\(user) == \($0)"], ["count=\(capacity)"]) }
        count.append(when(isReady(user), ["count=\(capacity)"]))
      }
      return when(["next == 0"] + isReady(step), count + [when(["count < \(capacity)"], next)])
    }
  }

  private var finishing: Statement {
    when(
      ["next == 0", "page > 0"] + graph.steps.indices.map { "v\($0) > 0" }, ["next=\(Turn.finish(self))"])
  }
}

extension Flow.Step {
  /// The lane that the step itself runs on. An included module's is for the calls in it that name none.
  fileprivate var ownLane: String? { members == nil ? lane : nil }
}
