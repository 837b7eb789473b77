import Foundation

/// The world of a real run: the app's actions, HTTP and the store.
///
/// Handlers and requests keep it alive, for ever if they never end. So it releases the run when the run has finished.
final class AppWorld: RunWorld, @unchecked Sendable {
  let engine: FlowEngine
  private let run: Int
  private let crew: HandlerCrew
  /// The lock of all attempts of actions.
  private let lock = Lock()
  let inputs: [String: JSONValue]

  /// Running work that can be cancelled.
  enum Work {
    case handler(HandlerTask)
    case exchange(PendingExchange)
  }

  private struct Begun {
    var ticket: AttemptTicket
    var work: Work
    /// The alarm that cuts an attempt that the app may extend.
    var alarm: (any Alarm)?
  }

  // The following variables are read and written on the event loop only; the constants are fixed.
  /// The run, until it has finished.
  var driver: RunDriver?
  /// How often each cache had been cleared when this run read it. Values are not stored after a later clearing.
  private var generations: CacheGenerations
  /// By track.
  private var work: [Begun?]
  /// Work to cancel after everything that is due now, so that many launches land before handlers are cancelled.
  private var cut: [Begun] = []
  /// The alarms of cancelled handlers, until they have ended or their grace is over.
  private var graces: [AttemptTicket: any Alarm] = [:]
  /// Attempts whose grace is over and whose handlers have not ended.
  private var abandoned: Set<AttemptTicket> = []

  /// The time in which a cancelled handler may end before the trace calls it abandoned, in nanoseconds.
  static let grace: Int64 = 100_000_000

  init(_ core: RunCore) {
    engine = core.engine
    run = core.number
    crew = HandlerCrew(on: core.engine.host, core.locals)
    work = Array(repeating: nil, count: core.engine.plan.trackCount)
    generations = core.generations
    inputs = Dictionary(
      zip(core.engine.plan.flow.inputs.map(\.name), core.inputs), uniquingKeysWith: { first, _ in first })
  }

  func start(_ ticket: AttemptTicket, values: RunValues, due: Int64, driver: RunDriver) {
    if case .own = ticket.origin, engine.plainActions[ticket.step] >= 0 {
      return call(engine.actions.actions[engine.plainActions[ticket.step]], nil, ticket, due)
    }
    switch values.prepare(ticket.step, ticket.origin, in: engine.environment) {
    case .ready(.request(let request)): send(request, ticket, due, driver)
    case .ready(.action(let name, let input)):
      guard let number = engine.actions.number(of: name) else {
        return driver.answered(ticket, AttemptAnswer(.failed(.error)))
      }
      call(engine.actions.actions[number], input, ticket, due)
    // A real run has no opaque values.
    case .ready(nil), .malformed: driver.answered(ticket, AttemptAnswer(.failed(.malformed)))
    }
  }

  private func call(
    _ action: FlowActions.Action, _ input: JSONValue?, _ ticket: AttemptTicket, _ due: Int64
  ) {
    let clocks = engine.plan.clocks[ticket.step]
    var usual = due
    if case .own = ticket.origin, clocks.unextendedTimeout >= 0 {
      usual -= clocks.timeout - clocks.unextendedTimeout
    }
    let attempt = ActionAttempt(action, input, ticket, in: self, due: usual, latest: due, lock)
    begun(.handler(attempt), ticket, usual < due ? alarm(at: usual, cutting: attempt) : nil)
    let isMain = engine.plan.steps[ticket.step].lane == engine.mainLane
    crew.start(attempt, of: engine.plan.stepNames[ticket.step], onMain: isMain)
  }

  /// Keeps the work of an attempt, so that it can be cancelled.
  func begun(_ work: Work, _ ticket: AttemptTicket, _ alarm: (any Alarm)? = nil) {
    self.work[ticket.track(in: engine.plan)] = Begun(ticket: ticket, work: work, alarm: alarm)
  }

