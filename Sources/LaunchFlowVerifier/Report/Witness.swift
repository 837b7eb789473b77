import LaunchFlowMachine
import LaunchFlowModel

/// A run that proves or refutes a claim, with all that the world does in it. Times are nanoseconds.
package struct Witness: Sendable {
  /// The run's name.
  package var name: String
  /// The value of every input.
  package let inputs: [Flow.NamedValue]
  /// The values of the caches that are not empty at the start, by cache.
  package let caches: [Flow.NamedValue]
  /// The attempts of each step that makes any.
  package let steps: [StepAttempts]
  /// When the app gives each signal, since the start.
  package let signals: [Signal]
  /// When the offline switch says offline.
  package let offline: [OfflinePeriod]
  /// When the run is cancelled, since its start; nil if it is not.
  package let cancelledAt: Int64?
  /// When the run lands, since its start; nil if it never does.
  package let landsAt: Int64?
  /// The page that it lands on.
  package let page: String?
  /// The number of its events: answers, timers and changes of the switch.
  package let eventCount: Int
  /// The trace up to the last event of the run.
  package let trace: Trace
}

extension Witness {
  /// The attempts of one step's own work, or of its remote fallbacks.
  package struct StepAttempts: Sendable {
    /// The step's name.
    package var step: String
    /// Whether they are attempts of its remote fallbacks, one for each.
    package var isFallback: Bool
    /// The attempts in turn. Never empty.
    package var attempts: [Attempt]
  }

  /// The course of one attempt.
  package struct Attempt: Sendable {
    /// How it ends.
    package var end = End.hang
    /// How long it takes; 0 for one that hangs.
    package var takes: Int64 = 0
    /// How much longer than its time-out the app lets it take.
    package var extends: Int64?
    /// How long the step waits before its next attempt.
    package var wait: Int64?
  }

  /// How an attempt ends.
  package enum End: Sendable {
    /// Succeeds with a value of which nothing is known.
    case plain
    /// Ends with a result or a failure of the step.
    case named(String)
    case failed(ErrorClass)
    /// Never answers.
    case hang
  }

  /// When the app gives a signal.
  package struct Signal: Sendable {
    /// One of the flow's signals.
    package var name: String
    /// The time since the run's start; nil means never.
    package var time: Int64?
  }

  /// A stretch of time in which the offline switch says offline.
  package struct OfflinePeriod: Sendable {
    /// When it begins, since the run's start.
    package var from: Int64
    /// When the switch is back online; nil means never.
    package var to: Int64?
    /// The domain that is offline; nil means the whole app.
    package var domain: String?
  }
}

extension RunPath {
  /// The run at times that satisfy every bound. nil if there are no such times, because the run needs
  /// another order of events at one instant.
  ///
  /// - Parameters:
  ///   - name: The run's name.
  ///   - choices: The choices of the world.
  ///   - pinsEnd: Whether the last event is as late as possible.
  func witness(named name: String, _ choices: WorldChoices, pinsEnd: Bool) -> Witness? {
    guard let times = constraints.times(pinsEnd: pinsEnd) else { return nil }
    return witness(named: name, choices, at: times)
  }

  /// The run with its events at given times.
  func witness(named name: String, _ choices: WorldChoices, at times: [Int64]) -> Witness {
    let (trace, landsAt) = trace(named: name, choices, times)
    return Witness(
      name: name,
      inputs: zip(plan.flow.inputs, choices.inputClass(inputClass)).map {
        Flow.NamedValue($0.name, $1.value)
      },
      caches: cacheChoices.enumerated().compactMap { cache, choice in
        choices.caches[cache][choice].value.map { Flow.NamedValue(plan.flow.caches[cache].name, $0) }
      },
      steps: stepAttempts(times),
      signals: plan.signals.enumerated().map { signal, name in
        let event = events.firstIndex { $0.kind == .signalled && $0.subject == signal }
        return Witness.Signal(name: name, time: event.map { times[$0] })
      },
      offline: offlinePeriods(times),
      cancelledAt: events.firstIndex { $0.kind == .cancelled }.map { times[$0] },
      landsAt: landsAt, page: machine.landedPage.map { plan.pages[$0] },
      eventCount: events.count - 1, trace: trace)
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

  private func stepAttempts(_ times: [Int64]) -> [Witness.StepAttempts] {
    var found: [Witness.StepAttempts] = []
    for step in plan.steps.indices {
      var own: [Witness.Attempt] = []
      var remote: [Witness.Attempt] = []
      for attempt in attempts where attempt.step == step {
        let shown = shown(attempt, times)
        switch attempt.origin {
        case .own:
          // Attempts count even if they failed at once because the switch was offline.
          while own.count < attempt.number - 1 { own.append(Witness.Attempt()) }
          own.append(shown)
        case .fallback(let index):
          let place = plan.documents[step].fallback[..<index].count { !$0.isLocal }
          // A scenario declares a fallback once; the first round of a polled group counts.
          guard remote.count <= place else { continue }
          while remote.count < place { remote.append(Witness.Attempt()) }
          remote.append(shown)
        }
      }
      let name = plan.stepNames[step]
      if !own.isEmpty { found.append(.init(step: name, isFallback: false, attempts: own)) }
      if !remote.isEmpty { found.append(.init(step: name, isFallback: true, attempts: remote)) }
    }
    return found
  }

  private func shown(_ attempt: Attempt, _ times: [Int64]) -> Witness.Attempt {
    var shown = Witness.Attempt()
    if let (event, choice) = attempt.answer {
      shown.takes = times[event] - times[attempt.start]
      shown.end = choice.end(of: attempt.step, in: plan)
    }
    let clocks = plan.clocks[attempt.step]
    if attempt.origin == .own, clocks.unextendedTimeout >= 0 {
      shown.extends = clocks.timeout - clocks.unextendedTimeout
    }
    if let wait = attempt.wait {
      shown.wait = wait.to.map { times[$0] - times[wait.from] } ?? wait.longest
    }
    return shown
  }

  private func offlinePeriods(_ times: [Int64]) -> [Witness.OfflinePeriod] {
    var found: [Witness.OfflinePeriod] = []
    for domain in -1..<plan.domains.count {
      let name = domain < 0 ? nil : plan.domains[domain]
      var since: Int64? = machineStartsOffline(domain) ? 0 : nil
      for (index, event) in events.enumerated() where Int(event.subject) == domain {
        if event.kind == .wentOffline { since = times[index] }
        if event.kind == .cameOnline, let from = since {
          found.append(Witness.OfflinePeriod(from: from, to: times[index], domain: name))
          since = nil
        }
      }
      if let from = since { found.append(Witness.OfflinePeriod(from: from, domain: name)) }
    }
    return found
  }

  private func machineStartsOffline(_ domain: Int) -> Bool {
    initiallyOffline & 1 << (domain + 1) != 0
  }
}

extension AttemptChoice {
  /// How an attempt ends by it.
  fileprivate func end(of step: Int, in plan: FlowPlan) -> Witness.End {
    if code >= 0 { return .named(plan.name(code, of: step) ?? "") }
    return code == -1 ? .plain : .failed(ErrorClass.allCases[Int(-2 - code)])
  }
}
