/// A run of a switch at some moment, without its times. It applies events; its host decides when later ones come: the
/// simulator at one time, the verifier at every possible time.
package struct SwitchRun: Hashable, Sendable {
  /// An event that the run waits for. An answer is the one to the newest request.
  package enum Pending: Hashable, Sendable {
    case timer(SwitchTimer)
    case probe(isGood: Bool)
    case verdict(domain: Int, SwitchMachine.QuestionEnd)
    case markStored(Bool)
  }

  /// A probe, or a question about a domain, in the weather of its time.
  package struct Request {
    package var domain: Int?
    package var answer: Pending
    /// Whether it fails at once.
    package var isRefused = false
    /// Whether its answer is lost, whenever that comes.
    package var isLost = false
    /// The time at which an answer under way is lost.
    package var nextLoss: Int64 = .max
    /// The longest time until an answer that counts.
    package var timeout: Int64 = 0
  }

  package var machine: SwitchMachine
  package private(set) var watch = SwitchWatch()
  private var isRunning = false
  private var isInBackground = false
  private var storedMark = false

  package init(_ plan: SwitchPlan) { machine = SwitchMachine(plan) }

  package mutating func launch(at time: Int64, _ host: inout some SwitchRunHost) {
    machine = SwitchMachine(machine.plan)
    isRunning = true
    handle(.started(isMarked: storedMark, path: host.world.path(at: time)), &host)
    if isInBackground { handle(.enteredBackground, &host) }
  }

  package mutating func take(
    _ entry: SwitchTimetable.Entry, at time: Int64, _ host: inout some SwitchRunHost
  ) {
    switch entry {
    case .change: break
    case .faultBegins(let fault): watch.faultBegins(fault, &host)
    case .faultEnds(let fault): watch.faultEnds(fault, &host)
    case .end: watch.finish(&host)
    case .kill:
      guard isRunning else { return }
      isRunning = false
      if machine.isOffline { host.counts.flips += 1 }
      watch.endAll(&host)
      host.killed()
      machine = SwitchMachine(machine.plan)
    case .restart: if !isRunning { launch(at: time, &host) }
    case .call(let domain, let failure):
      // In the background the app makes no calls, nor while the switch is offline.
      let isOffline = domain < 0 ? machine.isAppOffline : machine.isOffline(domain: domain)
      guard isRunning, !isInBackground, !isOffline else { return }
      handle(failure ?? host.world.outcome(ofCallTo: domain, at: time), &host)
    case .input(let input):
      if input == .enteredBackground || input == .returned { isInBackground = input != .returned }
      if isRunning { handle(input, &host) }
    }
  }

  package mutating func take(_ pending: Pending, _ host: inout some SwitchRunHost) {
    switch pending {
    case .timer(let timer): handle(.timerFired(timer), &host)
    case .probe(let isGood): handle(.probeEnded(number: machine.network.probe, isGood: isGood), &host)
    case .verdict(let domain, let verdict):
      let number = machine.domains[domain].question
      handle(.questionEnded(domain: domain, number: number, verdict), &host)
    case .markStored(let isMarked):
      storedMark = isMarked
      handle(.markStored(number: machine.press), &host)
    }
  }

  private mutating func handle(_ input: SwitchMachine.Input, _ host: inout some SwitchRunHost) {
    let plan = machine.plan
    let wasOffline = machine.isOffline
    machine.handle(input)
    if machine.isOffline != wasOffline { host.counts.flips += 1 }
    host.handled(input, machine.effects)
    for effect in machine.effects {
      switch effect {
      case .arm(let timer, let nanoseconds, let hasJitter): host.arm(timer, nanoseconds, hasJitter: hasJitter)
      case .disarm(let timer): host.remove(plan.slot(of: .timer(timer)))
      case .startProbe: host.send(probe(host))
      case .probeEnded: host.remove(plan.slot(of: .probe(isGood: true)))
      case .ask(let domain, _): host.send(question(domain, host))
      case .questionEnded(let domain, _, _): host.remove(plan.slot(of: .verdict(domain: domain, .fine)))
      case .storeMark(let isMarked, _): host.add(.markStored(isMarked))
      case .began(let cause): watch.begin(cause, &host)
      case .ended(let cause): watch.end(cause, &host)
      case .windowOpened, .decided, .suspected, .cleared, .lapsed: break
      }
    }
  }

  private func probe(_ host: some SwitchRunHost) -> Request {
    let weather = host.world.networkWeather(at: host.weatherSince)
    if weather.isRefused { return Request(answer: .probe(isGood: false), isRefused: true) }
    return Request(
      answer: .probe(isGood: true), isLost: weather.isLost, nextLoss: weather.nextLoss,
      timeout: machine.plan.network?.timeout.nanoseconds ?? 0)
  }

  private func question(_ domain: Int, _ host: some SwitchRunHost) -> Request {
    let (world, since) = (host.world, host.weatherSince)
    let network = world.networkWeather(at: since)
    let server = world.qosWeather(at: since)
    if network.isRefused || !network.isLost && server.isRefused {
      return Request(domain: domain, answer: .verdict(domain: domain, .unreachable), isRefused: true)
    }
    return Request(
      domain: domain,
      answer: .verdict(domain: domain, world.isFaulty(domain, at: since) ? .faulty : .fine),
      isLost: network.isLost || server.isLost, nextLoss: min(network.nextLoss, server.nextLoss),
      timeout: machine.plan.service?.timeout.nanoseconds ?? 0)
  }
}

/// The surroundings of a run. Pending events have slots: the timers', then one for each kind of answer.
package protocol SwitchRunHost {
  var world: SwitchWorld { get }
  /// A time since which the weather has not changed.
  var weatherSince: Int64 { get }
  /// The true faults of the scenario.
  var faults: [SwitchTrace.Fault] { get }
  var counts: SwitchWatch.Counts { get set }
  mutating func measured(_ sample: SwitchWatch.Sample)
  mutating func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect])
  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool)
  /// Adds an event that comes at once, in place of another one of its kind.
  mutating func add(_ pending: SwitchRun.Pending)
  /// Sends a request, and adds its answer if that arrives.
  mutating func send(_ request: SwitchRun.Request)
  mutating func remove(_ slot: Int)
  /// Forgets everything that the process was waiting for.
  mutating func killed()
}

extension SwitchPlan {
  package func slot(of pending: SwitchRun.Pending) -> Int {
    switch pending {
    case .timer(let timer): slot(of: timer)
    case .markStored: timerSlots
    case .probe: timerSlots + 1
    case .verdict(let domain, _): timerSlots + 2 + domain
    }
  }

  /// The number of slots of timers and answers.
  package var pendingSlots: Int { timerSlots + 2 + domains.count }
}

extension SwitchRun.Pending {
  package var order: SwitchEventOrder {
    switch self {
    case .timer(let timer): .timer(timer)
    case .markStored: .mark
    case .probe: .probe
    case .verdict(let domain, _): .question(domain: domain)
    }
  }
}
