import LaunchFlowMachine
import LaunchFlowModel

@testable import LaunchFlowVerifier

/// Steps that differ only in how long they may take, so that nothing is lost if the one that is due first answers first.
///
/// Say that a and b are in flight, and b is due first. A run in which a answers now goes on like one in which b does: then a
/// stands for b and may do at each moment whatever b might have done, since it has more time left.
enum Alike {
  /// By step: the steps that are like it in this sense.
  ///
  /// - Parameters:
  ///   - isAsked: By step: whether a condition asks how it has settled.
  ///   - caches: What each cache may hold.
  static func partners(_ plan: FlowPlan, isAsked: [Bool], caches: [[CacheChoice]]) -> [[Int]] {
    let candidates = plan.steps.indices.filter { !isAsked[$0] && isPlain($0, plan) }
    var found: [[Int]] = plan.steps.map { _ in [] }
    let kinds = Dictionary(grouping: candidates) { role($0, plan) + helps(of: $0, plan, caches) }
    for steps in kinds.values where steps.count > 1 {
      for step in steps { found[step] = steps.filter { $0 != step }.sorted() }
    }
    return found
  }

  /// Whether one attempt and its time-out are all that there is to a step.
  private static func isPlain(_ index: Int, _ plan: FlowPlan) -> Bool {
    let step = plan.steps[index]
    let clocks = plan.clocks[index]
    return (step.kind == .http || step.kind == .action) && step.lane < 0 && !step.whenIdle
      && step.outcomes.isEmpty && step.fallbacks.allSatisfy { isLocal($0, of: index, plan) }
      && (clocks.attempts == 1 || clocks.retryClasses == 0) && clocks.deadline < 0
      && clocks.useFallbackAfter < 0 && clocks.pollEvery < 0 && clocks.unextendedTimeout < 0
  }

  /// Whether a fallback is a constant, or a cache that is read no more than once in a run.
  private static func isLocal(_ fallback: Int32, of step: Int, _ plan: FlowPlan) -> Bool {
    switch plan.fallbacks[Int(fallback)].kind {
    case .value: true
    case .cache: plan.outermostPolledGroup(of: step) < 0
    case .http, .action: false
    }
  }

  /// What may help such steps where they fail. A cache with one reader, of which no condition asks, is part of its step.
  private static func helps(of step: Int, _ plan: FlowPlan, _ caches: [[CacheChoice]]) -> [Int32] {
    let isFinal = plan.steps[step].names.contains { name in
      plan.names[Int(name)].isFailure && !plan.names[Int(name)].allowsFallback
    }
    return [isFinal ? -1 : -2]
      + plan.steps[step].fallbacks.flatMap { place -> [Int32] in
        let reader = plan.fallbacks[Int(place)].reader
        guard reader >= 0 else { return [-3] }
        let cache = plan.readers[Int(reader)].cache
        let readers = plan.readers.indices.filter { plan.readers[$0].cache == cache }
        let reads = caches[Int(cache)].map { content in
          zip(readers, content.reads).contains { $0 == Int(reader) && $1 != RunSnapshot.absent }
        }
        let isAskedFor = plan.conditions.contains { node in
          node.kind == .cached && plan.readers[Int(node.subject)].cache == cache
        }
        if readers.count == 1, !isAskedFor { return [-4, reads.contains(true) ? 1 : 0] }
        return [cache] + reads.map { $0 ? 1 : 0 }
      }
  }

  /// What such steps have in common: who waits for them, and where they belong.
  private static func role(_ index: Int, _ plan: FlowPlan) -> [Int32] {
    let step = plan.steps[index]
    let dependents = step.dependents.map { plan.dependents[Int($0)] }
    let names = dependents.map { $0.step * 2 + ($0.isNeed ? 1 : 0) }.sorted()
    let rules = step.ruleAfters.map { plan.ruleAfters[Int($0)] }.sorted()
    let traits = [step.kind == .http, step.isTail, step.continues].map { $0 ? Int32(1) : 0 }
    return traits + [step.domain, step.group, Int32(names.count)] + names + rules
  }
}
