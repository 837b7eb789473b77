import LaunchFlowMachine
import LaunchFlowModel

/// Drives the machine through one run after another in virtual time.
struct SimulationDriver {
  let plan: FlowPlan
  let scenario: PlannedScenario
  let seed: UInt64
  /// The most events of a run.
  let mostEvents: Int

  private var machine: FlowMachine
  /// The timers' slots come first, then a slot a step for its answer, then the scripted events'.
  private var schedule: Schedule
  private var now: Int64 = 0
  /// The run that is simulated.
  private var run: UInt64 = 0
  /// The number of events that the run may still take.
  private var eventsLeft = 0
  /// The run, if it was stopped because it took too many events.
  private(set) var stopped: StoppedRun?
  private var random = KeyedRandom(seed: 0, run: 0)
  /// The network of this run; nil adds no time to HTTP attempts.
  private var link: PlannedLink.Conditions?
  /// The factor of this run's HTTP attempts.
  private var factor: Double?
  private let firstAnswer: Int
  private let firstScripted: Int
  private let firstSignal: Int
  /// By step: the answer of its attempt in flight.
  private var pending: [PlannedScenario.PlannedAnswer]
  /// By step: the time of that answer; `.max` for never.
  private var answerDue: [Int64]
  /// The values and messages of steps, as numbers of the scenario's lists.
  private var values: NumberedValues
  /// By step, then by the plan's fallbacks: whether its newest attempt could be made; nil before the first.
  private var newestIsReady: [Bool?]
  /// By the scenario's references: the numbers of the values that it was prepared with.
  private var newestValues: [Int32]
  /// Whether an attempt can be made, by its source and the numbers of the values that it refers to.
  private var preparations: [[Int32]: Bool] = [:]
  /// By step: when the handler of its attempt in flight would end, if it ignores cancellation; else -1.
  private var stubborn: [Int64]
  /// When handlers that ignored cancellation end; recorded in the trace.
  private var abandoned: [(time: Int64, step: Int, attempt: Int)] = []
  private var recorder: TraceRecorder?
  private var notice: ShownNotice?
  /// Whether values are kept: for attempts that refer to them, and for the notice of a recorded run.
  private var keepsValues = false

  init(_ plan: FlowPlan, _ scenario: PlannedScenario, seed: UInt64, mostEvents: Int) {
    self.plan = plan
    self.mostEvents = mostEvents
    self.scenario = scenario
    self.seed = seed
    let count = plan.steps.count
    machine = FlowMachine(plan, scenario.snapshot)
    firstAnswer = FlowTimer.slots(steps: count)
    firstScripted = firstAnswer + count
    firstSignal = firstScripted + 1 + scenario.switches.count
    schedule = Schedule(slots: firstSignal + scenario.signals.count)
    pending = Array(
      repeating: PlannedScenario.PlannedAnswer(outcome: .succeeded(name: -1)), count: count)
    answerDue = Array(repeating: .max, count: count)
    values = NumberedValues(steps: count)
    stubborn = Array(repeating: -1, count: count)
    newestIsReady = Array(repeating: nil, count: count + plan.fallbacks.count)
    newestValues = Array(repeating: 0, count: scenario.references.count)
  }

  /// Runs to the landing and no further.
  mutating func land(run: UInt64) -> Distribution.Landing {
    machine.endsAtLanding = true
    machine.tellsCauses = false
    keepsValues = !scenario.references.isEmpty
    begin(run)
    while machine.state.run.landedRule < 0, step() {}
    return Distribution.Landing(
      time: now, page: Int32(machine.landedPage ?? -1), isDegraded: machine.state.run.isDegraded, run: run)
  }

  /// Runs to the very end and records it.
  mutating func record(run: UInt64, scenarioName: String?) -> SimulatedRun {
    var empty = TraceRecorder(plan, scenario: scenarioName, seed: seed, run: run)
    empty.know(scenario.snapshot)
    recorder = empty
    abandoned = []
    notice = nil
    machine.endsAtLanding = false
    machine.tellsCauses = true
    keepsValues = true
    begin(run)
    while step() {}
    recordAbandoned(upTo: .max)
    var trace = (recorder ?? empty).trace
    recorder = nil
    // Abandoned handlers end between the other events, or after the last one.
    trace.events = trace.events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    return SimulatedRun(trace: trace, notice: notice?.filled, stopped: stopped)
  }

