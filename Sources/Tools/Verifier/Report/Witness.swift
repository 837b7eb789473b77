import LaunchFlowAuthoring
import LaunchFlowMachine

/// A run that proves or refutes a claim.
package struct Witness: Sendable {
  /// The run as a scenario for `simulate`, with all choices of the world and the expected landing.
  package let scenario: Scenario
  /// The time of the landing, in nanoseconds since the start; nil if the run never lands.
  package let landsAt: Int64?
  package let page: String?
  /// The trace up to the last event of the run.
  package let trace: Trace
}

extension RunPath {
  /// The run at times that satisfy every bound; nil if the run needs another order of events at one instant.
  ///
  /// - Parameter pinsEnd: Whether the last event is as late as possible.
  func witness(named name: String, _ choices: WorldChoices, pinsEnd: Bool) -> Witness? {
    guard let times = constraints.times(pinsEnd: pinsEnd) else { return nil }
    return witness(named: name, choices, at: times)
  }

  func witness(named name: String, _ choices: WorldChoices, at times: [Int64]) -> Witness {
    let waits = serverWaits(times)
    if !waits.isEmpty {
      return RunPath(events, cacheChoices: cacheChoices, choices, isTimed: true, deferrals: waits)
        .witness(named: name, choices, at: times)
    }
    let (trace, landsAt) = trace(named: name, choices, times)
    let page = machine.landedPage.map { plan.pages[$0] }
    var scenario = Scenario(name: name)
    scenario.inputs = zip(plan.flow.inputs, choices.inputClass(inputClass)).map {
      Flow.NamedValue($0.name, $1.value)
    }
    scenario.caches = cacheChoices.enumerated().compactMap { cache, choice in
      choices.caches[cache][choice].value.map { Scenario.CachedValue(plan.flow.caches[cache].name, $0) }
    }
    scenario.steps = behaviours(times)
    scenario.signals = plan.signals.enumerated().map { signal, name in
      let event = events.firstIndex { $0.kind == .signalled && $0.subject == signal }
      var given = Scenario.Signal(name, at: event.map { .fixed(.nanoseconds(times[$0])) })
      if let event, let result = result(ofSignal: events[event]) { given.outcome = .named(result) }
      return given
    }
    scenario.offline = offlinePeriods(times)
    scenario.cancel = events.firstIndex { $0.kind == .cancelled }.map { .nanoseconds(times[$0]) }
    if let page, let landsAt {
      var landing = Scenario.Expectation()
      landing.landing = .anyOf([page])
      landing.within = .nanoseconds(landsAt)
      scenario.expect = landing
    }
    return Witness(scenario: scenario, landsAt: landsAt, page: page, trace: trace)
  }

