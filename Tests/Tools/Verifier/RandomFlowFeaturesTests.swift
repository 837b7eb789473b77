import LaunchFlowSimulator
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

/// The flows of the attack have everything that a flow may have, and their runs come to everything that a run may.
@Suite struct RandomFlowFeaturesTests {
  struct Feature: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stands: @Sendable (Flow) -> Bool

    init(_ name: String, _ stands: @escaping @Sendable (Flow) -> Bool) {
      testDescription = name
      self.stands = stands
    }

    /// It stands in some step, at whatever depth.
    static func step(_ name: String, _ stands: @escaping @Sendable (Flow.Step) -> Bool) -> Feature {
      Feature(name) { RandomFlowFeaturesTests.steps(of: $0.steps).contains(where: stands) }
    }
  }

  private static func steps(of steps: [Flow.Step]) -> [Flow.Step] {
    steps.flatMap { [$0] + Self.steps(of: $0.members ?? []) }
  }

  /// Half of those that a deep run of the suite attacks.
  private static let flows = (UInt64(0)..<80).map { seed in
    RandomFlow.make(seed: seed, features: ProofAttack.features(seed))
  }

  static let features: [Feature] = [
    .step("a step over HTTP") { if case .http = $0.work { true } else { false } },
    .step("an action") { if case .action = $0.work { true } else { false } },
    .step("a constant") { if case .value = $0.work { true } else { false } },
    .step("a reader of a cache") { if case .cache = $0.work { true } else { false } },
    .step("a reader that asks elsewhere") { step in
      if case .cache = step.work { step.fallback.contains { !$0.isLocal } } else { false }
    },
    .step("a retry with jitter") { $0.retry?.jitter == .full },
    .step("a retry without jitter") { $0.retry?.jitter == Flow.Retry.Jitter.none },
    .step("a retry for a server that asks for a wait") { step in
      if case .http = step.work { step.retry?.maxDelay != nil && step.retry?.on != [.server] } else { false }
    },
    .step("a step's deadline") { $0.deadline != nil && $0.members == nil },
    .step("a step that polls") { $0.poll != nil && $0.members == nil },
    .step("a polled group") { $0.poll != nil && $0.members != nil },
    .step("a polled group within a polled group") { group in
      group.poll != nil && steps(of: group.members ?? []).contains { $0.poll != nil && $0.members != nil }
    },
    .step("a polled group that fails fast") { $0.poll != nil && $0.failFast },
    .step("a group with results") { !$0.outcomes.isEmpty && $0.poll == nil },
    .step("a group within a group") { $0.members?.contains { $0.members != nil } ?? false },
    .step("a group's deadline") { $0.deadline != nil && $0.members != nil && $0.poll == nil },
    .step("a group that fails fast") { $0.failFast },
    .step("a group that continues") { $0.afterLanding == .continue && $0.members != nil },
    .step("a member that continues in a group that does not") { group in
      group.afterLanding != .continue && group.members?.contains { $0.afterLanding == .continue } ?? false
    },
    .step("a local fallback") { $0.fallback.contains(where: \.isLocal) },
    .step("a remote fallback, by an action") { step in
      step.fallback.contains { $0.work.action != nil }
    },
    .step("a remote fallback, over HTTP") { step in
      step.fallback.contains { $0.work.request != nil }
    },
    .step("an early fallback") { $0.useFallbackAfter != nil },
    .step("an early fallback behind a remote one") {
      $0.useFallbackAfter != nil && $0.fallback.first?.isLocal == false
    },
    .step("a fallback beside the own work") { $0.hedges && $0.hasRemoteFallback },
    .step("fallbacks at times of their own") { $0.fallback.contains { $0.after != nil } },
    .step("a refusal that fallbacks may hide") { $0.failures.contains(where: \.allowFallback) },
    .step("a refusal that they may not") { $0.failures.contains { !$0.allowFallback } },
    .step("the main lane") { $0.lane == Flow.Lane.main },
    .step("a lane of two") { $0.lane == "pair" },
    .step("a wait for a signal") { if case .signal = $0.awaited { true } else { false } },
    .step("a wait for the switch") { $0.awaited == .online },
    .step("a wait for a time") { if case .time = $0.awaited { true } else { false } },
    .step("a wait in the tail") { $0.awaited != nil && $0.after.contains("landing") },
    .step("a priority") { $0.priority != 0 },
    .step("a step that waits until its lane is idle") { $0.whenIdle },
    Feature("a rule that counts") { flow in
      flow.landings.contains { rule in
        rule.when?.terms.contains { if case .atLeast = $0 { true } else { false } } ?? false
      }
    },
    .step("late work on a lane") { $0.lane != nil && $0.useFallbackAfter != nil },
    .step("valid values alone") { $0.valid != nil },
    .step("two results") { $0.results.count > 1 },
    .step("a condition of several facts") { ($0.when?.terms.count ?? 0) > 1 },
    .step("a step that needs others") { !$0.needs.isEmpty },
    Feature("several readers of one cache") { flow in
      let read = steps(of: flow.steps).flatMap { step in
        step.fallback.compactMap(\.work.cache)
      }
      return Set(read).count < read.count
    },
    Feature("a cache of an age") { $0.caches.contains { $0.maxAge != nil } },
    Feature("a step of the tail") { $0.steps.contains { $0.after.contains("landing") } },
    Feature("a group in the tail") { flow in
      flow.steps.contains { $0.after.contains("landing") && $0.members != nil }
    },
    Feature("a step that waits for the tail") { flow in
      let tail = Set(flow.steps.filter { $0.after.contains("landing") }.map(\.name))
      return flow.steps.contains { !tail.isDisjoint(with: $0.needs + $0.after) }
    },
    Feature("services with domains") { $0.services.contains { $0.domain != nil } },
    Feature("a rule that asks for the switch") { flow in
      flow.landings.contains { rule in
        rule.when?.terms.contains { if case .fact("offline", _) = $0 { true } else { false } } ?? false
      }
    },
    Feature("a rule that waits") { $0.landings.dropLast().contains { !$0.after.isEmpty } },
    Feature("a notice") { $0.landings.contains { $0.notices.contains { !$0.text.contains("$") } } },
    Feature("a notice that refers to a step") {
      $0.landings.contains { $0.notices.contains { $0.text.contains("$") } }
    },
    Feature("a notice with a condition") { $0.landings.contains { $0.notices.contains { $0.when != nil } } },
    Feature("a rule that asks for an error class") { flow in
      flow.landings.contains { rule in
        rule.when?.terms.contains { if case .error = $0 { true } else { false } } ?? false
      }
    },
    Feature("an input with more than two values") { $0.inputs.contains { $0.kind == .string } },
  ]

  @Test(arguments: features) func `some flow of the attack has it`(_ feature: Feature) {
    #expect(Self.flows.contains(where: feature.stands))
  }
}
