import LaunchFlowModel

/// What a switch means: a pure state machine that takes facts and fired timers and gives effects.
///
/// It knows no clock, no task and no request: drivers own these. The runtime and the simulator drive the same
/// machine, so the figures that a team tunes by are those of what runs. A machine is a value; two are equal
/// when they are in the same state; pending effects do not count.
///
/// The three factors know nothing of each other, but for one thing: while the network is down nothing is asked
/// and no failed call counts against a service. The app is offline while any factor holds.
///
/// The network, whose belief (up or down) changes nowhere but by a deciding probe:
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
/// A verdict that the quality-of-service system sends by itself leads from any of them to polling or healthy.
package struct SwitchMachine: Sendable {
  /// The state of the network's probing.
  package enum NetworkPhase: UInt8, Hashable, Sendable {
    /// Not begun, in the background, or not looked at at all.
    case paused
    /// The next regular probe is not due yet.
    case waiting
    /// A regular probe is under way.
    case probing
    /// A sign has been seen; nothing is believed until the window ends.
    case window
    /// The probe that decides is under way.
    case deciding
  }

  /// The network's whole state.
  package struct NetworkState: Hashable, Sendable {
    package var phase = NetworkPhase.paused
    /// The medium through which the network counts as down; nil while it counts as up.
    package var downThrough: OfflineSwitchDocument.Medium?
    package var path = Path.unknown
    /// The medium that there was last.
    package var lastMedium: OfflineSwitchDocument.Medium?
    /// The number of the newest probe, from 1; it fences off stale answers.
    package var probe = 0
    /// Whether the path changed while the deciding probe was under way.
    package var pathChanged = false
  }

  /// The state of the questions about a domain.
  package enum DomainPhase: UInt8, Hashable, Sendable {
    /// Nothing is asked.
    case healthy
    /// A question is under way.
    case asking
    /// Waiting for the next question.
    case polling
    /// Faulty, but not asked about: the network is down, or the app in the background.
    case paused
  }

  /// A domain's whole state.
  package struct DomainState: Hashable, Sendable {
    package var phase = DomainPhase.healthy
    package var isFaulty = false
    /// The number of the newest question, from 1; it fences off stale answers.
    package var question = 0
    /// How many questions have ended since the suspicion; waits grow with it.
    package var answers = 0
    /// How many failed calls count now.
    package var failures = 0
    /// Which of the failures' timers is due first; they form a ring.
    package var oldestFailure = 0
  }

  /// The switch that it runs.
  package let plan: SwitchPlan
  package var hasStarted = false
  package var isInBackground = false
  package var isMarked = false
  /// What the newest press of the button wants; it holds once it is stored.
  package var wantsMark = false
  /// The number of the newest press.
  package var press = 0
  package var network = NetworkState()
  package var domains: [DomainState]
  /// The effects of the last input.
  package var effects: [Effect] = []

  package init(_ plan: SwitchPlan) {
    self.plan = plan
    domains = plan.domains.map { _ in DomainState() }
  }

  /// Takes one input. Afterwards `effects` contains the consequences, in order.
  package mutating func handle(_ input: Input) {
    effects.removeAll(keepingCapacity: true)
    switch input {
    case .started(let isMarked, let path): start(isMarked, path)
    case .markRequested(let wantsMark): requestMark(wantsMark)
    case .markStored(let number): markStored(number)
    case .pathChanged(let path): pathChanged(path)
    case .probeEnded(let number, let isGood): probeAnswered(number, isGood)
    case .questionEnded(let domain, let number, let verdict): questionAnswered(domain, number, verdict)
    case .callFailed(let domain, let errorClass, let code): callFailed(domain, errorClass, code)
    case .verdictReported(let domain, let verdict): verdictReported(domain, verdict)
    case .callSucceeded: callSucceeded()
    case .timerFired(let timer): timerFired(timer)
    case .enteredBackground: pause()
    case .returned: resume()
    }
  }

  private mutating func start(_ isMarked: Bool, _ path: Path) {
    precondition(!hasStarted, "a switch starts once")
    hasStarted = true
    if isMarked, plan.document.marked != nil {
      self.isMarked = true
      wantsMark = true
      emit(.began(.marked))
    }
    notePath(path)
    guard plan.network != nil else { return }
    // What the network is like is not known yet: it counts as up until a window has passed.
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

  /// Whether any cause holds.
  package var isOffline: Bool { isAppOffline || domains.contains { $0.isFaulty } }

  /// Whether the app as a whole is offline, whatever the domains are.
  package var isAppOffline: Bool { isMarked || network.downThrough != nil }

  /// Whether a domain, by its index, is offline, by itself or with the whole app.
  package func isOffline(domain: Int) -> Bool { isAppOffline || domains[domain].isFaulty }
}

// The user's button: pressed, stored, and only then believed, so that a state that was ever shown survives.
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

// The background: nothing is probed or asked, and no report counts. Verdicts go on ageing.
extension SwitchMachine {
  private mutating func pause() {
    guard !isInBackground else { return }
    isInBackground = true
    pauseNetwork()
    pauseDomains()
  }

  /// After a return the network may need a moment: what was up stays up for the grace, and a probe decides at
  /// its end. What was down is probed at once.
  private mutating func resume() {
    guard isInBackground else { return }
    isInBackground = false
    if let planned = plan.network {
      if network.downThrough == nil {
        openWindow(.down, .returned, length: max(planned.grace, planned.debounceDown))
      } else {
        startProbe(isDeciding: false)
      }
    }
    if network.downThrough == nil { resumeDomains() }
  }
}

extension SwitchMachine: Hashable {
  /// Whether both are in the same state of the same plan.
  package static func == (left: SwitchMachine, right: SwitchMachine) -> Bool {
    left.plan === right.plan && left.hasStarted == right.hasStarted
      && left.isInBackground == right.isInBackground && left.isMarked == right.isMarked
      && left.wantsMark == right.wantsMark && left.press == right.press && left.network == right.network
      && left.domains == right.domains
  }

  /// Hashes what differs most.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isMarked)
    hasher.combine(press)
    hasher.combine(network)
    hasher.combine(domains)
  }
}
