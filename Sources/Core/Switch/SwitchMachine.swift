/// The meaning of a switch: a pure state machine whose inputs are facts and fired timers and whose outputs are effects.
///
/// It has no clock, no tasks and no requests: drivers own these. The app and the simulator drive the same machine, so a
/// team tunes with figures of the code that runs. A machine is a value.
///
/// The three factors are independent with one exception: while the network is down, no question is sent and no failed
/// call counts against a service. The app is offline while at least one factor holds.
///
/// The network; only a deciding probe changes it between up and down:
///
///     waiting ◄──► probing
///        │            │
///        └── a sign ──┴──► window ──► deciding ──► waiting
///
/// A domain:
///
///     healthy ──► asking ◄──► polling         (paused while the network is down)
///        ▲           │           │
///        └───────────┴───────────┘
///
/// A verdict that the quality-of-service system sends without a question leads from each state to polling or healthy.
package struct SwitchMachine: Hashable, Sendable {
  package enum NetworkPhase: UInt8, Hashable, Sendable {
    /// Not started, in the background, or without a network factor.
    case paused
    /// Waiting for the next regular probe.
    case waiting
    /// A regular probe is in flight.
    case probing
    /// A window is open after a sign; the state does not change until its end.
    case window
    /// The deciding probe is in flight.
    case deciding
  }

  package struct NetworkState: Hashable, Sendable {
    package internal(set) var phase = NetworkPhase.paused
    /// The medium through which the network counts as down; nil while it counts as up.
    package internal(set) var downThrough: OfflineSwitchDocument.Medium?
    package var path = Path.unknown
    package internal(set) var lastMedium: OfflineSwitchDocument.Medium?
    /// The number of the newest probe, from 1. Answers with another number are stale.
    package var probe = 0
    /// Whether the path changed while the deciding probe was in flight.
    package internal(set) var pathChanged = false
  }

  /// The state of the questions about a domain.
  package enum DomainPhase: UInt8, Hashable, Sendable {
    /// No question is needed.
    case healthy
    case asking
    case polling
    /// Faulty, but without questions, since the network is down or the app is in the background.
    case paused
  }

  package struct DomainState: Hashable, Sendable {
    package internal(set) var phase = DomainPhase.healthy
    package internal(set) var isFaulty = false
    /// The number of the newest question, from 1. Answers with another number are stale.
    package var question = 0
    /// How many questions have ended since the suspicion. Waits grow with this number.
    package var answers = 0
    /// How many failed calls count now.
    package var failures = 0
    /// The failure whose timer is due first. The timers form a ring.
    package internal(set) var oldestFailure = 0
  }

  package let plan: SwitchPlan
  package var isInBackground = false
  package var isMarked = false
  /// The mark that the newest press requests. It counts once it is stored.
  package internal(set) var wantsMark = false
  package var press = 0
  package var network = NetworkState()
  package var domains: [DomainState]
  /// The effects of the last input.
  package var effects: [Effect] = []

  package init(_ plan: SwitchPlan) {
    self.plan = plan
    domains = plan.domains.map { _ in DomainState() }
  }

  /// Handles one input. Afterwards `effects` contains the consequences, in order.
  package mutating func handle(_ input: Input) {
    effects.removeAll(keepingCapacity: true)
    switch input {
    case .started(let isMarked, let path): start(isMarked, path)
    case .markRequested(let wantsMark): requestMark(wantsMark)
    case .markStored(let number): markStored(number)
    case .pathChanged(let path): pathChanged(path)
    case .probeEnded(let number, let isGood): probeAnswered(number, isGood)
    case .questionEnded(let domain, let number, let end): questionAnswered(domain, number, end)
    case .callFailed(let domain, let errorClass, let code): callFailed(domain, errorClass, code)
    case .verdictReported(let domain, let verdict): verdictReported(domain, verdict)
    case .callSucceeded: callSucceeded()
    case .timerFired(let timer): timerFired(timer)
    case .enteredBackground: pause()
    case .returned: resume()
    }
  }

  private mutating func start(_ isMarked: Bool, _ path: Path) {
    if isMarked, plan.document.marked != nil {
      self.isMarked = true
      wantsMark = true
      emit(.began(.marked))
    }
    notePath(path)
    guard plan.network != nil else { return }
    // The state of the network is unknown at the start. It counts as up until a window has passed.
    if path == .none {
      openWindow(.down, .path)
    } else {
      startProbe(isDeciding: false)
    }
  }

  private mutating func timerFired(_ timer: SwitchTimer) {
    switch timer.kind {
    case .window: startProbe(isDeciding: true)
    case .probeTimeout: probeEnded(.timedOut)
    case .probe: startProbe(isDeciding: false)
    case .questionTimeout: questionEnded(timer.domain, .timedOut)
    case .poll: ask(timer.domain)
    case .keep: lapse(timer.domain)
    case .failure: forgetFailure(timer.domain)
    }
  }

  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, jitter: Bool = false) {
    emit(.arm(timer, nanoseconds: nanoseconds, jitter: jitter))
  }

  /// The causes that hold, in file order: the mark, the network, the domains.
  package var causes: [SwitchCause] {
    var causes: [SwitchCause] = isMarked ? [.marked] : []
    if let medium = network.downThrough { causes.append(.network(medium)) }
    for domain in domains.indices where domains[domain].isFaulty { causes.append(.domain(domain)) }
    return causes
  }

  package var isOffline: Bool { isAppOffline || domains.contains { $0.isFaulty } }

  /// Whether the whole app is offline, regardless of domains.
  package var isAppOffline: Bool { isMarked || network.downThrough != nil }

  /// Whether a domain, by its index, is offline, alone or with the whole app.
  package func isOffline(domain: Int) -> Bool { isAppOffline || domains[domain].isFaulty }
}

// The user's button. A press counts only after it has been stored, so that every mark that was shown survives a crash.
extension SwitchMachine {
  private mutating func requestMark(_ wantsMark: Bool) {
    guard plan.document.marked != nil else { return }
    self.wantsMark = wantsMark
    press += 1
    emit(.storeMark(wantsMark, number: press))
  }

  private mutating func markStored(_ number: Int) {
    guard number == press, isMarked != wantsMark else { return }
    isMarked = wantsMark
    emit(isMarked ? .began(.marked) : .ended(.marked))
  }
}

// The background: no probes, no questions, and reports do not count. Verdicts continue to age.
extension SwitchMachine {
  private mutating func pause() {
    guard !isInBackground else { return }
    isInBackground = true
    pauseNetwork()
    pauseDomains()
  }

  /// Handles a return. The network may need a moment, so it stays up for the grace, after which a probe decides. If it
  /// was down, a probe is sent at once.
  private mutating func resume() {
    guard isInBackground else { return }
    isInBackground = false
    if let planned = plan.network {
      if network.downThrough == nil {
        openWindow(.down, .returned, length: max(planned.grace, planned.debounce.down).nanoseconds)
      } else {
        startProbe(isDeciding: false)
      }
    }
    if network.downThrough == nil { resumeDomains() }
  }
}
