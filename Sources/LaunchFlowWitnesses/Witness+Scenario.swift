import LaunchFlowModel
import LaunchFlowScenarios
import LaunchFlowVerifier

extension Witness {
  /// The run as a scenario that `simulate` replays, with the landing that it expects.
  package var scenario: Scenario {
    var scenario = Scenario(name: name)
    scenario.inputs = inputs
    scenario.caches = caches.map { Scenario.CachedValue($0.name, $0.value) }
    scenario.steps = steps.map { step in
      let suffix = step.isFallback ? Scenario.StepBehaviours.fallbackSuffix : ""
      return Scenario.StepBehaviours(step.step + suffix, step.attempts.map(\.behaviour))
    }
    scenario.signals = signals.map { signal in
      Scenario.Signal(signal.name, at: signal.time.map { .fixed(.nanoseconds($0)) })
    }
    scenario.offline = offline.map { period in
      Scenario.OfflinePeriod(
        from: .nanoseconds(period.from), to: period.to.map { .nanoseconds($0) }, domain: period.domain)
    }
    scenario.cancel = cancelledAt.map { .nanoseconds($0) }
    scenario.expect = expectation
    return scenario
  }

  private var expectation: Scenario.Expectation? {
    guard let page, let landsAt else { return nil }
    var expectation = Scenario.Expectation()
    expectation.landing = .anyOf([page])
    expectation.within = .nanoseconds(landsAt)
    return expectation
  }
}

extension Witness.Attempt {
  fileprivate var behaviour: Scenario.Behaviour {
    var behaviour = Scenario.Behaviour(takes: .fixed(.nanoseconds(takes)), outcome: end.outcome)
    behaviour.extends = extends.map { .nanoseconds($0) }
    behaviour.wait = wait.map { .nanoseconds($0) }
    return behaviour
  }
}

extension Witness.End {
  fileprivate var outcome: Scenario.Outcome {
    switch self {
    case .plain: .opaque
    case .named(let name): .named(name)
    case .failed(let errorClass): .error(errorClass)
    case .hang: .hang
    }
  }
}
