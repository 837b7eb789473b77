import LaunchFlow
import LaunchFlowSimulator

/// The world of a tested run: the app's own code if the test has it, the scenario for everything else.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ScenarioWorld: RunWorld {
  private let app: any RunWorld
  private let host: VirtualHost
  /// The current attempts that the scenario plays.
  private let open = Locked<[AttemptTicket: (Scripted, RunDriver)]>([:])

  private struct Scripted {
    /// The number of the event with its answer; nil if it hangs.
    var answer: Int?
    var end: Int64?
    /// Whether it continues after its cancellation.
    var isStubborn: Bool
  }

  init(_ app: any RunWorld, _ host: VirtualHost) {
    self.app = app
    self.host = host
  }

  func start(_ ticket: AttemptTicket, values: RunValues, due: Int64, driver: RunDriver) {
    let test = host.test
    let prepared = values.prepare(ticket.step, ticket.origin, in: test.requestEnvironment)
    if test.plays(ticket) {
      guard case .ready(nil) = prepared else {
        return app.start(ticket, values: values, due: due, driver: driver)
      }
      host.note(problem: test.missingValue(for: ticket))
    }
    switch prepared {
    case .malformed,
      .ready(nil) where test.plays(ticket):
      answer(AttemptAnswer(.failed(.malformed)), ticket, at: host.time.loop.now, driver)
      return
    case .ready(.request(let request)): host.note(request, of: ticket)
    case .ready: break
    }
    let now = host.time.loop.now
    let attempt = host.script.attempt(ticket.attempt, of: ticket.step, ticket.origin, at: now)
    let (due, overflow) = now.addingReportingOverflow(attempt.takes)
    let end = overflow ? nil : attempt.answer.map { (answer: $0, time: due) }
    let number = end.map { answer($0.answer, ticket, at: $0.time, driver) }
    let known = Scripted(answer: number, end: end?.time, isStubborn: attempt.ignoresCancellation)
    open.withLock { $0[ticket] = (known, driver) }
  }

  @discardableResult private func answer(
    _ answer: AttemptAnswer, _ ticket: AttemptTicket, at time: Int64, _ driver: RunDriver
  ) -> Int {
    host.time.schedule(at: time, .answer(on: ticket.track(in: host.test.plan))) { [open] in
      open.withLock { _ = $0.removeValue(forKey: ticket) }
      driver.answered(ticket, answer)
    }
  }

  func cancel(_ ticket: AttemptTicket) -> Bool {
    guard let (known, driver) = open.withLock({ $0.removeValue(forKey: ticket) }) else {
      return app.cancel(ticket)
    }
    if let answer = known.answer { host.time.unschedule(answer) }
    guard known.isStubborn else { return false }
    if let end = known.end {
      // After all other events of that instant.
      host.time.schedule(at: end, .timer(FlowTimer(.flowDeadline, of: ticket.step))) {
        driver.recordAbandoned(ticket, hasEnded: true)
      }
    }
    return true
  }

  func store(_ value: JSONValue, cache: Int, of step: Int) {
    app.store(value, cache: cache, of: step)
  }

  func clear(_ caches: [Int]) {
    app.clear(caches)
  }

  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64 {
    host.script.wait(after: attempt, of: step, atMost: nanoseconds)
  }
}
