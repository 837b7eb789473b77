import LaunchFlowMachine
import LaunchFlowModel

/// Drives the switch's machine through a scenario in virtual time.
struct SwitchDriver {
  /// What is due at a time.
  enum Event {
    case path(SwitchMachine.Path)
    case background(Bool)
    case press(Bool)
    case kill
    case restart
    case call(SwitchScenario.Calls, domain: Int)
    case failedCall(domain: Int)
    case probeAnswer(number: Int, isGood: Bool, process: Int)
    case verdict(domain: Int, number: Int, SwitchMachine.Verdict, process: Int)
    case markStored(number: Int, isMarked: Bool, process: Int)
    case timer(SwitchTimer, arming: Int)
  }

  private let plan: SwitchPlan
  private let scenario: SwitchScenario
  private let world: SwitchWorld
  private let random: KeyedRandom
  private let probeTakes: PlannedTime
  private let qosTakes: PlannedTime
  private var machine: SwitchMachine
  private var recorder: SwitchRecorder
  private var queue = SwitchEventQueue()
  private var now: Int64 = 0
  /// The process's number, from 1; what an earlier one began is gone.
  private var process = 0
  private var isRunning = false
  private var isInBackground = false
  /// What is on disk.
  private var storedMark = false
  /// By armed timer: the number of its arming; another number in the queue is of a timer that was disarmed.
  private var armed: [SwitchTimer: Int] = [:]
  private var armings = 0
  /// How many probes and questions there were, over all processes; random draws are keyed by them.
  private var probes = 0
  private var questions: [Int]

  init(_ plan: SwitchPlan, _ scenario: SwitchScenario, random: KeyedRandom, seed: UInt64) {
    self.plan = plan
    self.scenario = scenario
    self.random = random
    world = SwitchWorld(scenario, plan)
    probeTakes = PlannedTime(scenario.probeTakes ?? .fixed(.milliseconds(50)))
    qosTakes = PlannedTime(scenario.qosTakes ?? .fixed(.milliseconds(100)))
    machine = SwitchMachine(plan)
    recorder = SwitchRecorder(plan, scenario: scenario.name, seed: seed)
    questions = plan.domains.map { _ in 0 }
  }

  mutating func play() -> SwitchTrace {
    schedule()
    start()
    while let (time, event) = queue.pop(), time <= world.length {
      now = time
      take(event)
    }
    recorder.end(at: world.length)
    recorder.faults = world.faults
    return recorder.trace
  }

