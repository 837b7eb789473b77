import LaunchFlowMachine
import LaunchFlowModel

/// Plays rehearsals on the machine, in virtual time and in the exact order of events.
struct RehearsalPlayer {
  /// The result of one rehearsal.
  struct Outcome {
    /// Nanoseconds since the start; -1 if it did not land.
    var landedAt: Int64 = -1
    var rule = -1
    /// The promises that it breaks.
    var broken: [Int] = []
  }

  let plan: FlowPlan
  let choices: WorldChoices
  private var machine: FlowMachine
  /// The timers' slots come first, then one slot for each step's answer, then the cancellation and the
  /// signals.
  private var schedule: Schedule
  private let firstAnswer: Int
  /// By step: the answer of its attempt in flight.
  private var pending: [AttemptChoice]
  /// By step: the time of its deadline, or `.max`.
  private var deadlines: [Int64]
  private var rehearsal: Rehearsal
  private var now: Int64 = 0
  /// The parts reached, and the landings.
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
    rehearsal = Rehearsal(choices, Rehearsal.success)
    machine = FlowMachine(plan, choices.snapshot(0, offline: 0, cacheChoices: rehearsal.caches))
    firstAnswer = FlowTimer.slots(steps: plan.steps.count)
    schedule = Schedule(slots: firstAnswer + plan.steps.count + 1 + plan.signals.count)
    pending = Array(repeating: .plain, count: plan.steps.count)
    deadlines = Array(repeating: .max, count: plan.steps.count)
    findings = Findings(plan)
    price = 1 + plan.conditions.count / 1024
  }

  /// The most events of a run, for each step.
  private static let mostEvents = 200

  /// Plays a rehearsal to its end.
  mutating func play(_ rehearsal: Rehearsal) -> Outcome {
    self.rehearsal = rehearsal
    schedule.clearAll()
    events.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    now = 0
    work += plan.steps.count
    machine.reset(
      choices.snapshot(rehearsal.inputClass, offline: rehearsal.offline, cacheChoices: rehearsal.caches))
    if let cancel = rehearsal.cancel {
      schedule.set(firstAnswer + plan.steps.count, at: cancel, order: EventOrder.cancellation.key)
    }
    for signal in plan.signals.indices where rehearsal.givesSignals {
      schedule.set(
        firstAnswer + plan.steps.count + 1 + signal, at: 0, order: EventOrder.signal(signal).key)
    }
    var outcome = Outcome()
    take(
      .started,
      ExploredEvent(
        kind: .started, subject: Int32(rehearsal.inputClass), detail: Int32(rehearsal.offline)), &outcome)
    var left = Self.mostEvents * (plan.steps.count + 5)
    while left > 0, !machine.state.run.hasFinished, let due = schedule.pop() {
      left -= 1
      now = due.time
      play(due.slot, &outcome)
    }
    if machine.state.run.hasFinished { outcome.broken = brokenPromises }
    return outcome
  }

  private mutating func play(_ slot: Int, _ outcome: inout Outcome) {
    if slot > firstAnswer + plan.steps.count {
      let signal = slot - firstAnswer - plan.steps.count - 1
      take(.signalled(signal), ExploredEvent(kind: .signalled, subject: Int32(signal)), &outcome)
    } else if slot == firstAnswer + plan.steps.count {
      guard machine.state.run.landedRule < 0 else { return }
      take(.cancelled, ExploredEvent(kind: .cancelled, subject: 0), &outcome)
    } else if slot >= firstAnswer {
      let step = slot - firstAnswer
      take(
        .attemptEnded(
          step: step, attempt: Int(machine.state.steps[step].attempt),
          pending[step].outcome(of: step, in: plan)),
        ExploredEvent(kind: .answered, subject: Int32(step), detail: pending[step].code), &outcome)
    } else {
      take(
        .timerFired(machine.timer(inSlot: slot)), ExploredEvent(kind: .fired, subject: Int32(slot)),
        &outcome)
    }
  }

  private mutating func take(
    _ input: FlowMachine.Input, _ event: ExploredEvent, _ outcome: inout Outcome
  ) {
    work += price
    events.append(event)
    times.append(now)
    machine.handle(input)
    for index in machine.effects.indices {
      switch machine.effects[index] {
      case .arm(let timer, let nanoseconds, _): arm(timer, nanoseconds)
      case .disarm(let timer): schedule.clear(timer.slot)
      case .startAttempt(let step, _, let origin): start(step, origin)
      case .offlineAttempt(let step, _, let origin):
        findings.noteAttempt(step, origin, tries: machine.state.steps[step].tries, plan)
      case .cancelAttempt(let step, _): schedule.clear(firstAnswer + step)
      case .stepStarted(let step): findings.hasStarted[step] = true
      case .settled(let step, let settlement, let value):
        findings.noteSettlement(step, settlement, value, plan)
      case .attemptEnded(let step, _, let end): findings.noteEnd(step, end, plan)
      case .landed(let rule, _, _):
        findings.isRuleUsed[rule] = true
        outcome.landedAt = now
        outcome.rule = rule
      case .store, .lateWork, .refreshed, .queued, .waiting, .cancelled, .connectivity, .signalled,
        .noticeWithheld,
        .finished,
        .caused:
        break
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
    findings.noteAttempt(step, origin, tries: tries, plan)
    let answer = answer(of: step, origin, tries)
    guard let choice = answer.choice else { return }
    pending[step] = choice
    schedule.set(
      firstAnswer + step, at: now.plus(answer.after), order: EventOrder.answer(step: step).key)
  }

  private func answer(of step: Int, _ origin: AttemptOrigin, _ tries: Int32) -> Rehearsal.Answer {
    switch rehearsal.behaviours[step] {
    case .answers(let answers):
      guard let last = answers.last else { return Rehearsal.Answer() }
      guard case .own = origin else { return last }
      return answers[min(Int(machine.state.steps[step].attempt), answers.count) - 1]
    case .late(let isAvailable): return lateAnswer(of: step, origin, tries, isAvailable: isAvailable)
    }
  }

  /// The answer that makes a step settle as late as it can.
  private func lateAnswer(
    of step: Int, _ origin: AttemptOrigin, _ tries: Int32, isAvailable: Bool
  ) -> Rehearsal.Answer {
    let fallbacks = plan.steps[step].fallbacks
    switch origin {
    case .own:
      let clocks = plan.clocks[step]
      // An answer at the very instant of a deadline still counts.
      let left = timeLeft(for: step)
      let isLast = Int(tries) >= clocks.mostAttempts || left <= clocks.timeout
      if isLast {
        let after = min(left, clocks.timeout)
        if isAvailable, fallbacks.isEmpty { return Rehearsal.Answer(choice: .plain, after: after) }
        return Rehearsal.Answer(choice: isAvailable ? nil : refusal(of: step), after: after)
      }
      let honoured = [ErrorClass.throttled, .server].first { clocks.retryClasses & $0.bit != 0 }
      if plan.honoursServer(step), let honoured {
        return Rehearsal.Answer(choice: .failed(honoured), after: clocks.timeout)
      }
      if clocks.retryClasses & ErrorClass.timeout.bit != 0 { return Rehearsal.Answer() }
      let retried = ErrorClass.allCases.first { clocks.retryClasses & $0.bit != 0 }
      return Rehearsal.Answer(choice: retried.map(AttemptChoice.failed), after: clocks.timeout)
    case .fallback(let place):
      guard isAvailable, place == fallbacks.count - 1 else { return Rehearsal.Answer() }
      return Rehearsal.Answer(choice: .plain, after: plan.fallback(place, of: step).timeout)
    }
  }

  /// The time until its deadline, or one of its groups'.
  private func timeLeft(for step: Int) -> Int64 {
    var left = Int64.max
    var level = step
    while level >= 0 {
      if plan.clocks[level].deadline >= 0 { left = min(left, deadlines[level] - now) }
      level = Int(plan.steps[level].group)
    }
    return max(0, left)
  }

  /// A refusal that no fallback hides, if only such a refusal makes a step fail; nil for a hang.
  private func refusal(of step: Int) -> AttemptChoice? {
    let names = plan.steps[step].names
    return names.first { plan.names[Int($0)].isFailure && !plan.names[Int($0)].allowsFallback }
      .map { AttemptChoice.named($0 - names.lowerBound) }
  }

  private var brokenPromises: [Int] {
    plan.promises.indices.filter { index in
      switch plan.promises[index] {
      case .within: false
      case .never(let node): machine.state.truth(of: node, in: plan) == .yes
      case .always(let node): machine.state.truth(of: node, in: plan) != .yes
      case .implies(let premise, let conclusion):
        machine.state.truth(of: premise, in: plan) == .yes
          && machine.state.truth(of: conclusion, in: plan) != .yes
      }
    }
  }

  /// The newest run.
  func witness(named name: String) -> Witness {
    RunPath(events, cacheChoices: rehearsal.caches, choices, isTimed: true)
      .witness(named: name, choices, at: times)
  }
}
