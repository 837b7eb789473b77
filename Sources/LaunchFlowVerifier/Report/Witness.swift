import LaunchFlowMachine
import LaunchFlowModel

/// A run that proves or refutes a claim, as a scenario that `simulate` replays.
package struct Witness: Sendable {
  /// The scenario of the run.
  package var scenario: Scenario
  /// When the run lands, in nanoseconds since its start; nil if it never does.
  package var landsAt: Int64?
  /// The page that it lands on.
  package var page: String?
  /// The number of its events: answers, timers and changes of the switch.
  package var eventCount: Int
  /// The trace up to the last event of the run.
  package var trace: Trace
}

extension RunPath {
  /// The run as a scenario, at times that satisfy every bound. nil if there are no such times, because the run needs
  /// another order of events at one instant; and if a cache must contain a value that was not found.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - choices: The choices of the world.
  ///   - pinsEnd: Whether the last event is as late as possible.
  func witness(named name: String, _ choices: WorldChoices, pinsEnd: Bool) -> Witness? {
    guard !isVague, let times = constraints.times(pinsEnd: pinsEnd) else { return nil }
    return witness(named: name, choices, at: times)
  }

  /// The run as a scenario, with its events at given times; nil if a cache must contain a value that was not found.
  func witness(named name: String, _ choices: WorldChoices, at times: [Int64]) -> Witness? {
    guard !isVague else { return nil }
    var scenario = Scenario(name: name)
    scenario.inputs = zip(plan.flow.inputs, choices.inputClass(inputClass)).map {
      Flow.NamedValue($0.name, $1.value)
    }
    for (cache, choice) in cacheChoices.enumerated() {
      guard let value = choices.caches[cache][choice].value else { continue }
      scenario.caches.append(Scenario.CachedValue(plan.flow.caches[cache].name, value))
    }
    scenario.steps = behaviours(times)
    scenario.offline = offlinePeriods(times)
    scenario.signals = plan.signals.enumerated().map { signal, name in
      let event = events.firstIndex { $0.kind == .signalled && $0.subject == signal }
      return Scenario.Signal(name, at: event.map { .fixed(.nanoseconds(times[$0])) })
    }
    if let index = events.firstIndex(where: { $0.kind == .cancelled }) {
      scenario.cancel = .nanoseconds(times[index])
    }
    let (trace, landsAt) = trace(named: name, choices, times)
    var witness = Witness(
      scenario: scenario, landsAt: landsAt, page: machine.landedPage.map { plan.pages[$0] },
      eventCount: events.count - 1, trace: trace)
    witness.scenario.expect = witness.expectation
    return witness
  }

  /// What happens in the run, and when it lands. Values are kept for the notice, as a replay keeps them.
  private func trace(
    named name: String, _ choices: WorldChoices, _ times: [Int64]
  ) -> (trace: Trace, landsAt: Int64?) {
    var recorder = TraceRecorder(plan, scenario: name)
    recorder.know(choices.snapshot(inputClass, offline: initiallyOffline, cacheChoices: cacheChoices))
    var values = RunValues(
      plan, inputs: choices.inputClass(inputClass).map(\.value),
      caches: cacheChoices.enumerated().map { cache, choice in
        choices.caches[cache][choice].value.map { CachedValue(.known($0)) }
      })
    var answers: [Int: (step: Int, choice: AttemptChoice)] = [:]
    for attempt in attempts {
      if let (event, choice) = attempt.answer { answers[event] = (attempt.step, choice) }
    }
    var landsAt: Int64?
    for (index, effects) in effects.enumerated() {
      if let (step, choice) = answers[index] { values.note(choice.answer(of: step, in: plan), of: step) }
      for effect in effects { values.follow(effect) }
      recorder.record(effects, at: times[index], notice: values.notice?.written)
      for case .landed in effects { landsAt = times[index] }
    }
    return (recorder.trace, landsAt)
  }

  private func behaviours(_ times: [Int64]) -> [Scenario.StepBehaviours] {
    var found: [Scenario.StepBehaviours] = []
    for step in plan.steps.indices {
      var own: [Scenario.Behaviour] = []
      var remote: [Scenario.Behaviour] = []
      for attempt in attempts where attempt.step == step {
        let behaviour = behaviour(attempt, times)
        switch attempt.origin {
        case .own:
          // Attempts count even if they failed at once because the switch was offline.
          while own.count < attempt.number - 1 { own.append(Scenario.Behaviour(outcome: .hang)) }
          own.append(behaviour)
        case .fallback(let index):
          let place = plan.documents[step].fallback[..<index].count { !$0.isLocal }
          // A scenario declares a fallback once; the first round of a polled group counts.
          guard remote.count <= place else { continue }
          while remote.count < place { remote.append(Scenario.Behaviour(outcome: .hang)) }
          remote.append(behaviour)
        }
      }
      let name = plan.stepNames[step]
      if !own.isEmpty { found.append(Scenario.StepBehaviours(name, own)) }
      if !remote.isEmpty { found.append(Scenario.StepBehaviours(name + ".fallback", remote)) }
    }
    return found
  }

  private func behaviour(_ attempt: Attempt, _ times: [Int64]) -> Scenario.Behaviour {
    var behaviour = Scenario.Behaviour(outcome: .hang)
    if let (event, choice) = attempt.answer {
      behaviour = Scenario.Behaviour(
        takes: .fixed(.nanoseconds(times[event] - times[attempt.start])),
        outcome: choice.scenarioOutcome(of: attempt.step, in: plan))
    }
    let clocks = plan.clocks[attempt.step]
    if attempt.origin == .own, clocks.unextendedTimeout >= 0 {
      behaviour.extends = .nanoseconds(clocks.timeout - clocks.unextendedTimeout)
    }
    if let wait = attempt.wait {
      behaviour.wait = .nanoseconds(wait.to.map { times[$0] - times[wait.from] } ?? wait.longest)
    }
    return behaviour
  }

  private func offlinePeriods(_ times: [Int64]) -> [Scenario.OfflinePeriod] {
    var found: [Scenario.OfflinePeriod] = []
    for domain in -1..<plan.domains.count {
      let name = domain < 0 ? nil : plan.domains[domain]
      var since: Int64? = machineStartsOffline(domain) ? 0 : nil
      for (index, event) in events.enumerated() where Int(event.subject) == domain {
        if event.kind == .wentOffline { since = times[index] }
        if event.kind == .cameOnline, let from = since {
          found.append(
            Scenario.OfflinePeriod(from: .nanoseconds(from), to: .nanoseconds(times[index]), domain: name))
          since = nil
        }
      }
      if let from = since {
        found.append(Scenario.OfflinePeriod(from: .nanoseconds(from), to: nil, domain: name))
      }
    }
    return found
  }

  private func machineStartsOffline(_ domain: Int) -> Bool {
    initiallyOffline & 1 << (domain + 1) != 0
  }
}

extension Witness {
  /// The expected landing of the scenario.
  fileprivate var expectation: Scenario.Expectation? {
    guard let page, let landsAt else { return nil }
    var expectation = Scenario.Expectation()
    expectation.landing = .anyOf([page])
    expectation.within = .nanoseconds(landsAt)
    return expectation
  }
}