  /// The trace of the run, and the time of its landing. Values are kept for the notice, as in a replay.
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
      if let (step, choice) = answers[index] {
        values.note(choice.answer(of: step, in: plan), of: step)
        let wait = askedWait(at: index, choice, of: step)
        recorder.note(wait.map { AnswerCodes(code: nil, retryAfter: $0) }, of: step)
      }
      if events[index].kind == .signalled {
        values.note(
          AttemptAnswer(.succeeded(name: events[index].detail), value: .opaque),
          ofSignal: Int(events[index].subject))
      }
      for effect in effects { values.follow(effect) }
      recorder.record(effects, at: times[index], notice: values.notice?.written)
      for case .landed in effects { landsAt = times[index] }
    }
    return (recorder.trace, landsAt)
  }

  /// The result that names the value of a signal; nil for none.
  private func result(ofSignal event: ExploredEvent) -> String? {
    let namer = Int(plan.signalNamers[Int(event.subject)])
    return namer < 0 ? nil : plan.name(event.detail, of: namer)
  }

  private func behaviours(_ times: [Int64]) -> [Scenario.StepBehaviours] {
    var found: [Scenario.StepBehaviours] = []
    let hang = Scenario.Behaviour(outcome: .hang)
    for step in plan.steps.indices {
      var own: [Scenario.Behaviour] = []
      var remote: [Scenario.Behaviour] = []
      for attempt in attempts where attempt.step == step {
        let shown = behaviour(attempt, times)
        switch attempt.origin {
        case .own:
          // Attempts that failed at once because the switch was offline count, too.
          while own.count < attempt.number - 1 { own.append(hang) }
          own.append(shown)
        case .fallback(let index):
          let place = plan.documents[step].fallback[..<index].count { !$0.isLocal }
          // A scenario declares each fallback once; the first round of a polled group counts.
          guard remote.count <= place else { continue }
          while remote.count < place { remote.append(hang) }
          remote.append(shown)
        }
      }
      let name = plan.stepNames[step]
      if !own.isEmpty { found.append(.init(name, own)) }
      if !remote.isEmpty { found.append(.init(name + Scenario.StepBehaviours.fallbackSuffix, remote)) }
    }
    return found
  }

  private func behaviour(_ attempt: Attempt, _ times: [Int64]) -> Scenario.Behaviour {
    var shown = Scenario.Behaviour(outcome: .hang)
    if let (event, choice) = attempt.answer {
      shown.takes = .fixed(.nanoseconds(times[event] - times[attempt.start]))
      shown.outcome = choice.scenarioOutcome(of: attempt.step, in: plan)
      if let errorClass = deferrals[event]?.errorClass { shown.outcome = .error(errorClass) }
      shown.retryAfter = askedWait(at: event, choice, of: attempt.step).map { .nanoseconds($0) }
    }
    let clocks = plan.clocks[attempt.step]
    if attempt.origin == .own, clocks.unextendedTimeout >= 0 {
      shown.extends = .nanoseconds(clocks.timeout - clocks.unextendedTimeout)
    }
    if let wait = attempt.wait, wait.isDrawn {
      let end = wait.isCut ? nil : wait.end
      shown.wait = .nanoseconds(end.map { times[$0] - times[wait.from] } ?? wait.own)
    }
    return shown
  }

  /// The wait that the server of an answer asks for; nil for none.
  private func askedWait(at event: Int, _ choice: AttemptChoice, of step: Int) -> Int64? {
    guard case .deferred(_, let wait) = deferrals[event] ?? choice.outcome(of: step, in: plan) else {
      return nil
    }
    // Too long is longer than any that the step keeps.
    let longest = plan.longestWait(of: step, after: Int(plan.clocks[step].attempts) - 1)
    return wait == .max ? longest.plus(1_000_000_000) : wait
  }

  private func offlinePeriods(_ times: [Int64]) -> [Scenario.OfflinePeriod] {
    var found: [Scenario.OfflinePeriod] = []
    for domain in -1..<plan.domains.count {
      let name = domain < 0 ? nil : plan.domains[domain]
      var since: Int64? = machineStartsOffline(domain) ? 0 : nil
      func end(_ to: Int64?) {
        guard let from = since else { return }
        found.append(.init(from: .nanoseconds(from), to: to.map { .nanoseconds($0) }, domain: name))
        since = nil
      }
      for (index, event) in events.enumerated() where Int(event.subject) == domain {
        if event.kind == .wentOffline { since = times[index] }
        if event.kind == .cameOnline { end(times[index]) }
      }
      end(nil)
    }
    return found
  }

  private func machineStartsOffline(_ domain: Int) -> Bool {
    initiallyOffline & 1 << (domain + 1) != 0
  }
}

extension AttemptChoice {
  fileprivate func scenarioOutcome(of step: Int, in plan: FlowPlan) -> Scenario.Outcome {
    if code >= 0 { return .named(plan.name(code, of: step) ?? "") }
    return outcome(of: step, in: plan).errorClass.map { .error($0) } ?? .opaque
  }
}
