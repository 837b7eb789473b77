import LaunchFlowMachine
import LaunchFlowModel

/// Drives the switch's machine through a scenario in virtual time.
struct SwitchDriver {
  /// What is due at a time.
  enum Event {
    /// A change of the path, by its index in the world.
    case path(Int)
    case background(Bool)
    case press(Bool)
    case kill
    case restart
    case call(SwitchScenario.Calls, domain: Int)
    case failedCall(domain: Int, SwitchWorld.CallFailure)
    case pushedVerdict(domain: Int, OfflineSwitchDocument.Verdict)
    case probeAnswer(number: Int, isGood: Bool, process: Int)
    case verdict(domain: Int, number: Int, SwitchMachine.Verdict, process: Int)
    case markStored(number: Int, isMarked: Bool, process: Int)
  }

  private let plan: SwitchPlan
  private let scenario: SwitchScenario
  private let world: SwitchWorld
  private let run: UInt64
  /// How many events the run may take.
  private let mostEvents: Int
  private let random: KeyedRandom
  private let probeTakes: PlannedTime
  private let qosTakes: PlannedTime
  private var machine: SwitchMachine
  private var recorder: SwitchRecorder
  /// The timers' slots come first, then those of `events`.
  private var schedule: Schedule
  /// What happens when the slot behind the timers' is due.
  private var events: [Event] = []
  private var freeEvents: [Int] = []
  private var now: Int64 = 0
  /// The process's number, from 1; what an earlier one began is gone.
  private var process = 0
  private var isRunning = false
  private var isInBackground = false
  /// What is on disk.
  private var storedMark = false
  /// How many probes and questions there were, over all processes; random draws are keyed by them.
  private var probes = 0
  private var questions: [Int]

  init(
    _ plan: SwitchPlan, _ scenario: SwitchScenario, _ world: SwitchWorld, mostEvents: Int, run: UInt64,
    seed: UInt64
  ) {
    self.plan = plan
    self.scenario = scenario
    self.world = world
    self.mostEvents = mostEvents
    self.run = run
    random = KeyedRandom(seed: seed, run: run)
    probeTakes = PlannedTime(scenario.probeTakes ?? .fixed(.milliseconds(50)))
    qosTakes = PlannedTime(scenario.qosTakes ?? .fixed(.milliseconds(100)))
    machine = SwitchMachine(plan)
    schedule = Schedule(slots: plan.timerSlots)
    recorder = SwitchRecorder(plan, scenario: scenario.name, seed: seed)
    questions = plan.domains.map { _ in 0 }
  }

  mutating func play() -> SimulatedSwitchRun {
    addScenario()
    start()
    var taken = 0
    var stopped: StoppedRun?
    while let due = schedule.pop(before: world.length) {
      guard taken < mostEvents else {
        stopped = StoppedRun(run: run, events: taken, time: now)
        break
      }
      taken += 1
      now = due.time
      if due.slot < plan.timerSlots {
        handle(.timerFired(plan.timer(inSlot: due.slot)))
      } else {
        freeEvents.append(due.slot - plan.timerSlots)
        take(events[due.slot - plan.timerSlots])
      }
    }
    let end = stopped?.time ?? world.length
    recorder.end(at: end)
    recorder.faults = world.faults(until: end)
    return SimulatedSwitchRun(trace: recorder.trace, stopped: stopped)
  }

  private mutating func add(_ event: Event, at time: Int64, _ order: SwitchEventOrder) {
    let place: Int
    if let free = freeEvents.popLast() {
      place = free
      events[place] = event
    } else {
      place = events.count
      events.append(event)
      _ = schedule.addSlot()
    }
    schedule.set(plan.timerSlots + place, at: time, order: order.key)
  }

  /// Schedules all that the scenario does by itself.
  private mutating func addScenario() {
    addPath(1)
    for stay in scenario.background {
      add(.background(true), at: stay.from.nanoseconds, .background)
      if let end = stay.to { add(.background(false), at: end.nanoseconds, .background) }
    }
    for press in scenario.marks { add(.press(press.isMarked), at: press.time.nanoseconds, .mark) }
    for kill in scenario.kills {
      add(.kill, at: kill.time.nanoseconds, .process)
      if let restart = kill.restart { add(.restart, at: restart.nanoseconds, .process) }
    }
    for verdict in scenario.verdicts {
      guard let domain = plan.index(ofDomain: verdict.domain) else { continue }
      add(
        .pushedVerdict(domain: domain, verdict.verdict), at: verdict.time.nanoseconds,
        .question(domain: domain))
    }
    for calls in scenario.calls {
      let domain = calls.domain.flatMap { plan.index(ofDomain: $0) } ?? -1
      add(.call(calls, domain: domain), at: calls.from.nanoseconds, .call(domain: domain))
    }
    for incident in scenario.incidents {
      guard let domain = plan.index(ofDomain: incident.domain) else { continue }
      for time in incident.failures {
        let failure = SwitchWorld.CallFailure(incident)
        add(.failedCall(domain: domain, failure), at: time.nanoseconds, .call(domain: domain))
      }
      guard let every = incident.failuresEvery else { continue }
      var calls = SwitchScenario.Calls(incident.domain, every: every)
      calls.from = incident.from
      calls.to = incident.to
      calls.error = incident.error
      calls.code = incident.code
      add(.call(calls, domain: domain), at: incident.from.nanoseconds, .call(domain: domain))
    }
  }

