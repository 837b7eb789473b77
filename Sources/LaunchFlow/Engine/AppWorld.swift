import Foundation

/// The world of a real run: the app's actions, HTTP and the store.
final class AppWorld: RunWorld, @unchecked Sendable {
  let engine: FlowEngine
  private let core: RunCore
  private let inputs: [String: JSONValue]

  /// Something under way that can be cancelled.
  enum Work {
    case handler(HandlerTask)
    case exchange(PendingExchange)
  }

  /// How long a cancelled handler may take before the trace calls it abandoned, in nanoseconds.
  private static let grace: Int64 = 100_000_000

  // What follows is read and written on the event loop alone; the constants are fixed.
  /// How often each cache has been cleared, as far as this run knows: what it stores counts as of then.
  private var generations: CacheGenerations
  var work: [AttemptTicket: Work] = [:]
  /// What cuts the attempts that the app may extend.
  private var alarms: [AttemptTicket: any Alarm] = [:]
  /// What is to be cancelled after everything that is due now: of many launches that land at one instant, each lands
  /// before the others' handlers are cancelled.
  private var cut: [(ticket: AttemptTicket, work: Work)] = []
  private var cancelled = CancelledHandlers()
  /// Rings when the next cancelled handler's grace is over.
  private var alarm: (any Alarm)?
  /// Attempts whose grace is over and whose handlers have not ended.
  private var abandoned: Set<AttemptTicket> = []

  init(_ core: RunCore) {
    self.core = core
    engine = core.engine
    generations = core.generations
    inputs = Dictionary(
      zip(core.engine.plan.flow.inputs.map(\.name), core.inputs), uniquingKeysWith: { first, _ in first })
  }

  func start(_ ticket: AttemptTicket, values: RunValues, timeout: Int64, driver: RunDriver) {
    switch values.prepare(ticket.step, ticket.origin, in: engine.environment) {
    case .ready(.request(let request)): send(request, ticket, timeout, driver)
    case .ready(.action(let name, let input)): call(name, input, ticket, timeout, driver)
    // Nothing is opaque in a real run.
    case .ready(nil), .malformed: driver.answered(ticket, AttemptAnswer(.failed(.malformed)))
    }
  }

  private func call(
    _ action: String, _ input: JSONValue?, _ ticket: AttemptTicket, _ timeout: Int64, _ driver: RunDriver
  ) {
    let plan = engine.plan
    guard let handled = engine.actions.actions[action] else {
      driver.answered(ticket, AttemptAnswer(.failed(.error)))
      return
    }
    let context = ActionContext(
      step: plan.stepNames[ticket.step], inputs: inputs, input: input, attempt: ticket.attempt,
      clock: engine.host.clock, limit: limit(of: ticket, timeout, driver),
      progress: ActionProgress { [weak driver, host = engine.host] percent in
        host.deliver(of: ticket.step) { [weak driver] in driver?.progressed(ticket, percent: percent) }
      })
    let isMain = plan.lane(of: ticket.step) == Flow.Lane.main
    let handler = self.handler(of: context.step, onMain: isMain) {
      do {
        return Answer.value(try await handled.body(context))
      } catch let refusal as ActionRefusal {
        return .refusal(refusal.name, message: refusal.message)
      } catch is CancellationError {
        // The engine did not cancel it, or ignores the answer by now.
        return .error(.network)
      } catch {
        return .error(.error)
      }
    } onEnd: { [weak self, weak driver, host = engine.host] answer in
      let reading = plan.read(answer, of: ticket.step, origin: ticket.origin)
      host.deliver(of: ticket.step) { [weak self, weak driver] in
        driver?.answered(ticket, AttemptAnswer(reading))
        self?.handlerEnded(ticket, driver)
      }
    }
    work[ticket] = .handler(handler)
  }

  /// The time of an attempt's cut. Where the app may move it, an alarm cuts the attempt; elsewhere the machine does.
  private func limit(of ticket: AttemptTicket, _ timeout: Int64, _ driver: RunDriver) -> AttemptLimit {
    let clocks = engine.plan.clocks[ticket.step]
    guard ticket.origin == .own, clocks.unextendedTimeout >= 0 else {
      return AttemptLimit(on: engine.host, timeout: timeout, latest: timeout) { _ in }
    }
    let usual = max(0, timeout - (clocks.timeout - clocks.unextendedTimeout))
    let limit = AttemptLimit(on: engine.host, timeout: usual, latest: timeout) { [weak self] due in
      guard let self else { return }
      engine.host.loop.perform { self.alarms[ticket]?.set(at: due) }
    }
    let alarm = engine.host.loop.makeAlarm { [weak self, weak driver, weak limit] in
      guard let self, let driver, let limit, !limit.isLatest, limit.time <= engine.host.loop.now else {
        return
      }
      guard work[ticket] != nil else { return }
      driver.answered(ticket, AttemptAnswer(.failed(.timeout)))
      _ = cancel(ticket)
    }
    alarms[ticket] = alarm
    alarm.set(at: limit.time)
    return limit
  }

  /// Starts a handler, with the task-local values of the run's caller.
  func handler<Answer: Sendable>(
    of step: String, onMain: Bool = false,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Answer,
    onEnd: @escaping @Sendable (Answer) -> Void
  ) -> HandlerTask {
    core.locals.perform { [host = engine.host] in
      HandlerTask(on: host, of: step, onMain: onMain, body, onEnd: onEnd)
    }
  }

  func handlerEnded(_ ticket: AttemptTicket, _ driver: RunDriver?) {
    engine.host.loop.perform {
      self.work[ticket] = nil
      self.alarms[ticket] = nil
      // Within its grace nothing was recorded of it.
      if self.cancelled.remove(ticket) { return }
      if self.abandoned.remove(ticket) != nil { driver?.recordAbandoned([ticket], hasEnded: true) }
    }
  }

  func cancel(_ ticket: AttemptTicket) -> Bool {
    alarms[ticket] = nil
    guard let work = work.removeValue(forKey: ticket) else { return false }
    cut.append((ticket, work))
    if cut.count == 1 { engine.host.loop.perform { self.cancelCut() } }
    return false
  }

  private func cancelCut() {
    let taken = cut
    cut = []
    for (ticket, work) in taken {
      switch work {
      case .exchange(let exchange): engine.host.perform(.cancellation) { exchange.cancel() }
      case .handler(let handler):
        handler.cancel()
        watch(ticket, handler)
      }
    }
  }

  private func watch(_ ticket: AttemptTicket, _ handler: HandlerTask) {
    guard !handler.hasEnded else { return }
    let isFirst = cancelled.nextDue() == nil
    let due = engine.host.loop.now + Self.grace
    cancelled.add(handler, ticket, until: due)
    guard isFirst else { return }
    // It keeps this object, also after the run's end, until the last grace is over.
    let alarm = alarm ?? engine.host.loop.makeAlarm { self.graceIsOver() }
    self.alarm = alarm
    alarm.set(at: due)
  }

  private func graceIsOver() {
    let stubborn = cancelled.takeDue(at: engine.host.loop.now)
    let due = cancelled.nextDue()
    alarm?.set(at: due)
    if due == nil { alarm = nil }
    guard !stubborn.isEmpty else { return }
    abandoned.formUnion(stubborn)
    if let driver = core.runDriver { return driver.recordAbandoned(stubborn, hasEnded: false) }
    for ticket in stubborn {
      engine.pass(.handlerAbandoned(run: core.number, step: engine.plan.stepNames[ticket.step]))
    }
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
