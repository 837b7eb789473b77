import LaunchFlowMachine
import LaunchFlowModel

/// A certificate of arithmetic: how to go through the steps, and which cases to tell apart.
package struct Sums: Sendable {
  /// Starts of steps by their indices, and ends by these plus the number of steps, each after all that it waits for.
  package var order: [Int]
  /// By case: which steps are taken to be available, and which not. Together the cases are all that can be.
  package var cases: [[Int: Bool]]

  /// Describes a certificate.
  package init(order: [Int], cases: [[Int: Bool]]) {
    self.order = order
    self.cases = cases
  }
}

/// Confirms by sums of time-outs that no run lands later than stated.
package struct ArithmeticCheck {
  private let plan: FlowPlan
  private let longest: [LongestTimes]
  private let turns: [Int64]

  /// The combinations of inputs that the flow tells apart, each as the numbers of the literals; nil for too many.
  package let inputs: [[Int32]]?

  /// Prepares checks of a flow.
  package init(_ plan: FlowPlan) {
    self.plan = plan
    inputs = Beginnings(plan)?.inputs
    longest = plan.steps.indices.map { LongestTimes($0, plan) }
    turns = Self.turns(plan, longest)
  }

  /// Whether the flow's deadline ends every run, and every run ends: attempts have time-outs, polls have deadlines, and
  /// the last rule has no condition.
  package var everyRunLands: Bool {
    guard let last = plan.rules.last, last.condition < 0 else { return false }
    return zip(plan.steps, plan.clocks).allSatisfy { step, clocks in
      switch step.kind {
      case .http, .action, .wait: if clocks.timeout < 0 { return false }
      case .cache, .value, .group: break
      }
      if clocks.pollEvery >= 0, clocks.deadline < 0 { return false }
      return !(step.isTail && step.isWatched)
        && step.fallbacks.allSatisfy {
          let fallback = plan.fallbacks[Int($0)]
          return fallback.timeout >= 0 || fallback.kind == .cache || fallback.kind == .value
        }
    }
  }

  /// The latest landing on a page, in nanoseconds; nil if the certificate is none. -1 if no run lands there.
  ///
  /// - Parameter inputs: By input: the number of its literal, or -1.
  package func latest(onPage page: Int, inputs: [Int32], _ sums: Sums) -> Int64? {
    guard Self.isComplete(sums.cases, [:]) else { return nil }
    var latest: Int64 = -1
    guard let queues = boundByQueues(sums.order), let cut = mayBeCut(inputs, sums.order, queues) else {
      return nil
    }
    for outcomes in cut ? [[:]] : sums.cases {
      guard let times = times(sums.order, outcomes) else { return nil }
      // No run has outcomes that contradict each other.
      guard plan.steps.indices.allSatisfy({ times.settled($0) != nil }) else { continue }
      guard let time = LatestDecisions(times: times, inputs: inputs).latest(onPage: page) else { continue }
      latest = max(latest, min(time, queues))
    }
    // The deadline settles steps in other ways than they would.
    return cut ? plan.deadline : latest
  }

  /// Whether the flow's deadline may come before a landing.
  private func mayBeCut(_ inputs: [Int32], _ order: [Int], _ queues: Int64) -> Bool? {
    guard let times = times(order, [:]) else { return nil }
    let decisions = LatestDecisions(times: times, inputs: inputs)
    return plan.pages.indices.contains { min(decisions.latest(onPage: $0) ?? -1, queues) > plan.deadline }
  }

  private func times(_ order: [Int], _ outcomes: [Int: Bool]) -> LatestTimes? {
    LatestTimes(plan, order: order, outcomes: outcomes, longest, turns: turns)
  }

  /// Whether every combination of outcomes is one of the cases: they split it again and again, by one step after another.
  private static func isComplete(_ cases: [[Int: Bool]], _ known: [Int: Bool]) -> Bool {
    let left = cases.filter { $0.allSatisfy { known[$0.key] ?? $0.value == $0.value } }
    guard let first = left.first else { return false }
    let open = first.keys.filter { step in known[step] == nil && left.allSatisfy { $0[step] != nil } }
    guard let split = open.min() else { return first.keys.allSatisfy { known[$0] != nil } }
    return [true, false].allSatisfy { isComplete(left, known.merging([split: $0]) { $1 }) }
  }

  /// By step: how long it can wait for its lane, until all others there are done with all that they may do.
  private static func turns(_ plan: FlowPlan, _ longest: [LongestTimes]) -> [Int64] {
    plan.steps.indices.map { step in
      let lane = plan.steps[step].lane
      guard lane >= 0 else { return 0 }
      let users = plan.steps.indices.filter { plan.steps[$0].lane == lane }
      let isEnough =
        users.count <= Int(plan.laneCapacities[Int(lane)]) && !users.contains { plan.steps[$0].whenIdle }
      return isEnough ? 0 : users.filter { $0 != step }.reduce(0) { $0.plus(longest[$1].onLane) }
    }
  }
}

// Queues of all lanes together (Graham 1969).
extension ArithmeticCheck {
  /// A time by which the run has landed, whatever the queues: while a step of the longest way waits for its lane, all
  /// places there are taken, and each user takes one once, for a bounded time. `.max` with groups and polls, nil if the
  /// order is none.
  private func boundByQueues(_ order: [Int]) -> Int64? {
    let isBounded = zip(plan.steps, plan.clocks).allSatisfy { $0.kind != .group && $1.pollEvery < 0 }
    guard isBounded else { return .max }
    var ends: [Int64?] = plan.steps.map { _ in nil }
    for event in order where event >= plan.steps.count && event < 2 * plan.steps.count {
      let step = event - plan.steps.count
      var start: Int64 = 0
      for wait in plan.graph.needs(of: step) + plan.graph.afters(of: step) {
        guard let end = ends[Int(wait)] else { return nil }
        start = max(start, end)
      }
      let time = max(longest[step].available ?? 0, longest[step].unavailable ?? 0)
      let lane = Int(plan.steps[step].lane)
      ends[step] = start.plus(lane < 0 ? time : time - time / places(lane))
    }
    var bound: Int64 = 0
    for step in plan.steps.indices where plan.steps[step].isWatched { bound = max(bound, ends[step] ?? .max) }
    for lane in plan.laneCapacities.indices {
      let users = plan.steps.indices.filter { Int(plan.steps[$0].lane) == lane && !plan.steps[$0].isTail }
      let sum = users.reduce(Int64(0)) { $0.plus(longest[$1].onLane) }
      let (whole, rest) = sum.quotientAndRemainder(dividingBy: places(lane))
      bound = bound.plus(sum == .max ? .max : whole.plus(rest > 0 ? 1 : 0))
    }
    return bound
  }

  /// How many of a lane's places are taken while a step waits for it: one, where steps wait until it is idle.
  private func places(_ lane: Int) -> Int64 {
    let waitsForIdle = plan.steps.contains { Int($0.lane) == lane && $0.whenIdle }
    return waitsForIdle ? 1 : Int64(max(1, plan.laneCapacities[lane]))
  }
}
