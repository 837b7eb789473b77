import LaunchFlowMachine
import LaunchFlowModel

/// What a scenario says of one run, attempt by attempt: for drivers that also run real handlers.
package struct ScenarioScript: Sendable {
  /// What one attempt does.
  package struct Attempt: Hashable, Sendable {
    /// Its answer; nil if it hangs.
    package var answer: AttemptAnswer?
    /// How many nanoseconds it takes to answer.
    package var takes: Int64
    /// Whether it goes on when it is cancelled.
    package var ignoresCancellation: Bool
  }

  /// A change of the offline switch.
  package struct SwitchEvent: Hashable, Sendable {
    /// When it happens, in nanoseconds since the start.
    package var time: Int64
    /// The domain by its index, or -1 for the whole app.
    package var domain: Int
    /// Whether it goes offline.
    package var isOffline: Bool
  }

  private let plan: FlowPlan
  private let planned: PlannedScenario
  private let random: KeyedRandom
  /// By how much likelier losses are in this run.
  private let loss: Double

  /// Fits a scenario to a flow.
  ///
  /// - Throws: `InvalidScenario` if it names anything that the flow does not have.
  package init(_ plan: FlowPlan, _ scenario: Scenario, seed: UInt64, run: UInt64) throws(InvalidScenario) {
    self.plan = plan
    var planned = try ScenarioCompiler.compile(plan, scenario)
    random = KeyedRandom(seed: seed, run: run)
    planned.choose(random)
    self.planned = planned
    loss = planned.loss?.value(random) ?? 1
  }

  /// What the run knows at its start.
  package var snapshot: RunSnapshot { planned.snapshot }
  /// The inputs, in file order.
  package var inputs: [JSONValue] { planned.inputs }
  /// The content of each cache, in file order.
  package var caches: [CachedValue?] { planned.caches }
  /// The changes of the offline switch after the start.
  package var switches: [SwitchEvent] {
    planned.switches.map { SwitchEvent(time: $0.time, domain: $0.domain, isOffline: $0.isOffline) }
  }
  /// When the app gives its signals, in nanoseconds since the start; a signal that it never gives is left out.
  package var signals: [(signal: Int, time: Int64)] {
    planned.signals.enumerated().compactMap { index, signal in
      guard let signal else { return nil }
      let unit = signal.time.isRandom ? random.unit(step: signal.key, attempt: 1, .time) : 0
      return (index, signal.time.nanoseconds(unit))
    }
  }
  /// When the run is cancelled, in nanoseconds since the start; nil for never.
  package var cancel: Int64? { planned.cancel < 0 ? nil : planned.cancel }

  /// An attempt that starts now.
  package func attempt(_ number: Int, of step: Int, _ origin: AttemptOrigin, at now: Int64) -> Attempt {
    let attempts: PlannedScenario.Attempts
    var index = 0
    switch origin {
    case .own:
      attempts = planned.own[step]
      index = min(number, attempts.behaviours.count) - 1
    case .fallback(let fallback):
      attempts = planned.fallbacks[Int(plan.steps[step].fallbacks.lowerBound) + fallback]
    }
    let behaviour = planned.behaviours[Int(attempts.behaviours.lowerBound) + index]
    let unit = behaviour.takes.isRandom ? random.unit(step: attempts.key, attempt: number, .time) : 0
    var attempt = Attempt(
      answer: answer(behaviour.ending, attempts, number), takes: behaviour.takes.nanoseconds(unit),
      ignoresCancellation: behaviour.ignoresCancellation)
    if attempts.isHTTP {
      if let factor = planned.factor {
        attempt.takes = PlannedFactor.times(factor.value(random), attempt.takes)
      }
      attempt.takes = attempt.takes.plus(linkDelay(attempts.key, number))
      meetOutages(&attempt, now)
    }
    if behaviour.extendedTo >= 0, attempt.answer == nil || attempt.takes > behaviour.extendedTo {
      (attempt.answer, attempt.takes) = (AttemptAnswer(.failed(.timeout)), behaviour.extendedTo)
    }
    return attempt
  }

  /// The nanoseconds that the scenario's kind of network adds to an attempt's request.
  package func linkDelay(_ number: Int, of step: Int, _ origin: AttemptOrigin) -> Int64 {
    switch origin {
    case .own: linkDelay(planned.own[step].key, number)
    case .fallback(let fallback):
      linkDelay(planned.fallbacks[Int(plan.steps[step].fallbacks.lowerBound) + fallback].key, number)
    }
  }

  private func linkDelay(_ key: UInt64, _ number: Int) -> Int64 {
    planned.link?.conditions(random).delay(random, key, number) ?? 0
  }

  /// A wait with jitter, from zero to the longest, both included; the scenario may choose it.
  package func wait(after number: Int, of step: Int, atMost longest: Int64) -> Int64 {
    let attempts = planned.own[step]
    if !attempts.behaviours.isEmpty {
      let place = min(number, attempts.behaviours.count) - 1
      let said = planned.behaviours[Int(attempts.behaviours.lowerBound) + place].wait
      if said >= 0 { return min(longest, said) }
    }
    let unit = random.unit(step: attempts.key, attempt: number, .jitter)
    return min(longest, Int64(unit * (Double(longest) + 1)))
  }

  private func answer(
    _ ending: PlannedScenario.Ending, _ attempts: PlannedScenario.Attempts, _ attempt: Int
  ) -> AttemptAnswer? {
    switch ending {
    case .hang: return nil
    case .odds(let shares):
      let unit = random.unit(step: attempts.key, attempt: attempt, .outcome)
      let chosen = planned.share(shares, unit, loss: attempts.isHTTP ? loss : 1)
      return answer(chosen, attempts, attempt)
    case .answer(let number):
      let answer = planned.answers[Int(number)]
      return AttemptAnswer(
        answer.outcome, value: planned.values[Int(answer.value)],
        message: answer.message < 0 ? nil : planned.messages[Int(answer.message)],
        codes: planned.codes(of: answer))
    }
  }

  private func meetOutages(_ attempt: inout Attempt, _ now: Int64) {
    switch outage(sentAt: now, answeredAt: attempt.answer.map { _ in now.plus(attempt.takes) }) {
    case .silent: attempt.answer = nil
    case .refused: (attempt.answer, attempt.takes) = (AttemptAnswer(.failed(.network)), 0)
    case nil: break
    }
  }

  /// What the network does to a request: a silent one loses the answer, one that refuses fails it as it begins; nil if
  /// the request gets through.
  ///
  /// - Parameter end: When its answer comes; nil while that is not known.
  package func outage(sentAt start: Int64, answeredAt end: Int64?) -> Scenario.Outage.Kind? {
    for outage in planned.outages where start < outage.to {
      let isUnderWay = start >= outage.from
      switch outage.kind {
      case .silent: if isUnderWay || end.map({ $0 >= outage.from }) ?? false { return .silent }
      case .refused: if isUnderWay { return .refused }
      }
    }
    return nil
  }
}
