/// Plays rehearsals on the machine, in virtual time and in the exact order of events.
struct RehearsalPlayer {
  struct Outcome {
    /// Nanoseconds since the start; -1 if it did not land.
    var landedAt: Int64 = -1
    var rule = -1
    var broken: [Int] = []
  }

  let plan: FlowPlan
  let choices: WorldChoices
  private var machine: FlowMachine
  /// The timers' slots come first, then one slot for each track's answer, then the signals.
  private var schedule: Schedule
  private let firstAnswer: Int
  private let firstSignal: Int
  /// By track: the answer of its attempt in flight.
  private var pending: [AttemptChoice]
  /// By step: the time of its deadline, or `.max`.
  private var deadlines: [Int64]
  /// By step: whether its own work may end later than all fallbacks beside it.
  private let outlastsFallbacks: [Bool]
  private var rehearsal: Rehearsal
  private var now: Int64 = 0
  private var outcome = Outcome()
  private(set) var findings: Findings
  /// The events with their times, in their order.
  private var events: [ExploredEvent] = []
  private var times: [Int64] = []
  /// The number of events played so far; each run's start counts as one for each step. In a flow with long conditions
  /// an event counts more, since the machine reads them again with it.
  private(set) var work = 0
  private let price: Int

  init(_ choices: WorldChoices) {
    self.choices = choices
    plan = choices.plan
    rehearsal = Rehearsal(choices, .answer(.plain))
    machine = FlowMachine(plan, choices.snapshot(0, offline: 0, cacheChoices: rehearsal.caches))
    firstAnswer = FlowTimer.slots(tracks: plan.trackCount)
    firstSignal = firstAnswer + plan.trackCount
    schedule = Schedule(slots: firstSignal + plan.signals.count)
    pending = Array(repeating: .plain, count: plan.trackCount)
    deadlines = Array(repeating: .max, count: plan.steps.count)
    outlastsFallbacks = plan.steps.indices.map { [plan] step in
      plan.clocks[step].hedges
        && OutcomeLimits(of: step, in: plan).available <= plan.boundedWorkTime(of: step)
    }
    findings = Findings(plan)
    price = 1 + plan.conditions.count / 1024
  }

  /// The most events of a run, for each step.
  private static let mostEvents = 200

  mutating func play(_ rehearsal: Rehearsal) -> Outcome {
    self.rehearsal = rehearsal
    schedule.clearAll()
    events.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    now = 0
    work += plan.steps.count
    machine.reset(
      choices.snapshot(rehearsal.inputClass, offline: rehearsal.offline, cacheChoices: rehearsal.caches))
    for signal in plan.signals.indices where rehearsal.givesSignals {
      schedule.set(firstSignal + signal, at: 0, order: EventOrder.signal(signal).key)
    }
    outcome = Outcome()
    take(
      ExploredEvent(
        kind: .started, subject: Int32(rehearsal.inputClass), detail: Int32(rehearsal.offline)))
    var left = Self.mostEvents * (plan.steps.count + 5)
    while left > 0, !machine.state.run.hasFinished, let due = schedule.pop() {
      left -= 1
      now = due.time
      take(event(of: due.slot))
    }
    if machine.state.run.hasFinished {
      outcome.broken = plan.promises.indices.filter {
        machine.state.breaks(plan.promises[$0], landedAt: outcome.landedAt, in: plan)
      }
    }
    return outcome
  }

  private func event(of slot: Int) -> ExploredEvent {
    if slot >= firstSignal {
      return ExploredEvent(kind: .signalled, subject: Int32(slot - firstSignal), detail: -1)
    }
    guard slot >= firstAnswer else { return ExploredEvent(kind: .fired, subject: Int32(slot)) }
    let track = slot - firstAnswer
    return ExploredEvent(kind: .answered, subject: Int32(track), detail: pending[track].code)
  }

  private mutating func take(_ event: ExploredEvent) {
    work += price
    events.append(event)
    times.append(now)
    machine.handle(machine.input(event))
    for index in machine.effects.indices {
      findings.note(machine.effects[index], machine.state.steps, plan)
      switch machine.effects[index] {
      case .arm(let timer, let nanoseconds, _): arm(timer, nanoseconds)
      case .disarm(let timer): schedule.clear(timer.slot)
      case .startAttempt(let step, _, let origin): start(step, origin)
      case .cancelAttempt(let track, _): schedule.clear(firstAnswer + track)
      case .landed(let rule, _, _):
        findings.isRuleUsed[rule] = true
        (outcome.landedAt, outcome.rule) = (now, rule)
      default: break
      }
    }
  }

