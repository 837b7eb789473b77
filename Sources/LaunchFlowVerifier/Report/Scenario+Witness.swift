import LaunchFlowModel
import LaunchFlowScenarios

extension Scenario {
  /// A run of a proof as a scenario that `simulate` replays, with the landing that it expects.
  package init(_ witness: Witness) {
    self.init(name: witness.name)
    inputs = witness.inputs
    caches = witness.caches.map { CachedValue($0.name, $0.value) }
    steps = witness.steps.map { step in
      let suffix = step.isFallback ? StepBehaviours.fallbackSuffix : ""
      return StepBehaviours(step.step + suffix, step.attempts.map(\.behaviour))
    }
    signals = witness.signals.map { signal in
      Signal(signal.name, at: signal.time.map { .fixed(.nanoseconds($0)) })
    }
    offline = witness.offline.map { period in
      OfflinePeriod(
        from: .nanoseconds(period.from), to: period.to.map { .nanoseconds($0) }, domain: period.domain)
    }
    cancel = witness.cancelledAt.map { .nanoseconds($0) }
    guard let page = witness.page, let landsAt = witness.landsAt else { return }
    var landing = Expectation()
    landing.landing = .anyOf([page])
    landing.within = .nanoseconds(landsAt)
    expect = landing
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
