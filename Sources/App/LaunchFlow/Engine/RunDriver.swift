import LaunchFlowMachine
import LaunchFlowModel

/// Drives one run: passes events to the machine and performs its effects. It makes no decisions.
///
/// Its methods may be called on any thread; the work is done on its event loop.
package final class RunDriver: @unchecked Sendable {
  // After the initializer, all variables are read and written on the event loop only; the constants are fixed.
  // So the runtime need not check each access of those that every step uses.
  private let core: RunCore
  private let plan: FlowPlan
  private let loop: any EventLoop
  private let world: any RunWorld

  private var machine: FlowMachine
  private var recorder: TraceRecorder
  private var values: RunValues
  private var schedule: Schedule
  /// The tickets of attempts in flight, by step.
  private var tickets: [AttemptTicket?]
  /// The loop's time from which the deadlines count. It includes the time before the machine's start, such as the
  /// reading of caches.
  private let origin: Int64
  /// The newest recorded time since the start. The times of a trace never decrease.
  private var latest: Int64 = 0
  private var alarm: (any Alarm)?
  private var alarmTime: Int64?

  /// Prepares a run. It keeps its core alive until the run has finished.
  init(
    _ core: RunCore, _ snapshot: RunSnapshot, _ values: RunValues, world: any RunWorld,
    countingFrom origin: Int64
  ) {
    self.core = core
    self.origin = origin
    self.world = world
    self.values = values
    plan = values.plan
    loop = core.engine.host.loop
    machine = FlowMachine(plan, snapshot, tellsCauses: true)
    recorder = core.engine.recorder
    recorder.know(snapshot)
    schedule = Schedule(slots: FlowTimer.slots(steps: plan.stepNames.count))
    tickets = plan.stepNames.map { _ in nil }
  }

  /// Begins the run. Called once.
  func start() {
    loop.perform {
      self.alarm = self.loop.makeAlarm { [weak self] in self?.wake() }
      self.tellEvents(from: 0)
      self.take(.started, due: 0)
      self.setAlarm()
    }
  }

  /// Reports an attempt's answer. A stale or second answer has no effect.
  package func answered(_ ticket: AttemptTicket, _ answer: AttemptAnswer) {
    let arrival = loop.now
    loop.perform { self.take(answer, of: ticket, arrivedAt: arrival) }
  }

  /// The same on the event loop.
  func take(_ answer: AttemptAnswer, of ticket: AttemptTicket, arrivedAt arrival: Int64) {
    take(upTo: arrival, .answer(step: ticket.step)) {
      guard tickets[ticket.step] == ticket else { return }
      tickets[ticket.step] = nil
      values.note(answer, of: ticket.step)
      recorder.note(answer.codes, of: ticket.step)
      take(.attemptEnded(step: ticket.step, attempt: ticket.attempt, answer.outcome), due: arrival - origin)
    }
  }

  /// Cancels the run. No effect after its landing.
  func cancel() {
    let arrival = loop.now
    loop.perform {
      self.take(upTo: arrival, .cancellation) { self.take(.cancelled, due: arrival - self.origin) }
    }
  }

  /// Reports the state of the offline switch: first the whole app, then the flow's domains in their order.
  func connectivityChanged(to state: OfflineState) {
    let arrival = loop.now
    loop.perform {
      self.connect(-1, state.isAppOffline, arrival)
      for (index, domain) in self.plan.domains.enumerated() {
        self.connect(index, state.isFaulty(domain: domain), arrival)
      }
    }
  }

  private func connect(_ domain: Int, _ isOffline: Bool, _ arrival: Int64) {
    let known = domain < 0 ? machine.state.run.isOffline : machine.state.offlineDomains[domain]
    guard isOffline != known else { return }
    take(upTo: arrival, .connectivity(domain: domain)) {
      take(isOffline ? .wentOffline(domain: domain) : .cameOnline(domain: domain), due: arrival - origin)
    }
  }

  /// Reports a signal of the app, by its index.
  func signalled(_ signal: Int) {
    let arrival = loop.now
    loop.perform {
      // After the start, which may still be on its way to the loop.
      guard self.alarm != nil else { return self.signalled(signal) }
      self.take(upTo: arrival, .signal(signal)) { self.take(.signalled(signal), due: arrival - self.origin) }
    }
  }

  /// Records an attempt's progress, until the attempt is over. On the event loop.
  func progressed(_ ticket: AttemptTicket, percent: Int) {
    guard tickets[ticket.step] == ticket else { return }
    record([.progressed(step: ticket.step, attempt: ticket.attempt, percent: percent)])
  }

  /// Records cancelled handlers that continue, or that have ended late.
  package func recordAbandoned(_ tickets: [AttemptTicket], hasEnded: Bool) {
    loop.perform {
      self.record(
        tickets.map { ticket in
          hasEnded
            ? .abandonedEnded(step: ticket.step, attempt: ticket.attempt)
            : .abandoned(step: ticket.step, attempt: ticket.attempt)
        })
    }
  }

  private func record(_ kinds: [Trace.EventKind]) {
    latest = max(latest, loop.now - origin)
    let count = recorder.trace.events.count
    for kind in kinds { recorder.record(kind, at: latest) }
    tellEvents(from: count)
  }

  /// Passes on the events after the first `count`.
  private func tellEvents(from count: Int) {
    let events = recorder.trace.events
    if events.count > count { core.recorded(events[count...]) }
  }
}