  /// Schedules a change of the path, and it the next one: a path may flap a million times.
  private mutating func addPath(_ index: Int) {
    if index < world.paths.count { add(.path(index), at: world.paths[index].from, .path) }
  }

  private mutating func start() {
    process += 1
    isRunning = true
    machine = SwitchMachine(plan)
    handle(.started(isMarked: storedMark, path: world.path(at: now)))
    if isInBackground { handle(.enteredBackground) }
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .path(let index):
      addPath(index + 1)
      if isRunning { handle(.pathChanged(world.paths[index].path)) }
    case .background(let isEntered):
      isInBackground = isEntered
      if isRunning { handle(isEntered ? .enteredBackground : .returned) }
    case .press(let isMarked): if isRunning { handle(.markRequested(isMarked)) }
    case .kill:
      guard isRunning else { return }
      isRunning = false
      for slot in 0..<plan.timerSlots { schedule.clear(slot) }
      recorder.record(.killed, at: now)
    case .restart: if !isRunning { start() }
    case .call(let calls, let domain): call(calls, domain)
    case .failedCall(let domain, let failure): if isRunning { handle(failure.input(domain)) }
    case .pushedVerdict(let domain, let verdict):
      if isRunning { handle(.verdictReported(domain: domain, verdict)) }
    case .probeAnswer(let number, let isGood, let process):
      if isCurrent(process) { handle(.probeEnded(number: number, isGood: isGood)) }
    case .verdict(let domain, let number, let verdict, let process):
      if isCurrent(process) { handle(.questionEnded(domain: domain, number: number, verdict)) }
    case .markStored(let number, let isMarked, let process):
      guard isCurrent(process) else { return }
      storedMark = isMarked
      handle(.markStored(number: number))
    }
  }

  private func isCurrent(_ process: Int) -> Bool { isRunning && process == self.process }

  /// Makes a call, if the app makes any: not in the background, nor while the switch says offline.
  private mutating func call(_ calls: SwitchScenario.Calls, _ domain: Int) {
    let next = now.plus(calls.every.nanoseconds)
    if next < calls.to?.nanoseconds ?? .max {
      add(.call(calls, domain: domain), at: next, .call(domain: domain))
    }
    let isOffline = domain < 0 ? machine.isAppOffline : machine.isOffline(domain: domain)
    guard isRunning, !isInBackground, !isOffline, now < calls.to?.nanoseconds ?? .max else { return }
    if let failure = SwitchWorld.CallFailure(calls) ?? world.failure(ofCallTo: domain, at: now) {
      handle(failure.input(domain))
    } else {
      handle(.callSucceeded)
    }
  }

  private mutating func handle(_ input: SwitchMachine.Input) {
    machine.handle(input)
    recorder.record(input, machine.effects, at: now)
    for effect in machine.effects { apply(effect) }
  }
}

extension SwitchDriver {
  private mutating func apply(_ effect: SwitchMachine.Effect) {
    switch effect {
    case .startProbe(let number, _): startProbe(number)
    case .ask(let domain, let number): ask(domain, number)
    case .storeMark(let isMarked, let number):
      add(.markStored(number: number, isMarked: isMarked, process: process), at: now, .mark)
    case .arm(let timer, let nanoseconds, let jitter): arm(timer, nanoseconds, jitter)
    case .disarm(let timer): schedule.clear(plan.slot(of: timer))
    case .cancelProbe, .cancelQuestion, .began, .ended, .windowOpened, .decided, .probeEnded, .suspected,
      .questionEnded, .cleared, .lapsed:
      break
    }
  }

  private mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, _ jitter: Bool) {
    var wait = nanoseconds
    if jitter {
      let key = KeyedRandom.key(of: plan.domains[timer.domain])
      let unit = random.unit(step: key, attempt: questions[timer.domain], .jitter)
      wait = min(nanoseconds, Int64(unit * (Double(nanoseconds) + 1)))
    }
    schedule.set(plan.slot(of: timer), at: now.plus(wait), order: SwitchEventOrder.timer(timer).key)
  }

  private mutating func startProbe(_ number: Int) {
    probes += 1
    let unit = random.unit(step: KeyedRandom.key(of: "probe"), attempt: probes, .time)
    switch world.reply(sentAt: now, takes: probeTakes.nanoseconds(unit)) {
    case .arrives(let time):
      add(.probeAnswer(number: number, isGood: true, process: process), at: time, .probe)
    case .refused: add(.probeAnswer(number: number, isGood: false, process: process), at: now, .probe)
    case .lost: break
    }
  }

  private mutating func ask(_ domain: Int, _ number: Int) {
    questions[domain] += 1
    let key = KeyedRandom.key(of: plan.domains[domain])
    let takes = qosTakes.nanoseconds(random.unit(step: key, attempt: questions[domain], .time))
    var verdict = world.isFaulty(domain, at: now) ? SwitchMachine.Verdict.faulty : .fine
    let time: Int64
    switch world.qosReply(sentAt: now, takes: takes) {
    case .arrives(let arrival): time = arrival
    case .refused:
      time = now
      verdict = .unreachable
    case .lost: return
    }
    add(
      .verdict(domain: domain, number: number, verdict, process: process), at: time, .question(domain: domain)
    )
  }
}
