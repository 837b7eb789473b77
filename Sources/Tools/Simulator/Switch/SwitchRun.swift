import LaunchFlowMachine
import LaunchFlowSwitch

/// A run of a switch at some moment, without its times. It applies events; its host decides when later ones come: the
/// simulator at one time, the verifier at every possible time.
package struct SwitchRun: Hashable, Sendable {
  /// An answer under way.
  package enum Answer: Hashable, Sendable {
    case probe(isGood: Bool)
    case verdict(domain: Int, SwitchMachine.Verdict)
    case markStored(Bool)
  }

  package var machine: SwitchMachine
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

  package mutating func take(_ event: ScriptedEvent, _ host: inout some SwitchRunHost) {
    var input: SwitchMachine.Input?
    switch event.kind {
    case .path(let path): input = .pathChanged(path)
    case .background(let isEntered):
      isInBackground = isEntered
      input = isEntered ? .enteredBackground : .returned
    case .press(let isMarked): input = .markRequested(isMarked)
    case .kill:
      guard isRunning else { return }
      isRunning = false
      host.killed(wasOffline: machine.isOffline)
      machine = SwitchMachine(machine.plan)
    case .restart: if !isRunning { launch(at: event.time, &host) }
    case .call(let domain, let failure):
      // In the background the app makes no calls.
      guard isRunning, !isInBackground else { return }
      input = host.world.input(ofCallTo: domain, failure, at: event.time, machine)
    case .failedCall(let domain, let failure): input = failure.input(domain)
    case .pushedVerdict(let domain, let verdict): input = .verdictReported(domain: domain, verdict)
    }
    if isRunning, let input { handle(input, &host) }
  }

  package mutating func fire(_ timer: SwitchTimer, _ host: inout some SwitchRunHost) {
    handle(.timerFired(timer), &host)
  }

  /// Applies an answer. Those that are cancelled are removed, so it is the one to the newest request.
  package mutating func take(_ answer: Answer, _ host: inout some SwitchRunHost) {
    switch answer {
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
    host.handled(input, machine.effects, flips: machine.isOffline != wasOffline)
    for effect in machine.effects {
      switch effect {
      case .arm(let timer, let nanoseconds, let hasJitter): host.arm(timer, nanoseconds, hasJitter: hasJitter)
      case .disarm(let timer): host.remove(plan.slot(of: timer))
      case .startProbe: sendProbe(&host)
      case .cancelProbe, .probeEnded: host.remove(plan.slot(of: .probe(isGood: true)))
      case .ask(let domain, _): ask(domain, &host)
      case .cancelQuestion(let domain, _), .questionEnded(let domain, _, _):
        host.remove(plan.slot(of: .verdict(domain: domain, .fine)))
      case .storeMark(let isMarked, _): host.add(.markStored(isMarked), within: nil, before: .max)
      case .began, .ended, .windowOpened, .decided, .suspected, .cleared, .lapsed: break
      }
    }
  }

  private func sendProbe(_ host: inout some SwitchRunHost) {
    let weather = host.world.networkWeather(at: host.weatherSince)
    if weather.isRefused {
      host.add(.probe(isGood: false), within: nil, before: .max)
      return host.sent(domain: nil, isLost: false)
    }
    let timeout = machine.plan.network?.timeout.nanoseconds ?? 0
    let arrives = host.arrives(nil, weather.isLost, nextLoss: weather.nextLoss, within: timeout)
    if arrives { host.add(.probe(isGood: true), within: timeout, before: weather.nextLoss) }
    host.sent(domain: nil, isLost: !arrives)
  }

  private func ask(_ domain: Int, _ host: inout some SwitchRunHost) {
    let (world, since) = (host.world, host.weatherSince)
    let network = world.networkWeather(at: since)
    let server = world.qosWeather(at: since)
    let timeout = machine.plan.service?.timeout.nanoseconds ?? 0
    let isRefused = network.isRefused || !network.isLost && server.isRefused
    // If the network falls silent, a request under way is not even refused by the server.
    let nextLoss = isRefused ? network.nextLoss : min(network.nextLoss, server.nextLoss)
    let isLost = !isRefused && (network.isLost || server.isLost)
    let arrives = network.isRefused || host.arrives(domain, isLost, nextLoss: nextLoss, within: timeout)
    if arrives, isRefused {
      host.add(.verdict(domain: domain, .unreachable), within: nil, before: .max)
    } else if arrives {
      let verdict = world.isFaulty(domain, at: since) ? SwitchMachine.Verdict.faulty : .fine
      host.add(.verdict(domain: domain, verdict), within: timeout, before: nextLoss)
    }
    host.sent(domain: domain, isLost: !arrives)
  }
}

/// The surroundings of a run. Pending events have slots: the timers', then one for each kind of answer.
package protocol SwitchRunHost {
  var world: SwitchWorld { get }
  /// A time since which the weather has not changed.
  var weatherSince: Int64 { get }
  /// Notes an input, and whether the app went offline or came back.
  mutating func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], flips: Bool)
  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool)
  /// Adds an answer before a time, in place of another one of its kind.
  ///
  /// - Parameter timeout: The longest time until then; nil for an answer at once.
  mutating func add(_ answer: SwitchRun.Answer, within timeout: Int64?, before end: Int64)
  mutating func remove(_ slot: Int)
  /// Whether the answer to a probe, or to a question about a domain, arrives.
  mutating func arrives(_ domain: Int?, _ isLost: Bool, nextLoss: Int64, within timeout: Int64) -> Bool
  /// Notes a request, after its answer was added.
  mutating func sent(domain: Int?, isLost: Bool)
  /// Forgets everything that the process was waiting for.
  mutating func killed(wasOffline: Bool)
}

extension SwitchPlan {
  package func slot(of answer: SwitchRun.Answer) -> Int {
    switch answer {
    case .markStored: timerSlots
    case .probe: timerSlots + 1
    case .verdict(let domain, _): timerSlots + 2 + domain
    }
  }

  /// The number of slots of timers and answers.
  package var pendingSlots: Int { timerSlots + 2 + domains.count }
}

extension SwitchRun.Answer {
  package var order: SwitchEventOrder {
    switch self {
    case .markStored: .mark
    case .probe: .probe
    case .verdict(let domain, _): .question(domain: domain)
    }
  }
}
