import LaunchFlowMachine
import LaunchFlowModel

/// Drives one run: hands events to the machine and carries out its effects. It decides nothing itself.
///
/// Its methods may be called from anywhere; the work is done on its event loop.
package final class RunDriver: @unchecked Sendable {
  // All variables are read and written on the event loop alone, once the initializer is done; the constants are fixed.
  private let plan: FlowPlan
  private let loop: any EventLoop
  private let world: any RunWorld
  private let observer: RunObserver

  private var machine: FlowMachine
  private var recorder: TraceRecorder
  private var values: RunValues
  private var schedule: Schedule
  /// The tickets of attempts in flight, by step.
  private var tickets: [AttemptTicket?]
  /// The loop's time at the start.
  private var origin: Int64 = 0
  /// The newest time that was recorded, since the start: a trace never goes back.
  private var latest: Int64 = 0
  private var alarm: (any Alarm)?
  private var alarmTime: Int64?

  /// Prepares a run.
  ///
  /// - Parameter recorder: How its record begins, in place of a new one.
  package init(
    _ plan: FlowPlan, snapshot: RunSnapshot, values: RunValues, loop: any EventLoop, world: any RunWorld,
    observer: RunObserver, scenario: String? = nil, seed: UInt64? = nil, run: UInt64? = nil,
    recorder: TraceRecorder? = nil
  ) {
    self.plan = plan
    self.loop = loop
    self.world = world
    self.observer = observer
    self.values = values
    machine = FlowMachine(plan, snapshot, tellsCauses: true)
    self.recorder = recorder ?? TraceRecorder(plan, scenario: scenario, seed: seed, run: run)
    self.recorder.know(snapshot)
    schedule = Schedule(slots: FlowTimer.slots(steps: plan.stepNames.count))
    tickets = plan.stepNames.map { _ in nil }
  }

  /// Begins the run. Once.
  ///
  /// - Parameter begun: The loop's time from which the deadlines count: what went before the machine's
  ///   start (loading caches, say) counts against them.
  package func start(countingFrom begun: Int64) {
    loop.perform {
      self.origin = begun
      self.alarm = self.loop.makeAlarm { [weak self] in self?.wake() }
      self.tellEvents(from: 0)
      self.take(.started, due: 0)
      self.setAlarm()
    }
  }

  /// Hands in an attempt's answer. A stale one, or a second one, changes nothing.
  package func answered(_ ticket: AttemptTicket, _ answer: AttemptAnswer) {
    let arrival = loop.now
    loop.perform {
      self.take(upTo: arrival, .answer(step: ticket.step)) {
        guard self.tickets[ticket.step] == ticket else { return }
        self.tickets[ticket.step] = nil
        self.values.note(answer, of: ticket.step)
        self.recorder.note(answer.codes, of: ticket.step)
        self.take(
          .attemptEnded(step: ticket.step, attempt: ticket.attempt, answer.outcome),
          due: arrival - self.origin)
      }
    }
  }

  /// The nanoseconds that are left for an attempt: until its time-out, or until a deadline of the step, of a group
  /// around it or of the flow cuts it. On the event loop.
  package func timeLeft(of step: Int, timeout: Int64) -> Int64 {
    var slots = [FlowTimer(.stepDeadline, of: step).slot]
    var group = plan.steps[step].group
    while group >= 0 {
      slots.append(FlowTimer(.groupDeadline, of: Int(group)).slot)
      group = plan.steps[Int(group)].group
    }
    if !plan.steps[step].continues, !plan.steps[step].isTail {
      slots.append(FlowTimer(.flowDeadline, of: -1).slot)
    }
    let now = loop.now - origin
    return slots.compactMap { schedule.time(inSlot: $0) }.reduce(timeout) { min($0, max(0, $1 - now)) }
  }

  /// Cancels the run. Nothing changes after its landing.
  package func cancel() {
    let arrival = loop.now
    loop.perform {
      self.take(upTo: arrival, .cancellation) { self.take(.cancelled, due: arrival - self.origin) }
    }
  }

  /// Hands in a change of the switch, for a domain by its index or for the app (-1).
  package func connectivityChanged(domain: Int, isOffline: Bool) {
    let arrival = loop.now
    loop.perform {
      self.take(upTo: arrival, .connectivity(domain: domain)) {
        self.take(
          isOffline ? .wentOffline(domain: domain) : .cameOnline(domain: domain), due: arrival - self.origin)
      }
    }
  }

  /// Hands in a signal of the app, by its index.
  package func signalled(_ signal: Int) {
    let arrival = loop.now
    loop.perform {
      // Behind the start, which may be on its way to the loop.
      guard self.alarm != nil else { return self.signalled(signal) }
      self.take(upTo: arrival, .signal(signal)) { self.take(.signalled(signal), due: arrival - self.origin) }
    }
  }

  /// Records an attempt's progress; nothing once the attempt is over.
  package func progressed(_ ticket: AttemptTicket, percent: Int) {
    loop.perform {
      guard self.tickets[ticket.step] == ticket else { return }
      self.record([.progressed(step: ticket.step, attempt: ticket.attempt, percent: percent)])
    }
  }

  /// Records cancelled handlers that go on, or that have ended after all.
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

  /// Hands on the events after the first `count`.
  private func tellEvents(from count: Int) {
    let events = recorder.trace.events
    if events.count > count { observer.recorded(Array(events[count...])) }
  }
}

