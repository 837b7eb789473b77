import LaunchFlowMachine
import LaunchFlowModel

@testable import LaunchFlow
@testable import LaunchFlowSimulator

/// A scenario as a world for the real run driver: what the simulator does in its own loop, by callbacks.
final class ScriptedWorld: RunWorld, @unchecked Sendable {
  // All of it is touched by the one thread of its test.
  private let plan: FlowPlan
  private let script: ScenarioScript
  private let clock: ManualClock
  private var stubbornEnds: [AttemptTicket: Int64] = [:]
  private weak var driver: RunDriver?

  init(_ plan: FlowPlan, _ script: ScenarioScript, clock: ManualClock) {
    self.plan = plan
    self.script = script
    self.clock = clock
  }

  /// Runs a scenario on the real driver under a manual clock.
  static func run(_ plan: FlowPlan, _ scenario: Scenario, seed: UInt64, run: UInt64) throws -> SimulatedRun {
    let script = try ScenarioScript(plan, scenario, seed: seed, run: run)
    let clock = ManualClock()
    let world = ScriptedWorld(plan, script, clock: clock)
    let record = Locked<(events: [Trace.Event], notice: Flow.Notice?)>(([], nil))
    var observer = RunObserver()
    observer.recorded = { events in record.withLock { $0.events += events } }
    observer.landed = { _, notice, _ in record.withLock { $0.notice = notice } }
    let values = RunValues(plan, inputs: script.inputs, caches: script.caches)
    let driver = RunDriver(
      plan, snapshot: script.snapshot, values: values, loop: clock, world: world, observer: observer,
      scenario: scenario.name, seed: seed, run: run)
    world.driver = driver
    if let cancel = script.cancel { clock.schedule(at: cancel, .cancellation) { driver.cancel() } }
    for event in script.switches {
      clock.schedule(at: event.time, .connectivity(domain: event.domain)) {
        driver.connectivityChanged(domain: event.domain, isOffline: event.isOffline)
      }
    }
    for (signal, time) in script.signals {
      clock.schedule(at: time, .signal(signal)) { driver.signalled(signal) }
    }
    driver.start(countingFrom: 0)
    clock.runToTheEnd()
    let (events, notice) = record.withLock { $0 }
    var trace = TraceRecorder(plan, scenario: scenario.name, seed: seed, run: run).trace
    trace.events = events
    return SimulatedRun(trace: trace, notice: notice)
  }

  func start(_ ticket: AttemptTicket, values: RunValues, timeout: Int64, driver: RunDriver) {
    if case .malformed = values.prepare(ticket.step, ticket.origin, in: plan.releaseEnvironment) {
      schedule(AttemptAnswer(.failed(.malformed)), ticket, at: clock.now)
      return
    }
    let attempt = script.attempt(ticket.attempt, of: ticket.step, ticket.origin, at: clock.now)
    let (due, overflow) = clock.now.addingReportingOverflow(attempt.takes)
    if attempt.ignoresCancellation {
      stubbornEnds[ticket] = attempt.answer == nil || overflow ? .max : due
    }
    if let answer = attempt.answer, !overflow { schedule(answer, ticket, at: due) }
  }

  private func schedule(_ answer: AttemptAnswer, _ ticket: AttemptTicket, at time: Int64) {
    clock.schedule(at: time, .answer(step: ticket.step)) { [weak driver] in driver?.answered(ticket, answer) }
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
    script.wait(after: attempt, of: step, atMost: nanoseconds)
  }
}