  private mutating func begin(_ run: UInt64) {
    random = KeyedRandom(seed: seed, run: run)
    link = scenario.link?.conditions(random)
    factor = scenario.factor?.value(random)
    now = 0
    self.run = run
    eventsLeft = mostEvents
    stopped = nil
    schedule.clearAll()
    machine.reset()
    if keepsValues { values.reset() }
    if scenario.cancel >= 0 {
      schedule.set(firstScripted, at: scenario.cancel, order: EventOrder.cancellation.key)
    }
    for (index, event) in scenario.switches.enumerated() {
      schedule.set(
        firstScripted + 1 + index, at: event.time, order: EventOrder.connectivity(domain: event.domain).key)
    }
    for (index, signal) in scenario.signals.enumerated() {
      guard let signal else { continue }
      var time: Int64 = 0
      if case .fixed(let fixed) = signal.time {
        time = fixed
      } else {
        time = signal.time.nanoseconds(random.unit(step: signal.key, attempt: 1, .time))
      }
      schedule.set(firstSignal + index, at: time, order: EventOrder.signal(index).key)
    }
    machine.handle(.started)
    apply()
  }

  /// Takes the next event; false if none is left.
  private mutating func step() -> Bool {
    guard let due = schedule.pop() else { return false }
    guard eventsLeft > 0 else {
      stopped = StoppedRun(run: run, events: mostEvents, time: now)
      return false
    }
    eventsLeft -= 1
    now = due.time
    if keepsValues, due.slot >= firstAnswer, due.slot < firstScripted {
      let step = due.slot - firstAnswer
      let answer = pending[step]
      values.note(answer.value, answer.message < 0 ? nil : answer.message, of: step)
      recorder?.note(scenario.codes(of: answer), of: step)
    }
    machine.handle(input(of: due.slot))
    apply()
    return true
  }

  @inline(__always)
  private func input(of slot: Int) -> FlowMachine.Input {
    if slot >= firstSignal { return .signalled(slot - firstSignal) }
    if slot >= firstScripted {
      guard slot > firstScripted else { return .cancelled }
      let event = scenario.switches[slot - firstScripted - 1]
      return event.isOffline ? .wentOffline(domain: event.domain) : .cameOnline(domain: event.domain)
    }
    if slot >= firstAnswer {
      let step = slot - firstAnswer
      return .attemptEnded(
        step: step, attempt: Int(machine.state.steps[step].attempt), pending[step].outcome)
    }
    return .timerFired(FlowMachine.timer(inSlot: slot, plan, machine.state.steps))
  }

  private mutating func apply() {
    if machine.endsAtLanding, machine.state.run.landedRule >= 0 { return }
    if keepsValues { keepValues() }
    recorder?.record(machine.effects, at: now, notice: notice?.written)
    for index in machine.effects.indices {
      switch machine.effects[index] {
      case .startAttempt(let step, let attempt, let origin): startAttempt(step, attempt, origin)
      case .cancelAttempt(let step, let attempt): cancelAttempt(step, attempt)
      case .arm(let timer, let nanoseconds, let jitter): arm(timer, nanoseconds, jitter)
      case .disarm(let timer): schedule.clear(timer.slot)
      case .settled, .refreshed, .offlineAttempt, .store, .lateWork, .queued, .stepStarted, .attemptEnded,
        .waiting, .cancelled, .connectivity, .signalled, .noticeWithheld, .landed, .finished, .caused:
        break
      }
    }
  }

  private mutating func keepValues() {
    for index in machine.effects.indices {
      values.follow(machine.effects[index], local: localValue(machine.effects[index]))
      if case .landed(let rule, _, _) = machine.effects[index] { notice = notice(ofRule: rule) }
    }
  }

