import LaunchFlowMachine

/// Drives one run: passes events to the machine and performs its effects. It makes no decisions.
///
/// Its methods may be called on any thread; the work is done on its event loop.
package final class RunDriver: @unchecked Sendable {
  fileprivate let core: RunCore
  fileprivate let plan: FlowPlan
  fileprivate let loop: any EventLoop
  fileprivate let world: any RunWorld
  /// The loop's time from which the deadlines count; the reading of caches before the machine's start is included.
  fileprivate let origin: Int64
  // Read and written on the event loop only. In one value, since the runtime checks each access to a variable of a
  // class: here once for an event.
  private var state: RunDriving

  /// Prepares a run. It keeps its core alive until the run has finished.
  init(
    _ core: RunCore, _ snapshot: RunSnapshot, _ values: RunValues, world: any RunWorld,
    countingFrom origin: Int64
  ) {
    self.core = core
    self.origin = origin
    self.world = world
    plan = values.plan
    loop = core.engine.host.loop
    var recorder = core.engine.recorder
    recorder.know(snapshot)
    state = RunDriving(values, FlowMachine(values.plan, snapshot, tellsCauses: true), recorder)
  }

  /// Begins the run. Called once, on the event loop.
  func start() {
    // The alarm keeps the run until its end, which turns it off.
    state.alarm = loop.makeAlarm { self.state.wake(self) }
    state.tellEvents(from: 0, self)
    state.take(.started, due: 0, self)
    state.setAlarm(self)
  }

  /// Reports an attempt's answer. A stale or second answer has no effect.
  package func answered(_ ticket: AttemptTicket, _ answer: AttemptAnswer) {
    let arrival = loop.now
    loop.perform { self.take(answer, of: ticket, arrivedAt: arrival) }
  }

  /// The same on the event loop.
  func take(_ answer: AttemptAnswer, of ticket: AttemptTicket, arrivedAt arrival: Int64) {
    state.take(answer, of: ticket, arrivedAt: arrival, self)
  }

  /// Cancels the run. No effect after its landing.
  func cancel() {
    let arrival = loop.now
    loop.perform { self.state.take(.cancelled, .cancellation, arrivedAt: arrival, self) }
  }

  /// Reports the state of the offline switch: first the whole app, then the flow's domains in their order.
  func connectivityChanged(to state: OfflineState) {
    let arrival = loop.now
    loop.perform {
      self.state.connect(-1, state.isAppOffline, arrival, self)
      for (index, domain) in self.plan.domains.enumerated() {
        self.state.connect(index, state.isFaulty(domain: domain), arrival, self)
      }
    }
  }

  func signalled(_ ticket: SignalTicket) {
    let arrival = loop.now
    loop.perform { self.state.take(ticket, arrivedAt: arrival, self) }
  }

  /// Records an attempt's progress, until the attempt is over. On the event loop.
  func progressed(_ ticket: AttemptTicket, percent: Int) {
    guard state.steps[ticket.track(in: plan)].ticket == ticket else { return }
    state.record([.progressed(step: ticket.step, attempt: ticket.attempt, percent: percent)], self)
  }

  /// Records cancelled handlers that continue, or that have ended late.
  package func recordAbandoned(_ tickets: [AttemptTicket], hasEnded: Bool) {
    loop.perform {
      self.state.record(
        tickets.map { ticket in
          hasEnded
            ? .abandonedEnded(step: ticket.step, attempt: ticket.attempt)
            : .abandoned(step: ticket.step, attempt: ticket.attempt)
        }, self)
    }
  }
}

/// The variables of a driver for a step, or for the track of its fallbacks.
private struct StepDriving {
  /// The time of its deadline, since the start; `.max` for none.
  var deadline = Int64.max
  var ticket: AttemptTicket?
  var settled: SettledWork?
}

/// The variables of a driver. Its methods get the driver for its constants; nothing that they call comes back to them.
private struct RunDriving: ~Copyable {
  var machine: FlowMachine
  var recorder: TraceRecorder
  var values: RunValues
  var schedule: Schedule
  /// By track. In one array: in a new process each type of array takes time.
  var steps: [StepDriving]
  /// The newest recorded time since the start. The times of a trace never decrease.
  var latest: Int64 = 0
  /// The alarm of the next timer; nil before the start and after the end.
  var alarm: (any Alarm)?
  var alarmTime: Int64?
  var slept: Int64 = 0
  /// The signals of which it is not decided whether they are late.
  var openSignals: [SignalTicket] = []