extension RunDriver {
  /// Takes the timers that come before an event, then the event.
  private func take(upTo arrival: Int64, _ order: EventOrder, _ event: () -> Void) {
    takeTimers(before: arrival - origin, order)
    event()
    setAlarm()
  }

  private func wake() {
    alarmTime = nil
    // One at a time: what it starts may answer at this very instant, and comes before the other timers.
    if let due = schedule.pop(before: loop.now - origin) { fire(due) }
    setAlarm()
  }

  /// Takes the timers that are due before an event, in due order however late that is.
  private func takeTimers(before time: Int64, _ order: EventOrder) {
    while let due = schedule.pop(before: time, order.key) { fire(due) }
  }

  private func fire(_ due: Schedule.Due) {
    take(.timerFired(machine.timer(inSlot: due.slot)), due: due.time)
  }

  private func setAlarm() {
    guard let alarm else { return }
    let next = schedule.nextTime().map { $0.addingReportingOverflow(origin) }.map {
      $0.overflow ? .max : $0.partialValue
    }
    guard next != alarmTime else { return }
    alarmTime = next
    alarm.set(at: next)
  }

  /// Hands one input to the machine and carries out its effects.
  private func take(_ input: FlowMachine.Input, due: Int64) {
    // Stamped with the time at which it is taken: the trace shows a late event loop.
    latest = max(latest, due, loop.now - origin)
    let handled = recorder.trace.events.count
    machine.handle(input)
    let effects = machine.effects
    for effect in effects { values.follow(effect) }
    recorder.record(effects, at: latest, notice: values.notice?.written)
    tellEvents(from: handled)
    // Report the landing before cancelling what may be a thousand handlers.
    for effect in effects { announce(effect) }
    let told = recorder.trace.events.count
    for effect in effects { carryOut(effect) }
    tellEvents(from: told)
    if effects.last == .finished { observer.finished(recorder.trace) }
  }

  private func carryOut(_ effect: FlowMachine.Effect) {
    switch effect {
    case .startAttempt(let step, let attempt, let origin):
      let ticket = AttemptTicket(step: step, attempt: attempt, origin: origin)
      tickets[step] = ticket
      // Its time counts from the event that started it, as its timer's does.
      let spent = max(0, loop.now - self.origin - latest)
      let timeout = max(0, plan.timeout(of: step, origin: origin) - spent)
      world.start(ticket, values: values, timeout: timeout, driver: self)
    case .cancelAttempt(let step, _):
      guard let ticket = tickets[step] else { return }
      tickets[step] = nil
      if world.cancel(ticket) {
        recorder.record(.abandoned(step: step, attempt: ticket.attempt), at: latest)
      }
    case .arm(let timer, let nanoseconds, let hasJitter):
      let attempt = timer.owner < 0 ? 0 : Int(machine.state.steps[timer.owner].attempt)
      let wait = hasJitter ? world.jitter(nanoseconds, step: timer.owner, attempt: attempt) : nanoseconds
      let (due, overflow) = latest.addingReportingOverflow(wait)
      schedule.set(timer.slot, at: overflow ? .max : due, order: EventOrder.timer(timer).key)
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
    case .settled(let step, let settlement, let value): observer.settled(step, settlement, value, values)
    case .refreshed(let step, _): observer.refreshed(step, values)
    case .landed(let rule, let isDegraded, let isCancelled):
      let landing = plan.flow.landings[rule]
      observer.landed(
        Trace.Landing(
          page: landing.page, rule: rule, notice: values.notice?.written, isDegraded: isDegraded,
          isCancelled: isCancelled), values.notice?.filled, values)
    default: break
    }
  }
}
