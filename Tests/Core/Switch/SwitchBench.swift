import Testing

@testable import LaunchFlowSwitch

/// Drives a switch machine by a script in virtual milliseconds, and holds it to its contract with drivers: no
/// timer is armed twice, none disarmed that is not armed, nothing cancelled that is not under way.
struct SwitchBench {
  private(set) var machine: SwitchMachine
  private(set) var now: Int64 = 0
  /// What happened, a line each, in words.
  private(set) var log: [String] = []
  private(set) var timers: [(timer: SwitchTimer, due: Int64)] = []
  private(set) var probe: Int?
  private(set) var questions: [Int: Int] = [:]
  private(set) var unstoredPresses: [Int] = []
  /// What full jitter draws, as a share of the whole wait.
  var jitter = 1.0

  static let millisecond: Int64 = 1_000_000

  init(_ document: OfflineSwitchDocument) throws {
    machine = SwitchMachine(SwitchPlan(document))
  }

  /// Runs a script, such as "0 start wifi, 100 bad": each fact at its millisecond, and the timers in between.
  mutating func run(_ script: String, until end: Int64) {
    for fact in script.split(separator: ", ") {
      let words = fact.split(separator: " ").map(String.init)
      advance(to: Int64(words[0]) ?? 0, including: false)
      take(Array(words.dropFirst()))
    }
    advance(to: end, including: true)
  }

  /// Takes a fact: the answer to what is under way, or an input of the machine.
  mutating func take(_ words: [String]) {
    let second = words.count > 1 ? words[1] : ""
    func domain(_ name: String) -> Int { machine.plan.domains.firstIndex(of: name) ?? -1 }
    switch words[0] {
    case "good", "bad":
      guard let probe else {
        Issue.record("no probe is under way at \(now)")
        return
      }
      handle(.probeEnded(number: probe, isGood: words[0] == "good"))
    case "probe": handle(.probeEnded(number: Int(second) ?? 0, isGood: words[2] == "good"))
    case "question":
      handle(
        .questionEnded(
          domain: domain(second), number: Int(words[2]) ?? 0,
          SwitchMachine.QuestionEnd(rawValue: words[3]) ?? .unreachable))
    case "start": handle(.started(isMarked: false, path: Self.path(second)))
    case "path": handle(.pathChanged(Self.path(second)))
    case "called": handle(.callSucceeded)
    case "failed": handle(.callFailed(domain: domain(second), ErrorClass(rawValue: words[2]) ?? .server))
    case "sent": handle(.verdictReported(domain: domain(second), words[2] == "faulty" ? .faulty : .fine))
    case "background": handle(.enteredBackground)
    case "return": handle(.returned)
    case "press": handle(.markRequested(second == "on"))
    case "stored": handle(.markStored(number: Int(second) ?? 0))
    default:
      guard let number = questions[domain(words[0])] else {
        Issue.record("nothing is asked about \(words[0]) at \(now)")
        return
      }
      handle(
        .questionEnded(
          domain: domain(words[0]), number: number,
          SwitchMachine.QuestionEnd(rawValue: second) ?? .unreachable))
    }
  }

  private static func path(_ word: String) -> SwitchMachine.Path {
    switch word {
    case "wifi": .medium(.wifi)
    case "cellular": .medium(.cellular)
    case "none": .none
    default: .unknown
    }
  }

  /// Fires what is due before a millisecond, or at it too.
  mutating func advance(to end: Int64, including: Bool) {
    while let next = nextTimer(), including ? next.due <= end : next.due < end {
      now = next.due
      fire(next.timer)
    }
    now = end
  }

  /// Fires an armed timer.
  mutating func fire(_ timer: SwitchTimer) {
    timers.removeAll { $0.timer == timer }
    handle(.timerFired(timer))
  }

  func nextTimer() -> (timer: SwitchTimer, due: Int64)? {
    timers.min {
      ($0.due, SwitchEventOrder.timer($0.timer).key) < ($1.due, SwitchEventOrder.timer($1.timer).key)
    }
  }