  init(_ values: RunValues, _ machine: FlowMachine, _ recorder: TraceRecorder) {
    self.values = values
    self.machine = machine
    self.recorder = recorder
    schedule = Schedule(slots: FlowTimer.slots(tracks: values.plan.trackCount))
    steps = Array(repeating: StepDriving(), count: values.plan.trackCount)
  }

  mutating func take(
    _ answer: AttemptAnswer, of ticket: AttemptTicket, arrivedAt arrival: Int64, _ driver: RunDriver
  ) {
    let track = ticket.track(in: driver.plan)
    takeTimers(before: arrival - driver.origin, .answer(on: track), driver)
    if steps[track].ticket == ticket {
      steps[track].ticket = nil
      values.note(answer, of: ticket.step)
      recorder.note(answer.codes, of: ticket.step)
      let now = max(latest, driver.loop.now - driver.origin)
      take(
        .attemptEnded(
          track: track, attempt: ticket.attempt,
          answer.outcome.limited(to: steps[ticket.step].deadline - now)),
        due: arrival - driver.origin, driver)
    }
    setAlarm(driver)
  }

  /// Handles the timers before an event, then the event.
  mutating func take(
    _ input: FlowMachine.Input, _ order: EventOrder, arrivedAt arrival: Int64, _ driver: RunDriver
  ) {
    takeTimers(before: arrival - driver.origin, order, driver)
    take(input, due: arrival - driver.origin, driver)
    setAlarm(driver)
  }

  /// Handles a signal. Only the first giving has a value for the steps.
  mutating func take(_ ticket: SignalTicket, arrivedAt arrival: Int64, _ driver: RunDriver) {
    let signal = ticket.signal
    takeTimers(before: arrival - driver.origin, .signal(signal), driver)
    var ticket = ticket
    ticket.isFirst = !machine.state.signals[signal].isGiven
    if ticket.isFirst { values.note(ticket.answer, ofSignal: signal) }
    openSignals.append(ticket)
    take(values.plan.input(ticket.answer, ofSignal: signal), due: arrival - driver.origin, driver)
    setAlarm(driver)
  }

  /// Reports the late signals, once the run has landed.
  private mutating func reportLateSignals(_ driver: RunDriver) {
    guard machine.state.run.landedRule >= 0, !openSignals.isEmpty else { return }
    for ticket in openSignals where !(ticket.isFirst && isTaken(ticket.signal)) {
      driver.core.wasLate(ticket)
    }
    openSignals = []
  }

  /// Whether a step has taken the value of a signal, or may still take it.
  private func isTaken(_ signal: Int) -> Bool {
    machine.plan.steps.indices.contains { step in
      let state = machine.state.steps[step]
      return machine.plan.steps[step].awaited == .signal(Int32(signal))
        && (state.phase != .settled || state.status == .succeeded)
    }
  }

  mutating func connect(_ domain: Int, _ isOffline: Bool, _ arrival: Int64, _ driver: RunDriver) {
    let known = domain < 0 ? machine.state.run.isOffline : machine.state.offlineDomains[domain]
    guard isOffline != known else { return }
    take(
      isOffline ? .wentOffline(domain: domain) : .cameOnline(domain: domain), .connectivity(domain: domain),
      arrivedAt: arrival, driver)
  }

  mutating func record(_ kinds: [Trace.EventKind], _ driver: RunDriver) {
    latest = max(latest, driver.loop.now - driver.origin)
    let count = recorder.trace.events.count
    for kind in kinds { recorder.record(kind, at: latest) }
    tellEvents(from: count, driver)
  }

  /// Passes on the events after the first `count`.
  func tellEvents(from count: Int, _ driver: RunDriver) {
    guard driver.core.isHeard else { return }
    let events = recorder.trace.events
    if events.count > count { driver.core.recorded(events[count...]) }
  }
}

extension RunDriving {
  mutating func wake(_ driver: RunDriver) {
    alarmTime = nil
    // One at a time, since an attempt that the timer starts may answer at the same instant, before the other timers.
    if let due = schedule.pop(before: driver.loop.now - driver.origin) { fire(due, driver) }
    setAlarm(driver)
  }

  /// Handles the timers that are due before an event, in the order of their times, even if they are late.
  private mutating func takeTimers(before time: Int64, _ order: EventOrder, _ driver: RunDriver) {
    while let due = schedule.pop(before: time, order.key) { fire(due, driver) }
  }

