import LaunchFlowMachine
import LaunchFlowModel

/// The latest landing on each page, between a run that lands so late and a bound that none exceeds.
///
/// With every step's outcome known, the landing is an expression of minima and maxima of durations (as in Kahn
/// networks), and grows with each of them: the latest run has all of them at their limits. So bounds come from
/// `RuleTimes`, and the run behind a bound is rehearsed. Where it lands earlier, some step was taken both ways. Its
/// outcome is then fixed, once in each way, and the larger bound is followed first.
struct LatestSearch {
  /// The latest landing of a group of runs.
  struct Found {
    /// No run lands later; -1 if no run lands there at all.
    var bound: Int64
    /// The landing of the latest rehearsal; -1 for none.
    var landedAt: Int64 = -1
    var rehearsal: Rehearsal?
  }

  private struct Node {
    var bound: Int64
    /// The bound without `most`: the time of the way behind it.
    var time: Int64
    var rule: Int
    var fixed: [OutcomeTimes.Fixed]
  }

  let choices: WorldChoices
  let inputClass: Int
  private let plan: FlowPlan
  private var times: OutcomeTimes
  private let literals: [Int32]
  /// By page.
  private(set) var found: [Found]
  /// By page: the cases that were told apart, each with the outcomes that it fixes (true for available).
  private(set) var cases: [[[Int: Bool]]]
  /// No run lands later, however long the queues of its lanes are.
  private let most: Int64
  /// Whether some run may be cut by the flow's deadline.
  private let isCut: Bool

  /// How many bounds are refined for each page: fewer in a large flow, and where there are many combinations of inputs.
  private var mostNodes: Int {
    let work = max(1, plan.steps.count * plan.pages.count * choices.inputClassCount)
    return max(3, min(48, 400_000 / work))
  }

  init(_ choices: WorldChoices, inputClass: Int) {
    self.choices = choices
    self.inputClass = inputClass
    plan = choices.plan
    times = OutcomeTimes(plan)
    literals = choices.inputClass(inputClass).map(\.literal)
    let rules = RuleTimes(times, literals: literals)
    let most = LaneBound.latest(choices.plan)
    self.most = most
    let bounds = plan.pages.indices.map { min(most, rules.latest(onPage: $0)?.time ?? -1) }
    let deadline = choices.plan.deadline
    let isCut = bounds.contains { $0 > deadline }
    self.isCut = isCut
    found = bounds.map { Found(bound: isCut ? deadline : $0) }
    cases = bounds.map { _ in [[:]] }
  }

  /// Narrows the bounds by rehearsals.
  mutating func search(_ player: inout RehearsalPlayer) {
    for isAvailable in [true, false] {
      var rehearsal = Rehearsal(choices, .late(isAvailable: isAvailable))
      rehearsal.inputClass = inputClass
      play(rehearsal, &player)
    }
    for page in plan.pages.indices { search(page, &player) }
  }

  /// Takes note of a rehearsal's landing.
  mutating func note(_ outcome: RehearsalPlayer.Outcome, _ rehearsal: Rehearsal) {
    guard outcome.rule >= 0, rehearsal.cancel == nil else { return }
    let page = Int(plan.rules[outcome.rule].page)
    if outcome.landedAt > found[page].landedAt {
      found[page].landedAt = outcome.landedAt
      found[page].rehearsal = rehearsal
    }
  }

  private mutating func play(_ rehearsal: Rehearsal, _ player: inout RehearsalPlayer) {
    note(player.play(rehearsal), rehearsal)
  }

  private mutating func search(_ page: Int, _ player: inout RehearsalPlayer) {
    guard found[page].bound >= 0, found[page].landedAt < found[page].bound else { return }
    // Without a landing there is one case; the deadline may still lead to this page.
    guard let start = node(page, plan.steps.map { _ in .no }) else { return }
    var open = [start]
    // What could not be narrowed any more.
    var rest: Int64 = -1
    // What was not split.
    var closed: [[OutcomeTimes.Fixed]] = []
    var count = 0
    while let best = open.indices.max(by: { open[$0].bound < open[$1].bound }), count < mostNodes {
      count += 1
      let node = open.remove(at: best)
      closed.append(node.fixed)
      if cut(node.bound) <= found[page].landedAt { break }
      let split = rehearse(node, &player)
      if found[page].landedAt >= cut(node.bound) { break }
      guard let split else {
        rest = max(rest, node.bound)
        continue
      }
      closed.removeLast()
      for outcome in [OutcomeTimes.Fixed.available, .unavailable] {
        var fixed = node.fixed
        fixed[split] = outcome
        if let next = self.node(page, fixed) { open.append(next) } else { closed.append(fixed) }
      }
    }
    cases[page] = (closed + open.map(\.fixed)).map { fixed in
      var outcomes: [Int: Bool] = [:]
      for step in fixed.indices where fixed[step] != .no { outcomes[step] = fixed[step] == .available }
      return outcomes
    }
    // Where the deadline cuts, statuses change with it, and any page may follow.
    guard !isCut else { return }
    let bound = max(rest, open.map(\.bound).max() ?? -1)
    found[page].bound = min(found[page].bound, max(bound, found[page].landedAt))
  }

  private func cut(_ time: Int64) -> Int64 { min(time, plan.deadline) }

  private mutating func node(_ page: Int, _ fixed: [OutcomeTimes.Fixed]) -> Node? {
    times.fix(fixed)
    guard !times.isContradictory, let latest = RuleTimes(times, literals: literals).latest(onPage: page)
    else {
      return nil
    }
    return Node(bound: min(most, latest.time), time: latest.time, rule: latest.rule, fixed: fixed)
  }

  /// Plays the run behind a bound.
  ///
  /// - Returns: The step to fix next; nil if all that matter are fixed.
  private mutating func rehearse(_ node: Node, _ player: inout RehearsalPlayer) -> Int? {
    times.fix(node.fixed)
    let wants = RuleTimes(times, literals: literals).wants(landingBy: node.rule, at: node.time)
    var rehearsal = Rehearsal(choices, .late(isAvailable: true))
    rehearsal.inputClass = inputClass
    var isSet = plan.steps.map { _ in false }
    for step in plan.steps.indices where node.fixed[step] != .no {
      rehearsal.behaviours[step] = .late(isAvailable: node.fixed[step] == .available)
      isSet[step] = true
    }
    var split: Int?
    for want in wants {
      if node.fixed[want.step] == .no { split = split ?? want.step }
      guard !isSet[want.step] else { continue }
      isSet[want.step] = true
      rehearsal.behaviours[want.step] = .late(isAvailable: want.isAvailable)
    }
    play(rehearsal, &player)
    return split
      ?? plan.steps.indices.first { node.fixed[$0] == .no && plan.steps[$0].isWatched }
  }
}