  mutating func handle(_ input: SwitchMachine.Input) {
    machine.handle(input)
    for effect in machine.effects { apply(effect) }
  }

  private mutating func apply(_ effect: SwitchMachine.Effect) {
    switch effect {
    case .arm(let timer, let nanoseconds, let jitter):
      #expect(!timers.contains { $0.timer == timer }, "\(timer) is armed twice at \(now)")
      let wait = jitter ? Int64(Double(nanoseconds) * self.jitter) : nanoseconds
      timers.append((timer, now + wait / Self.millisecond))
    case .disarm(let timer):
      #expect(timers.contains { $0.timer == timer }, "\(timer) is disarmed and was not armed at \(now)")
      timers.removeAll { $0.timer == timer }
    case .startProbe(let number, let isDeciding):
      #expect(probe == nil, "two probes are under way at \(now)")
      probe = number
      note(isDeciding ? "deciding probe" : "probe")
    case .probeEnded(let number, let end):
      #expect(probe == number, "probe \(number) ends and was not under way at \(now)")
      probe = nil
      note(end.rawValue)
    case .ask(let domain, let number):
      #expect(questions[domain] == nil, "two questions are under way at \(now)")
      questions[domain] = number
      note("ask \(name(domain))")
    case .questionEnded(let domain, let number, let end):
      #expect(questions[domain] == number, "question \(number) ends and was not under way at \(now)")
      questions[domain] = nil
      note("\(name(domain)) \(end.rawValue)")
    case .storeMark(let isMarked, let number):
      unstoredPresses.append(number)
      note(isMarked ? "store mark" : "store no mark")
    case .began(let cause): change("+", cause)
    case .ended(let cause): change("-", cause)
    case .windowOpened(let direction, let nanoseconds, let sign):
      note("window \(direction.rawValue) \(nanoseconds / Self.millisecond) by \(sign.rawValue)")
    case .decided(let isDown): note(isDown ? "decided down" : "decided up")
    case .suspected(let domain): note("\(name(domain)) suspected")
    case .cleared(let domain): note("\(name(domain)) cleared")
    case .lapsed(let domain): note("\(name(domain)) lapsed")
    }
  }

  private func name(_ domain: Int) -> String { machine.plan.domains[domain] }

  private mutating func change(_ sign: String, _ cause: SwitchCause) {
    switch cause {
    case .marked: note(sign + "marked")
    case .network(let medium): note(sign + medium.rawValue)
    case .domain(let domain): note(sign + name(domain))
    }
  }

  private mutating func note(_ text: String) {
    log.append("\(now) \(text)")
  }
}

extension OfflineSwitchDocument {
  /// A switch with round figures: window down 2 s, up 500 ms, probes every 60 s, every 5 s while down.
  static func sample(failures: Int = 1) -> OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    document.marked = Mark(cache: "offline-marked")
    document.network = .sample
    var service = Service(
      watch: [
        Domain("trade", ["POST /trade/*"].compactMap(Endpoint.init)),
        Domain("member", ["GET /member/*"].compactMap(Endpoint.init)),
      ],
      confirm: Flow.Request(.url("https://qos.example.com/decide")), timeout: .seconds(3),
      results: [
        Flow.NamedResult("faulty", Predicate(at: JSONPointer(tokens: ["fault"]), [.equals(true)]))
      ])
    service.trigger = Trigger(failures: failures, within: .seconds(30))
    document.service = service
    return document
  }
}

extension OfflineSwitchDocument.Network {
  static var sample: Self {
    var probe = Flow.Request(.url("https://probe.example.com/204"))
    probe.method = "HEAD"
    probe.expect = .none
    var network = Self(probe: probe, timeout: .seconds(3), every: .seconds(60))
    network.everyWhileDown = .seconds(5)
    return network
  }
}
