import LaunchFlowMachine
import LaunchFlowModel

/// When each step can have settled at the latest, were there no deadline of the flow, in the runs in which some steps have
/// given outcomes. A time that is nil is that of an outcome that no such run has.
struct LatestTimes {
  let plan: FlowPlan
  /// By step.
  private(set) var available: [Int64?]
  private(set) var unavailable: [Int64?]
  private var starts: [Int64?]
  private let outcomes: [Int: Bool]

  /// Nil where the order is not one in which everything comes after what it waits for.
  ///
  /// - Parameters:
  ///   - order: The starts of steps by their indices, and their ends by these plus the number of steps.
  ///   - outcomes: By step: whether it is available.
  init?(_ plan: FlowPlan, order: [Int], outcomes: [Int: Bool], _ longest: [LongestTimes], turns: [Int64]) {
    self.plan = plan
    self.outcomes = outcomes
    let none: [Int64?] = plan.steps.map { _ in nil }
    (available, unavailable, starts) = (none, none, none)
    var isDone = Array(repeating: false, count: 2 * plan.steps.count)
    for event in order where isDone.indices.contains(event) {
      let step = event % plan.steps.count
      guard Self.precede(event, plan).allSatisfy({ isDone[$0] }) else { return nil }
      isDone[event] = true
      if event < plan.steps.count { start(step) } else { end(step, longest[step], turns[step]) }
    }
    guard isDone.allSatisfy(\.self) else { return nil }
  }

  private static func precede(_ event: Int, _ plan: FlowPlan) -> [Int] {
    let count = plan.steps.count
    let step = event % count
    let group = Int(plan.steps[step].group)
    guard event < count else { return [step] + members(step, plan).map { count + $0 } }
    return waits(step, plan).map { count + $0 } + (group < 0 ? [] : [group])
  }

  private static func waits(_ step: Int, _ plan: FlowPlan) -> [Int] {
    (plan.graph.needs(of: step) + plan.graph.afters(of: step)).map { Int($0) }
  }

  private static func members(_ group: Int, _ plan: FlowPlan) -> [Int] {
    guard plan.steps[group].kind == .group else { return [] }
    return plan.steps.indices.filter { Int(plan.steps[$0].group) == group }
  }

  /// When a step has settled at the latest; nil if the given outcomes contradict each other.
  func settled(_ step: Int) -> Int64? { Self.later(available[step], unavailable[step]) }

  static func later(_ left: Int64?, _ right: Int64?) -> Int64? {
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }

  /// Groups and members may be cancelled, cut and repeated, so that their outcomes are not told apart.
  private func isPlain(_ step: Int) -> Bool { plan.steps[step].group < 0 && plan.steps[step].kind != .group }

  private mutating func start(_ step: Int) {
    let group = Int(plan.steps[step].group)
    var start = group < 0 ? 0 : starts[group] ?? 0
    for wait in Self.waits(step, plan) { start = max(start, settled(wait) ?? 0) }
    guard isPlain(step) else {
      starts[step] = start
      return
    }
    // Only what is available lets it start.
    let needs = plan.graph.needs(of: step).map { Int($0) }
    guard needs.allSatisfy({ available[$0] != nil }) else { return }
    let afters = plan.graph.afters(of: step).map { Int($0) }.filter { !needs.contains($0) }
    starts[step] = (needs.compactMap { available[$0] } + afters.compactMap { settled($0) }).max() ?? 0
  }

  private mutating func end(_ step: Int, _ longest: LongestTimes, _ turn: Int64) {
    guard isPlain(step) else { return endInGroup(step, longest, turn) }
    var (good, bad): (Int64?, Int64?) = (nil, nil)
    if let start = starts[step] {
      good = longest.available.map { start.plus(turn).plus($0) }
      bad = longest.unavailable.map { start.plus(turn).plus($0) }
      if plan.steps[step].condition >= 0 { bad = Self.later(bad, start) }
    }
    let needs = plan.graph.needs(of: step).map { Int($0) }
    // It is skipped with the first need that is certainly lost, or else with any that may be.
    let lost = needs.filter { available[$0] == nil }.compactMap { unavailable[$0] }.min()
    if let lost {
      bad = lost
    } else {
      bad = Self.later(bad, needs.compactMap { unavailable[$0] }.max())
    }
    available[step] = outcomes[step] == false ? nil : good
    unavailable[step] = outcomes[step] == true ? nil : bad
  }

  private mutating func endInGroup(_ step: Int, _ longest: LongestTimes, _ turn: Int64) {
    var end = starts[step] ?? 0
    let deadline = plan.clocks[step].deadline
    if plan.steps[step].kind != .group {
      end = end.plus(turn).plus(max(longest.available ?? 0, longest.unavailable ?? 0))
    } else if plan.clocks[step].pollEvery >= 0 {
      end = deadline < 0 ? .max : end.plus(deadline)
    } else {
      let members = Self.members(step, plan).compactMap { settled($0) }.max() ?? 0
      end = deadline < 0 ? max(end, members) : min(max(end, members), end.plus(deadline))
    }
    available[step] = outcomes[step] == false ? nil : end
    unavailable[step] = outcomes[step] == true ? nil : end
  }
}