extension RunDriver {
  /// Handles the timers before an event, then the event.
  private func take(upTo arrival: Int64, _ order: EventOrder, _ event: () -> Void) {
    takeTimers(before: arrival - origin, order)
    event()
    setAlarm()
  }

  private func wake() {
    alarmTime = nil
    // One at a time, since an attempt that the timer starts may answer at the same instant, before the other timers.
    if let due = schedule.pop(before: loop.now - origin) { fire(due) }
    setAlarm()
  }

  /// Handles the timers that are due before an event, in the order of their times, even if they are late.
  private func takeTimers(before time: Int64, _ order: EventOrder) {
    while let due = schedule.pop(before: time, order.key) { fire(due) }
  }

  private func fire(_ due: Schedule.Due) {
    take(.timerFired(machine.timer(inSlot: due.slot)), due: due.time)
  }

  private func setAlarm() {
    guard let alarm else { return }
    let next = schedule.nextTime()?.plus(origin)
    guard next != alarmTime else { return }
    alarmTime = next
    alarm.set(at: next)
  }

  /// Passes one input to the machine and performs its effects.
  private func take(_ input: FlowMachine.Input, due: Int64) {
    // Events have the time at which they are handled, so a trace shows a late event loop.
    latest = max(latest, due, loop.now - origin)
    let handled = recorder.trace.events.count
    machine.handle(input)
    let effects = machine.effects
    for effect in effects { values.follow(effect) }
    recorder.record(effects, at: latest, notice: values.notice?.written)
    tellEvents(from: handled)
    // Reports the landing before it cancels handlers, of which there may be a thousand.
    for effect in effects { announce(effect) }
    let told = recorder.trace.events.count
    for effect in effects { carryOut(effect) }
    tellEvents(from: told)
    if effects.last == .finished { core.finish(recorder.trace) }
  }

  private func carryOut(_ effect: FlowMachine.Effect) {
    switch effect {
    case .startAttempt(let step, let attempt, let origin):
      let ticket = AttemptTicket(step: step, attempt: attempt, origin: origin)
      tickets[step] = ticket
      // The time-out counts from the event that started the attempt, as the machine's timer does.
      let due = (self.origin + latest).plus(plan.timeout(of: step, origin: origin))
      world.start(ticket, values: values, due: due, driver: self)
    case .cancelAttempt(let step, _):
      guard let ticket = tickets[step] else { return }
      tickets[step] = nil
      if world.cancel(ticket) {
        recorder.record(.abandoned(step: step, attempt: ticket.attempt), at: latest)
      }
    case .arm(let timer, let nanoseconds, let hasJitter):
      let attempt = timer.owner < 0 ? 0 : Int(machine.state.steps[timer.owner].attempt)
      let wait = hasJitter ? world.jitter(nanoseconds, step: timer.owner, attempt: attempt) : nanoseconds
      schedule.set(timer.slot, at: latest.plus(wait), order: EventOrder.timer(timer).key)
    case .disarm(let timer):
      schedule.clear(timer.slot)
    case .store(let step, _, let cache):
      if case .known(let value) = values.steps.pending[step] { world.store(value, cache: cache, of: step) }
    case .attemptEnded(let step, _, .refused(let failure)):
      let caches = plan.names[Int(plan.steps[step].names.lowerBound + failure)].clears
      if !caches.isEmpty { world.clear(caches) }
    case .offlineAttempt, .settled, .lateWork, .refreshed, .queued, .stepStarted, .attemptEnded, .waiting,
      .cancelled, .connectivity, .signalled, .noticeWithheld, .landed, .finished, .caused:
      break
    }
  }

  private func announce(_ effect: FlowMachine.Effect) {
    switch effect {
    case .settled(let step, let settlement, let origin): core.settled(step, settlement, origin, values)
    case .refreshed(let step, _): core.refresh(step, values)
    case .landed(let rule, let isDegraded, let isCancelled):
      let landing = plan.flow.landings[rule]
      core.land(
        Trace.Landing(
          page: landing.page, rule: rule, notice: values.notice?.written, isDegraded: isDegraded,
          isCancelled: isCancelled), values, after: loop.now - origin)
    default: break
    }
  }
}