  /// Queues all that the scenario does by itself.
  private mutating func schedule() {
    for change in world.paths.dropFirst() { queue.push(change.from, .path, .path(change.path)) }
    for stay in scenario.background {
      queue.push(stay.from.nanoseconds, .background, .background(true))
      if let end = stay.to { queue.push(end.nanoseconds, .background, .background(false)) }
    }
    for press in scenario.marks { queue.push(press.time.nanoseconds, .mark, .press(press.isMarked)) }
    for kill in scenario.kills {
      queue.push(kill.time.nanoseconds, .process, .kill)
      if let restart = kill.restart { queue.push(restart.nanoseconds, .process, .restart) }
    }
    for calls in scenario.calls {
      let domain = calls.domain.flatMap { plan.index(ofDomain: $0) } ?? -1
      queue.push(calls.from.nanoseconds, .call(domain: domain), .call(calls, domain: domain))
    }
    for incident in scenario.incidents {
      guard let domain = plan.index(ofDomain: incident.domain) else { continue }
      for time in incident.failures {
        queue.push(time.nanoseconds, .call(domain: domain), .failedCall(domain: domain))
      }
      guard let every = incident.failuresEvery else { continue }
      var calls = SwitchScenario.Calls(incident.domain, every: every)
      calls.from = incident.from
      calls.to = incident.to
      calls.error = .server
      queue.push(incident.from.nanoseconds, .call(domain: domain), .call(calls, domain: domain))
    }
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
    case .path(let path): if isRunning { handle(.pathChanged(path)) }
    case .background(let isEntered):
      isInBackground = isEntered
      if isRunning { handle(isEntered ? .enteredBackground : .returned) }
    case .press(let isMarked): if isRunning { handle(.markRequested(isMarked)) }
    case .kill:
      guard isRunning else { return }
      isRunning = false
      armed = [:]
      recorder.record(.killed, at: now)
    case .restart: if !isRunning { start() }
    case .call(let calls, let domain): call(calls, domain)
    case .failedCall(let domain): if isRunning { handle(.callFailed(domain: domain, .server)) }
    case .probeAnswer(let number, let isGood, let process):
      if isCurrent(process) { handle(.probeEnded(number: number, isGood: isGood)) }
    case .verdict(let domain, let number, let verdict, let process):
      if isCurrent(process) { handle(.questionEnded(domain: domain, number: number, verdict)) }
    case .markStored(let number, let isMarked, let process):
      guard isCurrent(process) else { return }
      storedMark = isMarked
      handle(.markStored(number: number))
    case .timer(let timer, let arming):
      guard armed[timer] == arming else { return }
      armed[timer] = nil
      handle(.timerFired(timer))
    }
  }

  private func isCurrent(_ process: Int) -> Bool { isRunning && process == self.process }

  /// Makes a call, if the app makes any: not in the background, nor while the switch says offline.
  private mutating func call(_ calls: SwitchScenario.Calls, _ domain: Int) {
    let (next, overflow) = now.addingReportingOverflow(calls.every.nanoseconds)
    if !overflow, next < calls.to?.nanoseconds ?? .max {
      queue.push(next, .call(domain: domain), .call(calls, domain: domain))
    }
    let isOffline = domain < 0 ? machine.isAppOffline : machine.isOffline(domain: domain)
    guard isRunning, !isInBackground, !isOffline, now < calls.to?.nanoseconds ?? .max else { return }
    if let error = calls.error ?? world.error(ofCallTo: domain, at: now) {
      handle(.callFailed(domain: domain, error))
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
      queue.push(now, .mark, .markStored(number: number, isMarked: isMarked, process: process))
    case .arm(let timer, let nanoseconds, let jitter): arm(timer, nanoseconds, jitter)
    case .disarm(let timer): armed[timer] = nil
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
    let (due, overflow) = now.addingReportingOverflow(wait)
    armings += 1
    armed[timer] = armings
    queue.push(overflow ? .max : due, .timer(timer), .timer(timer, arming: armings))
  }

  private mutating func startProbe(_ number: Int) {
    probes += 1
    let unit = random.unit(step: KeyedRandom.key(of: "probe"), attempt: probes, .time)
    switch world.reply(sentAt: now, takes: probeTakes.nanoseconds(unit)) {
    case .arrives(let time):
      queue.push(time, .probe, .probeAnswer(number: number, isGood: true, process: process))
    case .refused: queue.push(now, .probe, .probeAnswer(number: number, isGood: false, process: process))
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
    queue.push(
      time, .question(domain: domain),
      .verdict(domain: domain, number: number, verdict, process: process))
  }
}

/// What is due in virtual time: by time, then in the machine's own order, then as it was queued.
struct SwitchEventQueue {
  private struct Entry {
    var time: Int64
    var order: SwitchEventOrder
    var sequence: Int
    var event: SwitchDriver.Event

    func comesBefore(_ other: Entry) -> Bool {
      if time != other.time { return time < other.time }
      if order != other.order { return order < other.order }
      return sequence < other.sequence
    }
  }

  private var heap: [Entry] = []
  private var pushed = 0

  mutating func push(_ time: Int64, _ order: SwitchEventOrder, _ event: SwitchDriver.Event) {
    pushed += 1
    heap.append(Entry(time: time, order: order, sequence: pushed, event: event))
    var child = heap.count - 1
    while child > 0, heap[child].comesBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (time: Int64, event: SwitchDriver.Event)? {
    guard !heap.isEmpty else { return nil }
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].comesBefore(heap[least]) { least = child }
      }
      guard least != parent else { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return (first.time, first.event)
  }
}
