/// Drives one run: passes events to the machine and performs its effects. It makes no decisions.
///
/// Its methods may be called on any thread; the work is done on its event loop.
package final class RunDriver: @unchecked Sendable {
  private let core: RunCore
  private let plan: FlowPlan
  private let loop: any EventLoop
  private let world: any RunWorld
  /// The loop's time from which the deadlines count; the reading of caches before the machine's start is included.
  private let origin: Int64

  // The following variables are read and written on the event loop only; the constants are fixed. Nothing that a driver
  // calls comes back to it, so the runtime need not check each access.
  @exclusivity(unchecked) private var machine: FlowMachine
  @exclusivity(unchecked) private var recorder: TraceRecorder
  @exclusivity(unchecked) private var values: RunValues
  @exclusivity(unchecked) private var schedule: Schedule
  /// By track. In one array: in a new process each type of array takes time.
  @exclusivity(unchecked) private var steps: [StepDriving]
  /// The newest recorded time since the start. The times of a trace never decrease.
  @exclusivity(unchecked) private var latest: Int64 = 0
  /// The alarm of the next timer; nil before the start and after the end.
  @exclusivity(unchecked) private var alarm: (any Alarm)?
  @exclusivity(unchecked) private var alarmTime: Int64?
  @exclusivity(unchecked) private var slept: Int64 = 0
  /// The signals of which it is not decided whether they are late.
  @exclusivity(unchecked) private var openSignals: [SignalTicket] = []

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
    recorder = core.engine.recorder
    recorder.know(snapshot)
    machine = FlowMachine(plan, snapshot)
    machine.tellsCauses = true
    schedule = Schedule(slots: FlowTimer.slots(tracks: plan.trackCount))
    steps = Array(repeating: StepDriving(), count: plan.trackCount)
  }

  /// Begins the run. Called once, on the event loop.
  func start() {
    // The alarm keeps the run until its end, which turns it off.
    alarm = loop.makeAlarm { self.wake() }
    tellEvents(from: 0)
    take(.started, due: 0)
    setAlarm()
  }

  /// Reports an attempt's answer. A stale or second answer has no effect.
  package func answered(_ ticket: AttemptTicket, _ answer: AttemptAnswer) {
    let arrival = loop.now
    loop.perform { self.take(answer, of: ticket, arrivedAt: arrival) }
  }

  /// Cancels the run. No effect after its landing.
  func cancel() {
    let arrival = loop.now
    loop.perform { self.take(.cancelled, .cancellation, arrivedAt: arrival) }
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

  func signalled(_ ticket: SignalTicket) {
    let arrival = loop.now
    loop.perform { self.take(ticket, arrivedAt: arrival) }
  }

  /// Records an attempt's progress, until the attempt is over. On the event loop.
  func progressed(_ ticket: AttemptTicket, percent: Int) {
    guard steps[ticket.track(in: plan)].ticket == ticket else { return }
    record(.progressed(step: ticket.step, attempt: ticket.attempt, percent: percent))
  }

  /// Records a cancelled handler that continues, or that has ended late.
  package func recordAbandoned(_ ticket: AttemptTicket, hasEnded: Bool) {
    loop.perform {
      self.record(
        hasEnded
          ? .abandonedEnded(step: ticket.step, attempt: ticket.attempt)
          : .abandoned(step: ticket.step, attempt: ticket.attempt))
    }
  }
}

/// The variables of a driver for a step, or for the track of its fallbacks.
private struct StepDriving {
  /// The time of its deadline, since the start; `.max` for none.
  var deadline = Int64.max
  var ticket: AttemptTicket?
  var settled: SettledStep?
}

// Everything from here on happens on the event loop.
extension RunDriver {
  /// Handles an attempt's answer. A stale or second answer has no effect.
  func take(_ answer: AttemptAnswer, of ticket: AttemptTicket, arrivedAt arrival: Int64) {
    let track = ticket.track(in: plan)
    takeTimers(before: arrival - origin, .answer(on: track))
    if steps[track].ticket == ticket {
      steps[track].ticket = nil
      values.note(answer, of: ticket.step)
      recorder.note(answer.codes, of: ticket.step)
      let now = max(latest, loop.now - origin)
      let outcome = answer.outcome.limited(to: steps[ticket.step].deadline - now)
      take(.attemptEnded(track: track, attempt: ticket.attempt, outcome), due: arrival - origin)
    }
    setAlarm()
  }

  /// Handles the timers before an event, then the event.
  private func take(_ input: FlowMachine.Input, _ order: EventOrder, arrivedAt arrival: Int64) {
    takeTimers(before: arrival - origin, order)
    take(input, due: arrival - origin)
    setAlarm()
  }

  /// Handles a signal. Only the first giving has a value for the steps.
  private func take(_ ticket: SignalTicket, arrivedAt arrival: Int64) {
    let signal = ticket.signal
    takeTimers(before: arrival - origin, .signal(signal))
    var ticket = ticket
    ticket.isFirst = !machine.state.signals[signal].isGiven
    if ticket.isFirst { values.note(ticket.answer, ofSignal: signal) }
    openSignals.append(ticket)
    take(plan.input(ticket.answer, ofSignal: signal), due: arrival - origin)
    setAlarm()
  }

