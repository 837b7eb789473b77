import Foundation

/// The world of a real run: the app's actions, HTTP and the store.
final class AppWorld: RunWorld, @unchecked Sendable {
  let engine: FlowEngine
  private let core: RunCore
  private let inputs: [String: JSONValue]

  /// Something under way that can be told to end.
  enum Work {
    case handler(HandlerTask)
    case exchange(PendingExchange)
  }

  /// How long a cancelled handler may take before the trace calls it abandoned, in nanoseconds.
  private static let grace: Int64 = 100_000_000

  // What follows is read and written on the driver alone; the constants are fixed.
  var work: [AttemptTicket: Work] = [:]
  private var cancelled = CancelledHandlers()
  /// Rings when the next cancelled handler's grace is over.
  private var alarm: (any Alarm)?
  /// Those whose grace is over and whose handlers have not ended.
  private var abandoned: Set<AttemptTicket> = []

  init(_ core: RunCore) {
    self.core = core
    engine = core.engine
    inputs = Dictionary(
      zip(core.engine.plan.flow.inputs.map(\.name), core.inputs), uniquingKeysWith: { first, _ in first })
  }

  func start(_ ticket: AttemptTicket, ledger: RunLedger, timeout: Int64, driver: RunDriver) {
    let resolve: (Template.Reference) -> JSONValue? = { reference in
      if case .known(let value) = ledger.value(of: reference) { value } else { nil }
    }
    do throws(RequestFlaw) {
      if let request = try engine.plan.renderedRequest(
        of: ticket.step, origin: ticket.origin, in: engine.environment, resolve: resolve)
      {
        send(request, ticket, timeout, driver)
      } else {
        try call(ticket, resolve, timeout, driver)
      }
    } catch {
      driver.answered(ticket, AttemptAnswer(.failed(.malformed)))
    }
  }

  private func call(
    _ ticket: AttemptTicket, _ resolve: @escaping (Template.Reference) -> JSONValue?, _ timeout: Int64,
    _ driver: RunDriver
  ) throws(RequestFlaw) {
    let plan = engine.plan
    guard let action = plan.action(of: ticket.step, origin: ticket.origin),
      let body = engine.actions.bodies[action.name]
    else {
      driver.answered(ticket, AttemptAnswer(.failed(.error)))
      return
    }
    let renderer = RequestRenderer(service: nil, environment: engine.environment, resolve: resolve)
    let input: JSONValue? = try action.input.map { value throws(RequestFlaw) in try renderer.filled(value) }
    let context = ActionContext(
      step: plan.stepNames[ticket.step], inputs: inputs, input: input, attempt: ticket.attempt,
      deadline: .now + .nanoseconds(timeout),
      progress: ActionProgress { [weak driver] percent in driver?.progressed(ticket, percent: percent) })
    let isMain = plan.lane(of: ticket.step) == Flow.Lane.main
    let handler = HandlerTask(on: isMain ? .mainActor : .threads(engine.handlers)) {
      do {
        return Answer.value(try await body(context))
      } catch let refusal as ActionRefusal {
        return .refusal(refusal.name, message: refusal.message)
      } catch is CancellationError {
        // Whoever ordered it, it was not the engine, or nobody listens any more.
        return .error(.network)
      } catch {
        return .error(.error)
      }
    } onEnd: { [weak self, weak driver] answer in
      driver?.answered(ticket, AttemptAnswer(plan.read(answer, of: ticket.step, origin: ticket.origin)))
      self?.handlerEnded(ticket, driver)
    }
    work[ticket] = .handler(handler)
  }

  func handlerEnded(_ ticket: AttemptTicket, _ driver: RunDriver?) {
    engine.loop.perform {
      self.work[ticket] = nil
      // Only one whose grace was over was called abandoned.
      if self.cancelled.remove(ticket) { return }
      if self.abandoned.remove(ticket) != nil { driver?.recordAbandoned([ticket], hasEnded: true) }
    }
  }

  func cancel(_ ticket: AttemptTicket) -> Bool {
    switch work.removeValue(forKey: ticket) {
    case .exchange(let exchange): ThreadPool.cancellations.run { exchange.cancel() }
    case .handler(let handler):
      handler.cancel()
      watch(ticket, handler)
    case nil: break
    }
    return false
  }

  private func watch(_ ticket: AttemptTicket, _ handler: HandlerTask) {
    guard !handler.hasEnded else { return }
    let isFirst = cancelled.nextDue() == nil
    let due = engine.loop.now + Self.grace
    cancelled.add(handler, ticket, until: due)
    guard isFirst else { return }
    let alarm = alarm ?? engine.loop.makeAlarm { [weak self] in self?.graceIsOver() }
    self.alarm = alarm
    alarm.set(at: due)
  }

  private func graceIsOver() {
    let stubborn = cancelled.takeDue(at: engine.loop.now)
    alarm?.set(at: cancelled.nextDue())
    guard !stubborn.isEmpty else { return }
    abandoned.formUnion(stubborn)
    core.runDriver?.recordAbandoned(stubborn, hasEnded: false)
  }

  func store(_ value: JSONValue, cache: Int, of step: Int) {
    let declaration = engine.plan.flow.caches[cache]
    let key = CacheKey(declaration.name, scope: declaration.scope)
    let entry = CacheEntry(value, storedAt: Date())
    engine.writer.write(entry, for: key, of: core.generations)
  }

  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64 {
    nanoseconds > 0 ? Int64.random(in: 0...nanoseconds) : 0
  }
}
