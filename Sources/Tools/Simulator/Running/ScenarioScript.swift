/// A scenario's script for one run, attempt by attempt, for drivers that also run real handlers.
package struct ScenarioScript: Sendable {
  package struct Attempt: Hashable, Sendable {
    /// Its answer; nil if it hangs.
    package var answer: AttemptAnswer?
    /// The nanoseconds until it answers.
    package var takes: Int64
    package var ignoresCancellation: Bool
  }

  private let plan: FlowPlan
  private let planned: PlannedScenario
  private let run: RunConditions

  /// - Throws: `InvalidScenario` if it names something that the flow does not have.
  package init(_ plan: FlowPlan, _ scenario: Scenario, seed: UInt64, run: UInt64) throws(InvalidScenario) {
    self.plan = plan
    var planned = try ScenarioCompiler.compile(plan, scenario)
    let random = KeyedRandom(seed: seed, run: run)
    planned.choose(random)
    self.planned = planned
    self.run = RunConditions(planned, random)
  }

  /// The run's knowledge at its start.
  package var snapshot: RunSnapshot { planned.snapshot }
  /// The inputs, in file order.
  package var inputs: [JSONValue] { planned.inputs }
  /// The content of each cache, in file order.
  package var caches: [CachedValue?] { planned.caches }
  package var switches: [PlannedSwitchEvent] { planned.switches }
  /// The times at which the app gives its signals, in nanoseconds since the start, with their values. Signals without
  /// a time are left out.
  package var signals: [(signal: Int, time: Int64, answer: AttemptAnswer)] {
    planned.signals.enumerated().compactMap { index, signal in
      guard let signal else { return nil }
      return (index, planned.time(of: signal, run.random), planned.answer(signal))
    }
  }
  /// The time at which the run is cancelled, in nanoseconds since the start; nil for never.
  package var cancel: Int64? { planned.cancel < 0 ? nil : planned.cancel }

  package func attempt(_ number: Int, of step: Int, _ origin: AttemptOrigin, at now: Int64) -> Attempt {
    let attempt = planned.attempt(number, of: plan.source(step, origin), at: now, run)
    return Attempt(
      answer: attempt.answer < 0 ? nil : planned.answers[Int(attempt.answer)],
      takes: attempt.takes, ignoresCancellation: attempt.ignoresCancellation)
  }

  /// The nanoseconds that the scenario's kind of network adds to an attempt's request.
  package func linkDelay(_ number: Int, of step: Int, _ origin: AttemptOrigin) -> Int64 {
    run.delay(planned.sources[plan.source(step, origin)].key, number)
  }

  /// A wait with jitter, from zero to the longest, both included; the scenario may choose it.
  package func wait(after number: Int, of step: Int, atMost longest: Int64) -> Int64 {
    planned.wait(after: number, of: plan.source(step, .own), atMost: longest, run)
  }

  /// The network's effect on a request: a silent network loses the answer, one that refuses fails it at once;
  /// nil if the request gets through.
  ///
  /// - Parameter end: The time of its answer; nil while that is unknown.
  package func outage(sentAt start: Int64, answeredAt end: Int64?) -> Scenario.Outage.Kind? {
    planned.outage(sentAt: start, answeredAt: end)
  }
}
