import LaunchFlowMachine
import LaunchFlowModel

@testable import LaunchFlow
@testable import LaunchFlowSimulator

/// A scenario as a world for the real run driver: what the simulator does in its own loop, by callbacks.
final class ScriptedWorld: RunWorld, @unchecked Sendable {
  // All of it is touched by the one thread of its test.
  private let plan: FlowPlan
  private let scenario: PlannedScenario
  private let clock: ManualClock
  private let random: KeyedRandom
  private var stubbornEnds: [AttemptTicket: Int64] = [:]
  private weak var driver: RunDriver?

  init(_ plan: FlowPlan, _ scenario: PlannedScenario, clock: ManualClock, seed: UInt64, run: UInt64) {
    self.plan = plan
    self.scenario = scenario
    self.clock = clock
    random = KeyedRandom(seed: seed, run: run)
  }

  /// Runs a scenario on the real driver under a manual clock.
  static func run(_ plan: FlowPlan, _ scenario: Scenario, seed: UInt64, run: UInt64) throws -> SimulatedRun {
    let planned = try ScenarioCompiler.compile(plan, scenario)
    let clock = ManualClock()
    let world = ScriptedWorld(plan, planned, clock: clock, seed: seed, run: run)
    let record = Locked<(events: [Trace.Event], notice: Flow.Notice?)>(([], nil))
    var observer = RunObserver()
    observer.recorded = { events in record.withLock { $0.events += events } }
    observer.landed = { _, notice, _ in record.withLock { $0.notice = notice } }
    let values = RunValues(plan, inputs: planned.inputs, caches: planned.caches)
    let driver = RunDriver(
      plan, snapshot: planned.snapshot, values: values, loop: clock, world: world, observer: observer,
      scenario: scenario.name, seed: seed, run: run)
    world.driver = driver
    if planned.cancel >= 0 { clock.schedule(at: planned.cancel, .cancellation) { driver.cancel() } }
    for event in planned.switches {
      clock.schedule(at: event.time, .connectivity(domain: event.domain)) {
        driver.connectivityChanged(domain: event.domain, isOffline: event.isOffline)
      }
    }
    driver.start(countingFrom: 0)
    clock.runToTheEnd()
    let (events, notice) = record.withLock { $0 }
    var trace = TraceRecorder(plan, scenario: scenario.name, seed: seed, run: run).trace
    trace.events = events
    return SimulatedRun(trace: trace, notice: notice)
  }

  func start(_ ticket: AttemptTicket, values: RunValues, timeout: Int64, driver: RunDriver) {
    let attempts: PlannedScenario.Attempts
    var index = 0
    switch ticket.origin {
    case .own:
      attempts = scenario.own[ticket.step]
      index = min(ticket.attempt, attempts.behaviours.count) - 1
    case .fallback(let fallback):
      attempts = scenario.fallbacks[Int(plan.steps[ticket.step].fallbacks.lowerBound) + fallback]
    }
    if case .malformed = values.prepare(ticket.step, ticket.origin, in: plan.releaseEnvironment) {
      schedule(AttemptAnswer(.failed(.malformed)), ticket, at: clock.now)
      return
    }
    let behaviour = scenario.behaviours[Int(attempts.behaviours.lowerBound) + index]
    var takes = behaviour.takes.nanoseconds(
      behaviour.takes.isRandom ? random.unit(step: attempts.key, attempt: ticket.attempt, .time) : 0)
    var answer = answer(behaviour.ending, attempts.key, ticket.attempt)
    if attempts.isHTTP, let link = scenario.link?.conditions(random) {
      takes = takes.plus(link.delay(random, attempts.key, ticket.attempt))
    }
    if attempts.isHTTP { meetOutages(&answer, &takes) }
    let (due, overflow) = clock.now.addingReportingOverflow(takes)
    if behaviour.ignoresCancellation { stubbornEnds[ticket] = answer == nil || overflow ? .max : due }
    if let answer, !overflow { schedule(answer, ticket, at: due) }
  }

  private func schedule(_ answer: AttemptAnswer, _ ticket: AttemptTicket, at time: Int64) {
    clock.schedule(at: time, .answer(step: ticket.step)) { [weak driver] in driver?.answered(ticket, answer) }
  }

  private func answer(_ ending: PlannedScenario.Ending, _ key: UInt64, _ attempt: Int) -> AttemptAnswer? {
    switch ending {
    case .hang: return nil
    case .odds(let shares):
      let unit = random.unit(step: key, attempt: attempt, .outcome)
      let chosen = shares.first { unit < scenario.shares[Int($0)].upTo } ?? shares.upperBound - 1
      return answer(scenario.shares[Int(chosen)].ending, key, attempt)
    case .answer(let number): return scenario.attemptAnswer(scenario.answers[Int(number)])
    }
  }

  private func meetOutages(_ answer: inout AttemptAnswer?, _ takes: inout Int64) {
    let now = clock.now
    for outage in scenario.outages where now < outage.to {
      switch outage.kind {
      case .silent where now >= outage.from || answer != nil && now + takes >= outage.from:
        answer = nil
        return
      case .refused where now >= outage.from:
        answer = AttemptAnswer(.failed(.network))
        takes = 0
        return
      case .silent, .refused: break
      }
    }
  }

  func cancel(_ ticket: AttemptTicket) -> Bool {
    guard let end = stubbornEnds.removeValue(forKey: ticket) else { return false }
    if end < .max {
      // Behind everything else of that instant.
      clock.schedule(at: end, .timer(FlowTimer(.flowDeadline, of: ticket.step))) { [weak driver] in
        driver?.recordAbandoned([ticket], hasEnded: true)
      }
    }
    return true
  }

  func store(_ value: JSONValue, cache: Int, of step: Int) {}

  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64 {
    let unit = random.unit(step: scenario.own[step].key, attempt: attempt, .jitter)
    return min(nanoseconds, Int64(unit * (Double(nanoseconds) + 1)))
  }
}

extension PlannedScenario {
  /// An answer with its value and message in place of their numbers.
  fileprivate func attemptAnswer(_ answer: PlannedAnswer) -> AttemptAnswer {
    AttemptAnswer(
      answer.outcome, value: values[Int(answer.value)],
      message: answer.message < 0 ? nil : messages[Int(answer.message)], codes: codes(of: answer))
  }
}