  private mutating func arm(_ timer: FlowTimer, _ nanoseconds: Int64) {
    var wait = nanoseconds
    if timer.kind == .retryWake { wait = max(wait, longestWait(of: timer.owner)) }
    let due = now.plus(wait)
    schedule.set(timer.slot, at: due, order: EventOrder.timer(timer).key)
    if timer.kind == .stepDeadline || timer.kind == .groupDeadline { deadlines[timer.owner] = due }
  }

  /// The longest wait for the server of a step that settles as late as it can; it ends before the step's deadline.
  private func longestWait(of step: Int) -> Int64 {
    guard case .late = rehearsal.behaviours[step], plan.honoursServer(step) else { return 0 }
    let left = plan.clocks[step].deadline < 0 ? Int64.max : deadlines[step] - now
    return min(left - 1, plan.longestWait(of: step, after: Int(machine.state.steps[step].tries)))
  }

  private mutating func start(_ step: Int, _ origin: AttemptOrigin) {
    let tries = machine.state.steps[step].tries
    guard let (choice, after) = answer(of: step, origin, tries) else { return }
    let track = plan.track(of: step, origin)
    pending[track] = choice
    schedule.set(firstAnswer + track, at: now.plus(after), order: EventOrder.answer(on: track).key)
  }

  /// The answer to an attempt, and the nanoseconds until it comes; nil if the attempt hangs.
  private func answer(
    of step: Int, _ origin: AttemptOrigin, _ tries: Int32
  ) -> (choice: AttemptChoice, after: Int64)? {
    switch rehearsal.behaviours[step] {
    case .answer(let choice): (choice, 0)
    case .hang: nil
    case .late(let choice): lateAnswer(of: step, origin, tries, choice)
    }
  }

  /// The answer that makes a step settle as late as it can.
  private func lateAnswer(
    of step: Int, _ origin: AttemptOrigin, _ tries: Int32, _ choice: AttemptChoice?
  ) -> (choice: AttemptChoice, after: Int64)? {
    let fallbacks = plan.steps[step].fallbacks
    switch origin {
    case .own:
      let clocks = plan.clocks[step]
      // An answer at the very instant of a deadline still counts.
      let left = timeLeft(for: step)
      if Int(tries) >= clocks.mostAttempts || left <= clocks.timeout {
        let after = min(left, clocks.timeout)
        if choice == .plain, !fallbacks.isEmpty, !outlastsFallbacks[step] { return nil }
        return (choice ?? refusal(of: step)).map { ($0, after) }
      }
      let honoured = [ErrorClass.throttled, .server].first { clocks.retryClasses & $0.bit != 0 }
      if plan.honoursServer(step), let honoured { return (.failed(honoured), clocks.timeout) }
      if clocks.retryClasses & ErrorClass.timeout.bit != 0 { return nil }
      let retried = ErrorClass.allCases.first { clocks.retryClasses & $0.bit != 0 }
      return retried.map { (.failed($0), clocks.timeout) }
    case .fallback(let place):
      guard choice != nil, place == fallbacks.count - 1, !outlastsFallbacks[step] else { return nil }
      return (.plain, plan.fallback(place, of: step).timeout)
    }
  }

  /// The time until its deadline, or one of its groups'.
  private func timeLeft(for step: Int) -> Int64 {
    let limits = ([step] + plan.graph.groups(of: step)).filter { plan.clocks[$0].deadline >= 0 }
    return max(0, limits.map { deadlines[$0] - now }.min() ?? .max)
  }

  /// A refusal that no fallback hides, if only such a refusal makes a step fail; nil for a hang.
  private func refusal(of step: Int) -> AttemptChoice? {
    let names = plan.steps[step].names
    return names.first { plan.names[Int($0)].isFailure && !plan.names[Int($0)].allowsFallback }
      .map { AttemptChoice.named($0 - names.lowerBound) }
  }

  /// The newest run; nil if no simulation plays it.
  func witness(named name: String) -> Witness? {
    let path = RunPath(events, cacheChoices: rehearsal.caches, choices, isTimed: true)
    return Witness(path.scenario(named: name, choices, at: times), plan)
  }
}
