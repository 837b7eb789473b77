import LaunchFlowMachine
import LaunchFlowModel

/// A landing time that no run exceeds, by arithmetic alone: cheap, and never below what exploration proves.
///
/// The latest moment at which a step can have settled is the latest of what it waits for, then its turn on
/// its lane, then its own longest time. The run has landed once all that the rules name has settled.
package struct WorstCaseBound: Hashable, Sendable {
  /// One stretch of the way to the bound.
  package struct Part: Hashable, Sendable {
    /// The step or group; nil for the flow's own deadline.
    package var step: String?
    /// What the time is made of, in words.
    package var what: String
    package var nanoseconds: Int64
  }

  /// The bound, in nanoseconds since the start.
  package var nanoseconds: Int64
  /// The stretches that add up to it, in the order of time.
  package var parts: [Part]
  /// What the longest way would take without the flow's deadline; `.max` where that is beyond counting.
  package var withoutDeadline: Int64
  /// The stretches of the longest way, whether or not the flow's deadline cuts it.
  package var longestWay: [Part]

  /// Adds up the longest way through a flow, in time linear in what the flow holds.
  package init(_ plan: FlowPlan) {
    let sums = LatestSettlements(plan)
    var last: Int?
    for step in plan.steps.indices where plan.steps[step].isWatched && !plan.steps[step].isTail {
      if last.map({ sums.latest(step) > sums.latest($0) }) ?? true { last = step }
    }
    longestWay = last.map { sums.parts(to: $0) } ?? []
    withoutDeadline = last.map { sums.latest($0) } ?? 0
    nanoseconds = min(withoutDeadline, plan.deadline)
    parts =
      withoutDeadline > plan.deadline
      ? [Part(step: nil, what: "the flow's deadline", nanoseconds: plan.deadline)] : longestWay
  }
}

extension WorstCaseBound {
  /// By step: how long it can stand in its lane's queue, until all others there have had their turn and their late
  /// work.
  static func laneTurns(_ plan: FlowPlan) -> [Int64] {
    var turns = plan.steps.map { _ in Int64(0) }
    var users: [[Int]] = plan.laneCapacities.map { _ in [] }
    for (step, planned) in plan.steps.enumerated() where planned.lane >= 0 {
      users[Int(planned.lane)].append(step)
    }
    for (users, capacity) in zip(users, plan.laneCapacities)
    // A step that waits until its lane is idle waits even where there is room.
    where users.count > Int(capacity) || users.contains(where: { plan.steps[$0].whenIdle }) {
      let times = users.map { plan.laneTime(of: $0) }
      let all = times.reduce(Int64(0)) { $0.plus($1) }
      for (user, time) in zip(users, times) { turns[user] = all == .max ? all : all - time }
    }
    return turns
  }
}

extension FlowPlan {
  /// How long a step can take its place on a lane, late work included.
  func laneTime(of step: Int) -> Int64 { boundedWorkTime(of: step).plus(remoteFallbackTime(of: step)) }

  /// A step's own attempts and the waits between them, as far as its deadline lets them.
  fileprivate func boundedWorkTime(of step: Int) -> Int64 {
    let time = ownWorkTime(of: step)
    return clocks[step].deadline >= 0 ? min(time, clocks[step].deadline) : time
  }
}

extension WorstCaseBound.Part {
  /// As a person reads it: `login's timeout 5s`.
  package var text: String {
    let subject = step.map { "\($0)'s " } ?? ""
    return "\(subject)\(what) \(Duration.nanoseconds(nanoseconds).documentText)"
  }
}

/// When each step can have settled at the latest, were there no deadline of the flow's.
private struct LatestSettlements {
  private let plan: FlowPlan
  private let order: StepOrder
  /// By step: its own attempts and the waits between them, as far as its deadline lets them.
  private let ownWork: [Int64]
  /// By step: its remote fallbacks, one after another.
  private let remoteFallbacks: [Int64]
  /// By step: when it can start at the latest, but for its lane.
  private var starts: [Int64]
  private var ends: [Int64]
  private let laneTurns: [Int64]

  init(_ plan: FlowPlan) {
    self.plan = plan
    ownWork = plan.steps.indices.map { plan.boundedWorkTime(of: $0) }
    remoteFallbacks = plan.steps.indices.map { plan.remoteFallbackTime(of: $0) }
    order = StepOrder(plan)
    starts = plan.steps.map { _ in 0 }
    ends = starts
    laneTurns = WorstCaseBound.laneTurns(plan)
    settleAll()
  }

