import LaunchFlowMachine
import LaunchFlowModel

/// What happened to a switch as strips on one axis, before anything is drawn. Times are in nanoseconds.
struct SwitchChart {
  /// What holds for a while.
  enum State: Hashable {
    case fine, pending, down, partly
    /// Something truly was wrong, as a simulation knows.
    case fault
    case wifi, cellular, noPath, unknownPath
    case background, gone
  }

  /// What happened at a moment.
  enum Dot: Hashable {
    case good, failed, timedOut
    /// The server of quality said so.
    case faulty, cleared, unanswered
  }

  /// A stretch of time. Where several are drawn at one place, the heaviest is.
  struct Stretch: Hashable {
    var from: Int64
    var to: Int64
    var state: State
    var weight: Int
    /// All that is to be said about it.
    var words: String
    /// What took the switch offline; empty for what did not.
    var cause = ""
  }

  struct Moment: Hashable {
    var time: Int64
    var dot: Dot
    var words: String
  }

  /// One factor, or a part of one.
  struct Strip: Hashable {
    var label: String
    /// Whether it is what comes of the others.
    var isResult = false
    /// What holds where no stretch says otherwise; nil for nothing.
    var base: State?
    var stretches: [Stretch] = []
    var moments: [Moment] = []
  }

  let trace: SwitchTrace
  private(set) var strips: [Strip] = []
  /// Nanoseconds, at least 1.
  var span: Int64 { max(1, trace.end) }
  /// The domains to which nothing happened.
  var quietDomains: [Int] { trace.domains.indices.filter(isQuiet) }

  init(_ trace: SwitchTrace) {
    self.trace = trace
    if trace.hasNetwork {
      addFaults(of: nil, "(network)")
      strips += [pathStrip(), probeStrip(), networkStrip()]
    }
    addCalls()
    for domain in trace.domains.indices where !isQuiet(domain) {
      addFaults(of: domain, "(\(trace.domains[domain]))")
      addQuestions(domain)
      strips.append(domainStrip(domain))
    }
    if trace.hasMark {
      strips.append(
        Strip(label: "marked", base: .fine, stretches: downs(weight: 2) { $0 == .marked }))
    }
    addProcess()
    strips.append(offlineStrip())
  }

  private func isQuiet(_ domain: Int) -> Bool {
    !trace.faults.contains { $0.domain == domain }
      && !trace.events.contains { event in
        switch event.kind {
        case .suspected(domain), .asked(domain, _): true
        default: false
        }
      }
  }

  private func stretch(_ from: Int64, _ to: Int64, _ state: State, _ weight: Int, _ what: String) -> Stretch {
    Stretch(
      from: from, to: to, state: state, weight: weight,
      words: "\(what), \(SwitchText.time(from)) to \(SwitchText.time(to))")
  }

  private mutating func addFaults(of domain: Int?, _ label: String) {
    let faults = trace.faults.filter { $0.domain == domain }
    guard !faults.isEmpty else { return }
    strips.append(
      Strip(label: label, stretches: faults.map { stretch($0.from, $0.to, .fault, 1, "truly at fault") }))
  }

  private func pathStrip() -> Strip {
    var strip = Strip(label: "path")
    var (from, state) = (Int64(0), State.noPath)
    func close(_ to: Int64) {
      guard from < to else { return }
      let weight = state == .noPath ? 2 : 1
      strip.stretches.append(stretch(from, to, state, weight, "path: \(state.pathWord)"))
    }
    for event in trace.events {
      switch event.kind {
      case .started(_, let path), .pathChanged(let path):
        close(event.time)
        (from, state) = (event.time, State(path))
      default: continue
      }
    }
    close(trace.end)
    return strip
  }

  private func probeStrip() -> Strip {
    let deciding = Set(
      trace.events.compactMap { event -> Int? in
        if case .probeStarted(let number, true) = event.kind { number } else { nil }
      })
    let moments = trace.events.compactMap { event -> Moment? in
      guard case .probeEnded(let number, let end) = event.kind, let dot = Dot(end) else { return nil }
      let kind = deciding.contains(number) ? "deciding probe" : "probe"
      return Moment(
        time: event.time, dot: dot,
        words: "\(kind) \(number), \(SwitchText.time(event.time)): \(end.rawValue)")
    }
    return Strip(label: "probes", moments: moments)
  }

  /// Up, in a window or deciding, down.
  private func networkStrip() -> Strip {
    var strip = Strip(label: "network", base: .fine)
    strip.stretches = downs(weight: 2) { if case .network = $0 { true } else { false } }
    var opened: (time: Int64, words: String)?
    func close(_ time: Int64) {
      guard let from = opened else { return }
      strip.stretches.append(stretch(from.time, time, .pending, 3, from.words))
      opened = nil
    }
    for event in trace.events {
      switch event.kind {
      case .windowOpened(let direction, let length, let sign):
        opened = (
          event.time, "window of \(TimeText.short(length)) for \(direction), opened by a \(sign.rawValue)"
        )
      case .decided, .killed, .enteredBackground: close(event.time)
      default: continue
      }
    }
    close(trace.end)
    return strip
  }

