import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSwitch

/// Drives the switch's machine through a scenario in virtual time.
struct SwitchDriver {
  /// The pending result of a request, or of a press.
  private enum Answer {
    case probe(number: Int, isGood: Bool, process: Int)
    case verdict(domain: Int, number: Int, SwitchMachine.Verdict, process: Int)
    case markStored(number: Int, isMarked: Bool, process: Int)
  }

  private let plan: SwitchPlan
  private let scenario: SwitchScenario
  private let world: SwitchWorld
  private let run: UInt64
  /// The maximal number of events of the run.
  private let mostEvents: Int
  private let random: KeyedRandom
  private var times: [PlannedTime.Quantiles] = []
  private let probeTakes: PlannedTime
  private let qosTakes: PlannedTime
  private var machine: SwitchMachine
  private var recorder: SwitchRecorder
  private var script: SwitchScript
  /// The timers' slots come first, then those of `answers`.
  private var schedule: Schedule
  /// By slot after the timers': its pending event.
  private var answers: [Answer] = []
  private var freeAnswers: [Int] = []
  private var now: Int64 = 0
  /// The process's number, from 1; events that an earlier process began are lost.
  private var process = 0
  private var isRunning = false
  private var isInBackground = false
  /// The mark stored on disk.
  private var storedMark = false
  /// The numbers of probes and questions, over all processes. They are the keys of random draws.
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
    probeTakes = PlannedTime(scenario.probeTakes ?? .fixed(.milliseconds(50)), &times)
    qosTakes = PlannedTime(scenario.qosTakes ?? .fixed(.milliseconds(100)), &times)
    machine = SwitchMachine(plan)
    script = SwitchScript(scenario, world, plan)
    schedule = Schedule(slots: plan.timerSlots)
    recorder = SwitchRecorder(plan, scenario: scenario.name, seed: seed)
    questions = plan.domains.map { _ in 0 }
  }

  mutating func play() -> SimulatedSwitchRun {
    start()
    var taken = 0
    var stopped: StoppedRun?
    while isAnythingDue {
      guard taken < mostEvents else {
        stopped = StoppedRun(run: run, events: taken, time: now)
        break
      }
      taken += 1
      takeNext()
    }
    let end = stopped?.time ?? world.length
    recorder.end(at: end)
    recorder.faults = world.faults(until: end)
    return SimulatedSwitchRun(trace: recorder.trace, events: taken, stopped: stopped)
  }

  private var isAnythingDue: Bool {
    mutating get {
      script.next?.time ?? .max <= world.length || schedule.nextTime() ?? .max <= world.length
    }
  }

  /// Takes the next event. Of events with one time and order, the scenario's own was set first.
  private mutating func takeNext() {
    let scripted = script.next
    if let due = schedule.pop(before: scripted?.time ?? .max, scripted?.order.key ?? .max) {
      now = due.time
      if due.slot < plan.timerSlots {
        handle(.timerFired(plan.timer(inSlot: due.slot)))
      } else {
        freeAnswers.append(due.slot - plan.timerSlots)
        take(answers[due.slot - plan.timerSlots])
      }
    } else if let due = script.pop() {
      now = due.time
      take(due.event)
    }
  }

  private mutating func add(_ answer: Answer, at time: Int64, _ order: SwitchEventOrder) {
    let place: Int
    if let free = freeAnswers.popLast() {
      place = free
      answers[place] = answer
    } else {
      place = answers.count
      answers.append(answer)
      _ = schedule.addSlot()
    }
    schedule.set(plan.timerSlots + place, at: time, order: order.key)
  }

  private mutating func start() {
    process += 1
    isRunning = true
    machine = SwitchMachine(plan)
    handle(.started(isMarked: storedMark, path: world.path(at: now)))
    if isInBackground { handle(.enteredBackground) }
  }

  private mutating func take(_ event: SwitchScript.Event) {
    switch event {
    case .path(let index): if isRunning { handle(.pathChanged(world.paths[index].path)) }
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
    case .call(let calls, let domain):
      // In the background the app makes no calls.
      guard isRunning, !isInBackground,
        let input = world.input(ofCall: calls, to: domain, at: now, machine)
      else { return }
      handle(input)
    case .failedCall(let domain, let failure): if isRunning { handle(failure.input(domain)) }
    case .pushedVerdict(let domain, let verdict):
      if isRunning { handle(.verdictReported(domain: domain, verdict)) }
    }
  }

  private mutating func take(_ answer: Answer) {
    switch answer {
    case .probe(let number, let isGood, let process):
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
      if let planned = planned(timer.domain)?.wait {
        wait = min(nanoseconds, planned.nanoseconds)
      } else {
        let key = KeyedRandom.key(of: plan.domains[timer.domain])
        let unit = random.unit(step: key, attempt: questions[timer.domain], .jitter)
        wait = min(nanoseconds, Int64(unit * (Double(nanoseconds) + 1)))
      }
    }
    schedule.set(plan.slot(of: timer), at: now.plus(wait), order: SwitchEventOrder.timer(timer).key)
  }

  /// The scenario's entry for the newest question about a domain.
  private func planned(_ domain: Int) -> SwitchScenario.PlannedQuestion? {
    let planned = scenario.questions.first { $0.domain == plan.domains[domain] }?.questions ?? []
    return planned.indices.contains(questions[domain] - 1) ? planned[questions[domain] - 1] : nil
  }

  private mutating func startProbe(_ number: Int) {
    probes += 1
    let unit = random.unit(step: KeyedRandom.key(of: "probe"), attempt: probes, .time)
    let takes =
      probes <= scenario.probes.count
      ? scenario.probes[probes - 1].nanoseconds : probeTakes.nanoseconds(unit, times)
    switch world.reply(sentAt: now, takes: takes) {
    case .arrives(let time): add(.probe(number: number, isGood: true, process: process), at: time, .probe)
    case .refused: add(.probe(number: number, isGood: false, process: process), at: now, .probe)
    case .lost: break
    }
  }

  private mutating func ask(_ domain: Int, _ number: Int) {
    questions[domain] += 1
    let key = KeyedRandom.key(of: plan.domains[domain])
    let takes =
      planned(domain)?.takes?.nanoseconds
      ?? qosTakes.nanoseconds(random.unit(step: key, attempt: questions[domain], .time), times)
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