  /// Reports the late signals, once the run has landed.
  private func reportLateSignals() {
    guard machine.state.run.landedRule >= 0, !openSignals.isEmpty else { return }
    for ticket in openSignals where !(ticket.isFirst && isTaken(ticket.signal)) { core.wasLate(ticket) }
    openSignals = []
  }

  /// Whether a step has taken the value of a signal, or may still take it.
  private func isTaken(_ signal: Int) -> Bool {
    plan.steps.indices.contains { step in
      let state = machine.state.steps[step]
      return plan.steps[step].awaited == .signal(Int32(signal))
        && (state.phase != .settled || state.status == .succeeded)
    }
  }

  private func connect(_ domain: Int, _ isOffline: Bool, _ arrival: Int64) {
    let known = domain < 0 ? machine.state.run.isOffline : machine.state.offlineDomains[domain]
    guard isOffline != known else { return }
    take(
      isOffline ? .wentOffline(domain: domain) : .cameOnline(domain: domain), .connectivity(domain: domain),
      arrivedAt: arrival)
  }

  private func record(_ kind: Trace.EventKind) {
    latest = max(latest, loop.now - origin)
    let count = recorder.trace.events.count
    recorder.record(kind, at: latest)
    tellEvents(from: count)
  }

  /// Passes on the events after the first `count`.
  private func tellEvents(from count: Int) {
    let events = recorder.trace.events
    if events.count > count { core.engine.pass(events[count...], of: core) }
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
    take(.timerFired(plan.timer(inSlot: due.slot, machine.state.steps)), due: due.time)
  }

  private func setAlarm() {
    guard let alarm, let next = schedule.nextTime()?.plus(origin) else { return }
    // An alarm that rings too early costs one idle turn. With each answer the first timer changes.
    if let alarmTime, alarmTime <= next { return }
    alarmTime = next
    alarm.set(at: next)
  }

  /// Passes one input to the machine and performs its effects.
  private func take(_ input: FlowMachine.Input, due: Int64) {
    // Events have the time at which they are handled, so a trace shows a late event loop.
    latest = max(latest, due, loop.now - origin)
    let slept = loop.slept(since: origin)
    if slept > self.slept {
      core.engine.pass(.slept(run: core.number, nanoseconds: slept - self.slept))
      self.slept = slept
    }
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
    reportLateSignals()
    guard effects.last == .finished else { return }
    alarm = nil
    core.finish(recorder.trace)
  }

  private func carryOut(_ effect: FlowMachine.Effect) {
    switch effect {
    case .startAttempt(let step, let attempt, let origin):
      let ticket = AttemptTicket(step: step, attempt: attempt, origin: origin)
      steps[plan.track(of: step, origin)].ticket = ticket
      // The time-out counts from the event that started the attempt, as the machine's timer does.
      let due = (self.origin + latest).plus(plan.timeout(of: step, origin: origin))
      world.start(ticket, values: values, due: due, driver: self)
    case .cancelAttempt(let track, _):
      guard let ticket = steps[track].ticket else { return }
      steps[track].ticket = nil
      if world.cancel(ticket) {
        recorder.record(.abandoned(step: ticket.step, attempt: ticket.attempt), at: latest)
      }
    case .arm(let timer, let nanoseconds, let hasJitter):
      let wait = hasJitter ? jittered(nanoseconds, of: timer.owner) : nanoseconds
      schedule.set(timer.slot, at: latest.plus(wait), order: EventOrder.timer(timer).key)
      if timer.kind == .stepDeadline { steps[timer.owner].deadline = latest.plus(wait) }
    case .disarm(let timer):
      schedule.clear(timer.slot)
    case .store(let step, _, let cache):
      if case .known(let value) = values.steps[step].pending { world.store(value, cache: cache, of: step) }
    case .attemptEnded(let step, _, .refused(let failure)):
      let caches = plan.names[Int(plan.steps[step].names.lowerBound + failure)].clears
      if !caches.isEmpty { world.clear(caches) }
    case .offlineAttempt, .settled, .lateWork, .refreshed, .queued, .stepStarted, .attemptEnded, .waiting,
      .cancelled, .connectivity, .signalled, .noticeWithheld, .landed, .finished, .caused:
      break
    }
  }

  private func jittered(_ nanoseconds: Int64, of step: Int) -> Int64 {
    world.jitter(nanoseconds, step: step, attempt: Int(machine.state.steps[step].newestAttempt))
  }

  private func announce(_ effect: FlowMachine.Effect) {
    switch effect {
    case .settled(let step, let settlement, let origin):
      steps[step].settled = SettledStep(step, settlement, origin, values)
      core.settled(step, settlement, values)
    case .refreshed(let step, _): core.refresh(step, values)
    case .landed(let rule, let isDegraded, let isCancelled):
      core.land(
        FlowLanding(
          plan.flow.landings[rule].page, isDegraded: isDegraded, isCancelled: isCancelled,
          time: .nanoseconds(loop.now - origin), steps: plan.steps.indices.map { steps[$0].settled }, values),
        codes: values.codes(ofRule: rule))
    default: break
    }
  }
}
