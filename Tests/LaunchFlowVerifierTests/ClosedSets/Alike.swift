import LaunchFlowMachine
import LaunchFlowModel

/// Steps that differ only in how long they may take, so that nothing is lost if the one that is due first answers first.
///
/// Say that a and b are in flight, and b is due first. A run in which a answers now goes on like one in which b does: then a
/// stands for b and may do at each moment whatever b might have done, since it has more time left.
enum Alike {
  /// By step: the steps that are like it in this sense.
  ///
  /// - Parameter isAsked: By step: whether a condition asks how it has settled.
  static func partners(_ plan: FlowPlan, isAsked: [Bool]) -> [[Int]] {
    let candidates = plan.steps.indices.filter { !isAsked[$0] && isPlain($0, plan) }
    var found: [[Int]] = plan.steps.map { _ in [] }
    let kinds = Dictionary(grouping: candidates) { role($0, plan) }
    for steps in kinds.values where steps.count > 1 {
      for step in steps { found[step] = steps.filter { $0 != step }.sorted() }
    }
    return found
  }

  /// Whether one attempt and its time-out are all that there is to a step.
  private static func isPlain(_ index: Int, _ plan: FlowPlan) -> Bool {
    let step = plan.steps[index]
    let clocks = plan.clocks[index]
    return (step.kind == .http || step.kind == .action) && step.lane < 0 && !step.continues && !step.whenIdle
      && step.fallbacks.isEmpty && step.outcomes.isEmpty
      && (clocks.attempts == 1 || clocks.retryClasses == 0) && clocks.deadline < 0
      && clocks.useFallbackAfter < 0 && clocks.pollEvery < 0 && clocks.unextendedTimeout < 0
  }

  /// What such steps have in common: who waits for them, and where they belong.
  private static func role(_ index: Int, _ plan: FlowPlan) -> [Int32] {
    let step = plan.steps[index]
    let dependents = step.dependents.map { plan.dependents[Int($0)] }
    let names = dependents.map { $0.step * 2 + ($0.isNeed ? 1 : 0) }.sorted()
    let rules = step.ruleAfters.map { plan.ruleAfters[Int($0)] }.sorted()
    return [step.kind == .http ? 1 : 0, step.domain, step.group, step.isTail ? 1 : 0, Int32(names.count)]
      + names + rules
  }
}