  @inline(__always)
  private func localValue(_ effect: FlowMachine.Effect) -> Int32? {
    guard case .settled(let step, _, let origin) = effect else { return nil }
    guard case .fallback(let index) = origin else { return scenario.ownValues[step] }
    return scenario.fallbackValues[Int(plan.steps[step].fallbacks.lowerBound + index)]
  }

  private func value(of reference: Template.Reference) -> RunValue? {
    plan.value(of: reference, inputs: scenario.inputs) { step in
      values.value(of: step).map { scenario.values[Int($0)] }
    }
  }

  private func notice(ofRule rule: Int) -> ShownNotice? {
    plan.notice(ofRule: rule, without: values.withheldNotices, value: value) { step in
      values.message(of: step).map { scenario.messages[Int($0)] }
    }
  }

  private mutating func arm(_ timer: FlowTimer, _ nanoseconds: Int64, _ jitter: Bool) {
    var wait = nanoseconds
    if jitter {
      wait = drawnWait(timer.owner, atMost: nanoseconds)
    }
    let due = now.plus(wait)
    // An attempt ends by its answer or by its time-out, whichever is earlier. At one instant the answer comes first. So
    // only the earlier one is scheduled.
    let isAnswered = timer.kind == .attemptTimeout && answerDue[timer.owner] <= due
    let time = isAnswered ? answerDue[timer.owner] : due
    guard !machine.endsAtLanding || concernsLanding(timer.owner, time) else { return }
    if isAnswered {
      schedule.set(
        firstAnswer + timer.owner, at: time, order: EventOrder.answer(step: timer.owner).key)
    } else {
      schedule.set(timer.slot, at: time, order: EventOrder.timer(timer).key)
    }
  }

  /// Whether a step, or the flow (-1), can still affect the landing at a time. The run has landed by the flow's
  /// deadline.
  @inline(__always)
  private func concernsLanding(_ step: Int, _ time: Int64) -> Bool {
    time <= plan.deadline && (step < 0 || plan.steps[step].concernsLanding)
  }

  /// A wait with jitter, from zero to the longest, both included; the scenario may choose it.
  private func drawnWait(_ step: Int, atMost longest: Int64) -> Int64 {
    let attempt = Int(machine.state.steps[step].attempt)
    let attempts = scenario.own[step]
    if !attempts.behaviours.isEmpty {
      let place = min(attempt, attempts.behaviours.count) - 1
      let said = scenario.behaviours[Int(attempts.behaviours.lowerBound) + place].wait
      if said >= 0 { return min(longest, said) }
    }
    let unit = random.unit(step: attempts.key, attempt: attempt, .jitter)
    return min(longest, Int64(unit * (Double(longest) + 1)))
  }
}

extension SimulationDriver {
  private mutating func startAttempt(_ step: Int, _ attempt: Int, _ origin: AttemptOrigin) {
    stubborn[step] = -1
    guard !machine.endsAtLanding || plan.steps[step].concernsLanding else { return }
    let attempts: PlannedScenario.Attempts
    var index = 0
    switch origin {
    case .own:
      attempts = scenario.own[step]
      index = min(attempt, attempts.behaviours.count) - 1
    case .fallback(let fallback):
      attempts = scenario.fallbacks[Int(plan.steps[step].fallbacks.lowerBound) + fallback]
    }
    guard !attempts.needsPreparation || isReady(attempts, step, origin) else {
      pending[step] = PlannedScenario.PlannedAnswer(outcome: .failed(.malformed))
      answerDue[step] = now
      return
    }
    let place = Int(attempts.behaviours.lowerBound) + index
    var answer = answer(scenario.behaviours[place].ending, attempts.key, attempt)
    var takes: Int64 = 0
    if case .fixed(let time) = scenario.behaviours[place].takes {
      takes = time
    } else if answer != nil {
      let unit = random.unit(step: attempts.key, attempt: attempt, .time)
      takes = scenario.behaviours[place].takes.nanoseconds(unit)
    }
    if attempts.isHTTP, let factor { takes = PlannedFactor.times(factor, takes) }
    if attempts.isHTTP, let link { takes = takes.plus(link.delay(random, attempts.key, attempt)) }
    if attempts.isHTTP, !scenario.outages.isEmpty { meetOutages(&answer, &takes) }
    let extendedTo = scenario.behaviours[place].extendedTo
    if extendedTo >= 0, answer == nil || takes > extendedTo {
      answer = PlannedScenario.PlannedAnswer(outcome: .failed(.timeout))
      takes = extendedTo
    }
    answerDue[step] = answer == nil ? .max : now.plus(takes)
    if scenario.behaviours[place].ignoresCancellation { stubborn[step] = answerDue[step] }
    if let answer { pending[step] = answer }
  }