  /// An alarm that cuts an attempt whose cut the app may move. Other attempts are cut by the machine.
  private func alarm(at time: Int64, cutting attempt: ActionAttempt) -> any Alarm {
    let alarm = engine.host.loop.makeAlarm { [weak self, weak attempt] in
      guard let self, let attempt, !attempt.isLatest, attempt.due <= engine.host.loop.now else { return }
      let ticket = attempt.ticket
      guard work[ticket.track(in: engine.plan)]?.ticket == ticket else { return }
      driver?.answered(ticket, AttemptAnswer(.failed(.timeout)))
      _ = cancel(ticket)
    }
    alarm.set(at: time)
    return alarm
  }

  /// Reports an attempt's answer, after which the attempt has no running work. On any thread.
  func ended(_ ticket: AttemptTicket, _ answer: AttemptAnswer) {
    let arrival = engine.host.loop.now
    engine.host.deliver(on: ticket.track(in: engine.plan)) {
      self.driver?.take(answer, of: ticket, arrivedAt: arrival)
      self.forget(ticket)
    }
  }

  /// Releases the run, which has finished.
  func end() {
    driver = nil
    crew.end()
  }

  private func forget(_ ticket: AttemptTicket) {
    if work[ticket.track(in: engine.plan)]?.ticket == ticket { work[ticket.track(in: engine.plan)] = nil }
    // Of one that ended within its grace, nothing is recorded.
    if !graces.isEmpty { graces[ticket] = nil }
    if !abandoned.isEmpty, abandoned.remove(ticket) != nil {
      driver?.recordAbandoned(ticket, hasEnded: true)
    }
  }

  /// Reports an attempt's progress. On any thread.
  func progressed(_ ticket: AttemptTicket, _ percent: Int) {
    engine.host.deliver(on: ticket.track(in: engine.plan)) {
      self.driver?.progressed(ticket, percent: percent)
    }
  }

  /// Moves the cut of an attempt. On any thread.
  func moveCut(of ticket: AttemptTicket, to due: Int64) {
    engine.host.loop.perform {
      if let begun = self.work[ticket.track(in: self.engine.plan)], begun.ticket == ticket {
        begun.alarm?.set(at: due)
      }
    }
  }

  func instant(of time: Int64) -> ContinuousClock.Instant {
    engine.host.clock.now + .nanoseconds(time - engine.host.loop.now)
  }

  func cancel(_ ticket: AttemptTicket) -> Bool {
    guard let begun = work[ticket.track(in: engine.plan)], begun.ticket == ticket else { return false }
    work[ticket.track(in: engine.plan)] = nil
    cut.append(Begun(ticket: ticket, work: begun.work))
    if cut.count == 1 { engine.host.loop.perform { self.cancelCut() } }
    return false
  }

  private func cancelCut() {
    let taken = cut
    cut = []
    for begun in taken {
      switch begun.work {
      case .exchange(let exchange): engine.host.perform(.cancellation) { exchange.cancel() }
      case .handler(let handler):
        handler.cancel()
        watch(begun.ticket, handler)
      }
    }
  }

  private func watch(_ ticket: AttemptTicket, _ handler: HandlerTask) {
    guard !handler.hasEnded else { return }
    // The alarm keeps this object alive until the grace is over, even after the run's end.
    let alarm = engine.host.loop.makeAlarm { self.graceIsOver(ticket, handler) }
    graces[ticket] = alarm
    alarm.set(at: engine.host.loop.now + Self.grace)
  }

  private func graceIsOver(_ ticket: AttemptTicket, _ handler: HandlerTask) {
    graces[ticket] = nil
    guard !handler.hasEnded else { return }
    abandoned.insert(ticket)
    if let driver { return driver.recordAbandoned(ticket, hasEnded: false) }
    engine.pass(.handlerAbandoned(run: run, step: engine.plan.stepNames[ticket.step]))
  }

  func store(_ value: JSONValue, cache: Int, of step: Int) {
    let entry = CacheEntry(value, storedAt: engine.host.date)
    engine.writer.write(entry, for: CacheKey(engine.plan.flow.caches[cache]), of: generations)
  }

  func clear(_ caches: [Int]) {
    for cache in caches { engine.writer.remove(CacheKey(engine.plan.flow.caches[cache]), for: &generations) }
  }

  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64 {
    nanoseconds > 0 ? Int64.random(in: 0...nanoseconds) : 0
  }
}
