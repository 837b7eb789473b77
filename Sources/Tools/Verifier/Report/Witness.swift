/// A run that proves or refutes a claim, as its simulation shows it.
package struct Witness: Sendable {
  /// The run as a scenario for `simulate`, with all choices of the world and the expected landing.
  package private(set) var scenario: Scenario
  package let run: SimulatedRun
  /// The time of the landing, in nanoseconds since the start; nil if the run never lands.
  package let landsAt: Int64?
  package let page: String?

  /// Simulates a scenario; nil if it does not fit the flow.
  init?(_ scenario: Scenario, _ plan: FlowPlan) {
    guard let run = try? Simulation(plan, scenario).run() else { return nil }
    self.scenario = scenario
    self.run = run
    let summary = TraceSummary(run.trace)
    landsAt = summary.landedAt
    page = summary.landing?.page
    guard let page, let landsAt else { return }
    var landing = Scenario.Expectation()
    landing.landing = .anyOf([page])
    landing.within = .nanoseconds(landsAt)
    self.scenario.expect = landing
  }
}

extension RunPath {
  /// The run at times that satisfy every bound; nil if the run needs another order of events at one instant.
  ///
  /// - Parameter pinsEnd: Whether the last event is as late as possible.
  func witness(named name: String, _ choices: WorldChoices, pinsEnd: Bool) -> Witness? {
    constraints.times(pinsEnd: pinsEnd).flatMap { Witness(scenario(named: name, choices, at: $0), plan) }
  }

  func scenario(named name: String, _ choices: WorldChoices, at times: [Int64]) -> Scenario {
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
      let namer = Int(plan.signalNamers[signal])
      if let event, namer >= 0, let result = plan.name(events[event].detail, of: namer) {
        given.outcome = .named(result)
      }
      return given
    }
    scenario.offline = offlinePeriods(times)
    scenario.cancel = events.firstIndex { $0.kind == .cancelled }.map { .nanoseconds(times[$0]) }
    return scenario
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
    let asked = serverWait(attempt, times)
    if let (event, choice) = attempt.answer {
      shown.takes = .fixed(.nanoseconds(times[event] - times[attempt.start]))
      let outcome = asked ?? choice.outcome(of: attempt.step, in: plan)
      shown.outcome = scenarioOutcome(outcome, of: attempt.step)
      shown.retryAfter = askedWait(outcome, of: attempt.step)
    }
    let clocks = plan.clocks[attempt.step]
    if attempt.origin == .own, clocks.unextendedTimeout >= 0 {
      shown.extends = .nanoseconds(clocks.timeout - clocks.unextendedTimeout)
    }
    if let wait = attempt.wait, wait.isDrawn, asked == nil {
      let end = wait.isCut ? nil : wait.end
      shown.wait = .nanoseconds(end.map { times[$0] - times[wait.from] } ?? wait.own)
    }
    return shown
  }

  /// The answer that asks for the wait after an attempt; nil if the retry itself waits so long.
  private func serverWait(_ attempt: Attempt, _ times: [Int64]) -> FlowMachine.AttemptOutcome? {
    guard let wait = attempt.wait else { return nil }
    let waited = times[wait.end ?? times.count - 1] - times[wait.from]
    guard waited > wait.own else { return nil }
    let clocks = plan.clocks[attempt.step]
    let isThrottled = clocks.retryClasses & ErrorClass.throttled.bit != 0
    return .deferred(
      isThrottled ? .throttled : .server, nanoseconds: min(clocks.maxDelay, waited + (wait.isCut ? 1 : 0)))
  }

  /// The wait that the server of an answer asks for; nil for none.
  private func askedWait(_ outcome: FlowMachine.AttemptOutcome, of step: Int) -> Duration? {
    guard case .deferred(_, let wait) = outcome else { return nil }
    // Too long is longer than any that the step keeps.
    let longest = plan.longestWait(of: step, after: Int(plan.clocks[step].attempts) - 1)
    return .nanoseconds(wait == .max ? longest.plus(1_000_000_000) : wait)
  }

  private func scenarioOutcome(_ outcome: FlowMachine.AttemptOutcome, of step: Int) -> Scenario.Outcome {
    switch outcome {
    case .succeeded(let name) where name >= 0: .named(plan.name(name, of: step) ?? "")
    case .refused(let name): .named(plan.name(name, of: step) ?? "")
    case .succeeded, .failed, .deferred: outcome.errorClass.map { .error($0) } ?? .opaque
    }
  }

  private func offlinePeriods(_ times: [Int64]) -> [Scenario.OfflinePeriod] {
    var found: [Scenario.OfflinePeriod] = []
    for domain in -1..<plan.domains.count {
      let name = domain < 0 ? nil : plan.domains[domain]
      var since: Int64? = initiallyOffline & 1 << (domain + 1) != 0 ? 0 : nil
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
}