  private mutating func fire(_ due: Schedule.Due, _ driver: RunDriver) {
    take(.timerFired(machine.timer(inSlot: due.slot)), due: due.time, driver)
  }

  mutating func setAlarm(_ driver: RunDriver) {
    guard let alarm, let next = schedule.nextTime()?.plus(driver.origin) else { return }
    // An alarm that rings too early costs one idle turn. With each answer the first timer changes.
    if let alarmTime, alarmTime <= next { return }
    alarmTime = next
    alarm.set(at: next)
  }

  /// Passes one input to the machine and performs its effects.
  mutating func take(_ input: FlowMachine.Input, due: Int64, _ driver: RunDriver) {
    // Events have the time at which they are handled, so a trace shows a late event loop.
    latest = max(latest, due, driver.loop.now - driver.origin)
    let slept = driver.loop.slept(since: driver.origin)
    if slept > self.slept {
      driver.core.slept(slept - self.slept)
      self.slept = slept
    }
    let handled = recorder.trace.events.count
    machine.handle(input)
    let effects = machine.effects
    for effect in effects { values.follow(effect) }
    recorder.record(effects, at: latest, notice: values.notice?.written)
    tellEvents(from: handled, driver)
    // Reports the landing before it cancels handlers, of which there may be a thousand.
    for effect in effects { announce(effect, driver) }
    let told = recorder.trace.events.count
    for effect in effects { carryOut(effect, driver) }
    tellEvents(from: told, driver)
    reportLateSignals(driver)
    guard effects.last == .finished else { return }
    alarm = nil
    driver.core.finish(recorder.trace)
  }

  private mutating func carryOut(_ effect: FlowMachine.Effect, _ driver: RunDriver) {
    switch effect {
    case .startAttempt(let step, let attempt, let origin):
      let ticket = AttemptTicket(step: step, attempt: attempt, origin: origin)
      steps[driver.plan.track(of: step, origin)].ticket = ticket
      // The time-out counts from the event that started the attempt, as the machine's timer does.
      let due = (driver.origin + latest).plus(driver.plan.timeout(of: step, origin: origin))
      driver.world.start(ticket, values: values, due: due, driver: driver)
    case .cancelAttempt(let track, _):
      guard let ticket = steps[track].ticket else { return }
      steps[track].ticket = nil
      if driver.world.cancel(ticket) {
        recorder.record(.abandoned(step: ticket.step, attempt: ticket.attempt), at: latest)
      }
    case .arm(let timer, let nanoseconds, let hasJitter):
      let wait = hasJitter ? jittered(nanoseconds, of: timer.owner, driver) : nanoseconds
      schedule.set(timer.slot, at: latest.plus(wait), order: EventOrder.timer(timer).key)
      if timer.kind == .stepDeadline { steps[timer.owner].deadline = latest.plus(wait) }
    case .disarm(let timer):
      schedule.clear(timer.slot)
    case .store(let step, _, let cache):
      if case .known(let value) = values.steps[step].pending {
        driver.world.store(value, cache: cache, of: step)
      }
    case .attemptEnded(let step, _, .refused(let failure)):
      let caches = driver.plan.names[Int(driver.plan.steps[step].names.lowerBound + failure)].clears
      if !caches.isEmpty { driver.world.clear(caches) }
    case .offlineAttempt, .settled, .lateWork, .refreshed, .queued, .stepStarted, .attemptEnded, .waiting,
      .cancelled, .connectivity, .signalled, .noticeWithheld, .landed, .finished, .caused:
      break
    }
  }

  private func jittered(_ nanoseconds: Int64, of step: Int, _ driver: RunDriver) -> Int64 {
    driver.world.jitter(nanoseconds, step: step, attempt: Int(machine.state.steps[step].newestAttempt))
  }

  private mutating func announce(_ effect: FlowMachine.Effect, _ driver: RunDriver) {
    switch effect {
    case .settled(let step, let settlement, let origin):
      steps[step].settled = SettledWork(
        settlement: settlement, origin: origin, codes: values.steps[step].codes)
      driver.core.settled(step, settlement, values)
    case .refreshed(let step, _): driver.core.refresh(step, values)
    case .landed(let rule, let isDegraded, let isCancelled):
      let landing = driver.plan.flow.landings[rule]
      driver.core.land(
        Trace.Landing(
          page: landing.page, rule: rule, notice: values.notice?.written, isDegraded: isDegraded,
          isCancelled: isCancelled), driver.plan.steps.indices.map { steps[$0].settled }, values,
        after: driver.loop.now - driver.origin)
    default: break
    }
  }
}
