import LaunchFlowMachine
import LaunchFlowModel

/// Plays a launch as long as its record decides everything: nearly always, and then fast.
struct ExactReplay: Sendable {
  private let plan: FlowPlan
  private var machine: FlowMachine
  private var snapshot: RunSnapshot?
  /// The timers' slots come first, then a slot a step for its answer, then one for the moment from which on its answer
  /// is not known, then the other inputs'.
  private var schedule: Schedule
  private let firstAnswer: Int
  private let firstUnknown: Int
  private let firstOther: Int
  private var others: [FlowMachine.Input?] = []
  private var outcomes: [FlowMachine.AttemptOutcome]
  private var now: Int64 = 0

  /// How many events a launch may take before it is left to the search, which bounds its work.
  private static let mostEvents = 100_000

  init(_ plan: FlowPlan) {
    self.plan = plan
    machine = FlowMachine(plan, plan.snapshot(inputs: [], caches: []))
    machine.endsAtLanding = true
    firstAnswer = FlowTimer.slots(steps: plan.steps.count)
    firstUnknown = firstAnswer + plan.steps.count
    firstOther = firstUnknown + plan.steps.count
    schedule = Schedule(slots: firstOther)
    outcomes = plan.steps.map { _ in .succeeded(name: -1) }
  }

  /// The launch; nil where the record does not decide it.
  mutating func launch(_ record: FittedRecord, _ start: RunSnapshot) -> ReplayedLaunch? {
    begin(record, start)
    var left = Self.mostEvents
    apply(record)
    while machine.state.run.landedRule < 0 {
      guard let due = schedule.pop(), left > 0 else { return nil }
      left -= 1
      now = due.time
      guard let input = input(of: due.slot) else { return nil }
      machine.handle(input)
      apply(record)
    }
    guard let page = machine.landedPage else { return nil }
    var launch = ReplayedLaunch.none
    launch.add(now...now, page: page, isDegraded: machine.state.run.isDegraded)
    launch.isExact = true
    return launch
  }

  private mutating func begin(_ record: FittedRecord, _ start: RunSnapshot) {
    if snapshot == start { machine.reset() } else { machine.reset(start) }
    snapshot = start
    now = 0
    schedule.clearAll()
    others.removeAll(keepingCapacity: true)
    for event in ScriptedInput.all(record) {
      let slot = firstOther + others.count
      if slot >= schedule.slots { _ = schedule.addSlot() }
      others.append(event.isKnown ? event.input : nil)
      schedule.set(slot, at: event.time, order: event.order.key)
    }
    machine.handle(.started)
  }

  /// The input of a slot that is due; nil where nothing is known from here on.
  private func input(of slot: Int) -> FlowMachine.Input? {
    if slot >= firstOther { return others[slot - firstOther] }
    if slot >= firstUnknown { return nil }
    if slot >= firstAnswer {
      let step = slot - firstAnswer
      return .attemptEnded(step: step, attempt: Int(machine.state.steps[step].attempt), outcomes[step])
    }
    return .timerFired(FlowMachine.timer(inSlot: slot, plan, machine.state.steps))
  }

  private mutating func apply(_ record: FittedRecord) {
    guard machine.state.run.landedRule < 0 else { return }
    for index in machine.effects.indices {
      switch machine.effects[index] {
      case .startAttempt(let step, let attempt, let origin): start(step, attempt, origin, record)
      case .cancelAttempt(let step, _): forget(step)
      case .arm(let timer, let nanoseconds, let jitter): arm(timer, nanoseconds, jitter, record)
      case .disarm(let timer):
        schedule.clear(timer.slot)
        if timer.kind == .attemptTimeout { forget(timer.owner) }
        if timer.kind == .retryWake { schedule.clear(firstUnknown + timer.owner) }
      default: break
      }
    }
  }

  private mutating func forget(_ step: Int) {
    schedule.clear(firstAnswer + step)
    schedule.clear(firstUnknown + step)
  }

  private mutating func start(
    _ step: Int, _ attempt: Int, _ origin: AttemptOrigin, _ record: FittedRecord
  ) {
    forget(step)
    guard !plan.steps[step].isTail else { return }
    let order = EventOrder.answer(step: step).key
    switch record.known(attempt, of: step, origin) {
    case .answer(let outcome, let takes):
      outcomes[step] = outcome
      schedule.set(firstAnswer + step, at: now.plus(takes), order: order)
    case .silence(let until): schedule.set(firstUnknown + step, at: now.plus(until), order: order)
    case .nothing: schedule.set(firstUnknown + step, at: now, order: order)
    }
  }

  private mutating func arm(
    _ timer: FlowTimer, _ nanoseconds: Int64, _ jitter: Bool, _ record: FittedRecord
  ) {
    let order = EventOrder.timer(timer).key
    guard jitter else { return schedule.set(timer.slot, at: now.plus(nanoseconds), order: order) }
    let wait = record.wait(
      after: Int(machine.state.steps[timer.owner].attempt), of: timer.owner, atMost: nanoseconds)
    if wait.count == 1 {
      schedule.set(timer.slot, at: now.plus(wait.lowerBound), order: order)
    } else {
      schedule.set(firstUnknown + timer.owner, at: now.plus(wait.lowerBound), order: order)
    }
  }
}