  /// Whether an attempt can be made with the present values of the steps that it refers to. Values rarely change from run
  /// to run, so few attempts are rendered.
  private mutating func isReady(
    _ attempts: PlannedScenario.Attempts, _ step: Int, _ origin: AttemptOrigin
  ) -> Bool {
    let source =
      switch origin {
      case .own: step
      case .fallback(let place): plan.steps.count + Int(plan.steps[step].fallbacks.lowerBound) + place
      }
    var isSame = true
    for index in attempts.references {
      let number = values.value(of: Int(scenario.references[Int(index)])) ?? -1
      if newestValues[Int(index)] != number { isSame = false }
      newestValues[Int(index)] = number
    }
    if isSame, let known = newestIsReady[source] { return known }
    let key = [Int32(source)] + attempts.references.map { newestValues[Int($0)] }
    let isReady = preparations[key] ?? isReady(step, origin)
    preparations[key] = isReady
    newestIsReady[source] = isReady
    return isReady
  }

  private func isReady(_ step: Int, _ origin: AttemptOrigin) -> Bool {
    let prepared = plan.prepare(step, origin, in: plan.releaseEnvironment, resolve: value)
    if case .ready = prepared { return true } else { return false }
  }

  /// The answer of an attempt; nil if it hangs.
  @inline(__always)
  private func answer(
    _ ending: PlannedScenario.Ending, _ key: UInt64, _ attempt: Int
  ) -> PlannedScenario.PlannedAnswer? {
    switch ending {
    case .answer(let answer): return scenario.answers[Int(answer)]
    case .hang: return nil
    case .odds(let shares):
      let unit = random.unit(step: key, attempt: attempt, .outcome)
      // Rounding may leave a gap above the last share, which then includes it.
      let chosen = shares.first { unit < scenario.shares[Int($0)].upTo } ?? shares.upperBound - 1
      if case .answer(let answer) = scenario.shares[Int(chosen)].ending {
        return scenario.answers[Int(answer)]
      }
      return nil
    }
  }

  /// A silent network loses the answer. A network that refuses fails each attempt that begins.
  @inline(__always)
  private func meetOutages(_ answer: inout PlannedScenario.PlannedAnswer?, _ takes: inout Int64) {
    for outage in scenario.outages where now < outage.to {
      switch outage.kind {
      case .silent:
        if now >= outage.from || answer != nil && takes >= outage.from - now {
          answer = nil
          return
        }
      case .refused:
        if now >= outage.from {
          answer = PlannedScenario.PlannedAnswer(outcome: .failed(.network))
          takes = 0
          return
        }
      }
    }
  }

  private mutating func cancelAttempt(_ step: Int, _ attempt: Int) {
    schedule.clear(firstAnswer + step)
    guard recorder != nil, stubborn[step] >= 0 else { return }
    recorder?.record(.abandoned(step: step, attempt: attempt), at: now)
    if stubborn[step] < .max { abandoned.append((stubborn[step], step, attempt)) }
    stubborn[step] = -1
  }

  private mutating func recordAbandoned(upTo time: Int64) {
    for end in abandoned where end.time <= time {
      recorder?.record(.abandonedEnded(step: end.step, attempt: end.attempt), at: end.time)
    }
    abandoned.removeAll { $0.time <= time }
  }
}