  func latest(_ step: Int) -> Int64 { ends[step] }

  private mutating func settleAll() {
    for event in order.events {
      if event < plan.steps.count { start(event) } else { end(event - plan.steps.count) }
    }
  }

  private mutating func start(_ step: Int) {
    var start = order.waits[step].reduce(0) { max($0, ends[$1]) }
    let group = Int(plan.steps[step].group)
    if group >= 0 { start = max(start, starts[group]) }
    starts[step] = start
  }

  private mutating func end(_ step: Int) {
    ends[step] = starts[step].plus(laneTurns[step]).plus(ownTime(step))
  }

  func ownTime(_ step: Int) -> Int64 {
    switch plan.steps[step].kind {
    case .value: return 0
    case .wait: return plan.clocks[step].timeout
    case .cache: return remoteFallbacks[step]
    case .group where plan.clocks[step].pollEvery >= 0:
      // As many rounds as its deadline allows.
      return plan.clocks[step].deadline >= 0 ? plan.clocks[step].deadline : .max
    case .group:
      let time = members(of: step).reduce(starts[step]) { max($0, ends[$1]) } - starts[step]
      let deadline = plan.clocks[step].deadline
      return deadline >= 0 ? min(time, deadline) : time
    case .http, .action:
      let whole = ownWork[step].plus(remoteFallbacks[step])
      guard plan.clocks[step].useFallbackAfter >= 0, hasConstant(step) else { return whole }
      return min(whole, plan.clocks[step].useFallbackAfter.plus(remoteFallbacks[step]))
    }
  }

  /// The group's own members; theirs are passed over.
  private func members(of group: Int) -> some Sequence<Int> {
    let end = Int(plan.steps[group].end)
    return sequence(state: group + 1) { member in
      guard member < end else { return nil }
      defer { member = Int(plan.steps[member].end) }
      return member
    }
  }

  private func hasConstant(_ step: Int) -> Bool {
    plan.steps[step].fallbacks.contains { plan.fallbacks[Int($0)].kind == .value }
  }

  /// The stretches to a step's latest settlement, the first one first.
  func parts(to step: Int) -> [WorstCaseBound.Part] {
    var parts: [WorstCaseBound.Part] = []
    var next: Int? = step
    while let step = next {
      if plan.steps[step].kind == .group, ownTime(step) != plan.clocks[step].deadline,
        let member = members(of: step).max(by: { ends[$0] < ends[$1] }), ends[member] == ends[step]
      {
        next = member
        continue
      }
      parts.append(
        WorstCaseBound.Part(step: plan.stepNames[step], what: what(step), nanoseconds: ownTime(step)))
      if laneTurns[step] > 0 {
        let lane = plan.laneNames[Int(plan.steps[step].lane)]
        parts.append(
          WorstCaseBound.Part(
            step: plan.stepNames[step], what: "its turn on the lane \(lane)", nanoseconds: laneTurns[step]))
      }
      next = whoIsWaitedFor(step)
    }
    return parts.reversed().filter { $0.nanoseconds > 0 }
  }

  /// Whose settlement the start waits for at the latest: what the step itself or one of its groups waits for.
  private func whoIsWaitedFor(_ step: Int) -> Int? {
    guard starts[step] > 0 else { return nil }
    var level = step
    while level >= 0 {
      if let found = order.waits[level].first(where: { ends[$0] == starts[step] }) { return found }
      level = Int(plan.steps[level].group)
    }
    return nil
  }

  private func what(_ step: Int) -> String {
    switch plan.steps[step].kind {
    case .value, .cache: return "fallbacks"
    case .wait: return plan.steps[step].awaited == .time ? "wait" : "timeout"
    case .group: return "deadline"
    case .http, .action:
      let clocks = plan.clocks[step]
      var words: [String]
      if clocks.useFallbackAfter >= 0, hasConstant(step) {
        words = ["useFallbackAfter"]
      } else if clocks.deadline >= 0, ownWork[step] == clocks.deadline {
        words = ["deadline"]
      } else if clocks.attempts > 1, clocks.retryClasses != 0 {
        words = ["\(clocks.attempts) attempts with their waits"]
      } else {
        words = ["timeout"]
      }
      if remoteFallbacks[step] > 0 { words.append("remote fallbacks") }
      return words.joined(separator: " and ")
    }
  }
}