  private func downs(weight: Int, _ isMeant: (SwitchCause) -> Bool) -> [Stretch] {
    trace.periods.filter { isMeant($0.cause) }.map { period in
      let cause = trace.name(of: period.cause)
      var down = stretch(period.from, period.to ?? trace.end, .down, weight, "offline: \(cause)")
      down.cause = cause
      return down
    }
  }

  private mutating func addCalls() {
    let moments = trace.events.compactMap { event -> Moment? in
      switch event.kind {
      case .callSucceeded:
        return Moment(time: event.time, dot: .good, words: "call, \(SwitchText.time(event.time)): succeeded")
      case .callFailed(let domain, let error):
        let name = domain.flatMap { trace.domains.indices.contains($0) ? " of \(trace.domains[$0])" : nil }
        return Moment(
          time: event.time, dot: .failed,
          words: "call\(name ?? ""), \(SwitchText.time(event.time)): \(error.rawValue)")
      default: return nil
      }
    }
    if !moments.isEmpty { strips.append(Strip(label: "calls", moments: moments)) }
  }

  private mutating func addQuestions(_ domain: Int) {
    let moments = trace.events.compactMap { event -> Moment? in
      guard case .questionEnded(domain, let number, let end) = event.kind, let dot = Dot(end) else {
        return nil
      }
      return Moment(
        time: event.time, dot: dot,
        words: "question \(number) about \(trace.domains[domain]), \(SwitchText.time(event.time)): "
          + "\(end.rawValue)")
    }
    if !moments.isEmpty { strips.append(Strip(label: "questions", moments: moments)) }
  }

  /// Healthy, suspect, faulty.
  private func domainStrip(_ domain: Int) -> Strip {
    var strip = Strip(label: trace.domains[domain], base: .fine)
    strip.stretches = downs(weight: 3) { $0 == .domain(domain) }
    var suspected: Int64?
    func close(_ time: Int64) {
      guard let from = suspected else { return }
      strip.stretches.append(stretch(from, time, .pending, 2, "suspect"))
      suspected = nil
    }
    for event in trace.events {
      switch event.kind {
      case .suspected(domain): suspected = event.time
      case .cleared(domain), .lapsed(domain), .began(.domain(domain)), .killed: close(event.time)
      default: continue
      }
    }
    close(trace.end)
    return strip
  }

  /// Running, in the background, or not at all; none where it always runs.
  private mutating func addProcess() {
    var strip = Strip(label: "app", base: .fine)
    var (from, state) = (Int64(0), State.fine)
    func close(_ to: Int64) {
      guard from < to else { return }
      strip.stretches.append(stretch(from, to, state, 1, state.processWord))
    }
    for event in trace.events {
      let next: State
      switch event.kind {
      case .killed: next = .gone
      case .enteredBackground: next = .background
      case .started, .returned: next = .fine
      default: continue
      }
      close(event.time)
      (from, state) = (event.time, next)
    }
    guard !strip.stretches.isEmpty else { return }
    close(trace.end)
    strips.append(strip)
  }

  /// What comes of all factors.
  private func offlineStrip() -> Strip {
    var strip = Strip(label: "offline", isResult: true, base: .fine)
    strip.stretches = downs(weight: 3) { if case .domain = $0 { false } else { true } }
    strip.stretches += downs(weight: 2) { if case .domain = $0 { true } else { false } }.map { stretch in
      var stretch = stretch
      stretch.state = .partly
      return stretch
    }
    return strip
  }
}

extension SwitchChart.State {
  fileprivate init(_ path: SwitchMachine.Path) {
    switch path {
    case .medium(.wifi): self = .wifi
    case .medium(.cellular): self = .cellular
    case .none: self = .noPath
    case .unknown: self = .unknownPath
    }
  }

  /// What a path is called.
  var pathWord: String {
    switch self {
    case .wifi: "wifi"
    case .cellular: "cellular"
    case .unknownPath: "unknown"
    default: "none"
    }
  }

  fileprivate var processWord: String {
    switch self {
    case .background: "in the background"
    case .gone: "not running"
    default: "running"
    }
  }
}

extension SwitchChart.Dot {
  fileprivate init?(_ end: SwitchMachine.ProbeEnd) {
    switch end {
    case .good: self = .good
    case .failed: self = .failed
    case .timedOut: self = .timedOut
    case .calledOff: return nil
    }
  }

  fileprivate init?(_ end: SwitchMachine.QuestionEnd) {
    switch end {
    case .faulty: self = .faulty
    case .fine: self = .cleared
    case .unreachable, .timedOut: self = .unanswered
    case .calledOff: return nil
    }
  }
}
