/// Builds the timeline of a switch: a row for each factor, and a last one for the result.
struct SwitchScene {
  private let trace: SwitchTrace
  private var scene: Scene

  /// The domains without events; they have no row.
  static func quietDomains(_ trace: SwitchTrace) -> [Int] {
    trace.domains.indices.filter { domain in
      !trace.faults.contains { $0.domain == domain }
        && !trace.events.contains { event in
          switch event.kind {
          case .effect(.suspected(domain)), .effect(.ask(domain, _)): true
          default: false
          }
        }
    }
  }

  static func scene(_ trace: SwitchTrace) -> Scene {
    var builder = SwitchScene(
      trace: trace,
      scene: Scene(description: "Inputs of the switch, and its offline periods", span: max(1, trace.end)))
    builder.addRows()
    return builder.scene
  }

  private mutating func addRows() {
    if trace.hasNetwork {
      addFaults(of: nil, "(network)")
      add("path", paths())
      add("probes", marks: probes())
      add("network", base: .healthy, network())
    }
    add("calls", marks: calls())
    let quiet = Set(Self.quietDomains(trace))
    for domain in trace.domains.indices where !quiet.contains(domain) {
      addFaults(of: domain, "(\(trace.domains[domain]))")
      add("questions", marks: questions(domain))
      add(trace.domains[domain], base: .healthy, self.domain(domain))
    }
    if trace.hasMark { add("marked", base: .healthy, offline(weight: 2) { $0 == .marked }) }
    add("app", base: .healthy, process())
    add("offline", base: .online, result())
  }

  /// Adds a row. A row of moments alone needs at least one, and the app's row appears only if it did not always run.
  private mutating func add(
    _ label: String, base: Sign? = nil, _ bars: [Scene.Bar] = [], marks: [Scene.Mark]? = nil
  ) {
    if let marks, marks.isEmpty, label != "probes" { return }
    if label == "app", bars.isEmpty { return }
    var row = Scene.Row(
      label: label, emphasis: base == .online ? .strong : .plain, bars: bars, marks: marks ?? [])
    if let base { row.bars.insert(.init(sign: base, start: 0, end: scene.span, weight: -1), at: 0) }
    scene.rows.append(row)
  }

  private func bar(_ from: Int64, _ to: Int64, _ sign: Sign, _ weight: Int, _ words: String) -> Scene.Bar {
    let times = "\(TimeText.moment(from)) to \(TimeText.moment(to))"
    return Scene.Bar(sign: sign, start: from, end: to, weight: weight, words: "\(words), \(times)")
  }

  private func mark(_ time: Int64, _ sign: Sign, _ weight: Int, _ what: String, _ how: String) -> Scene.Mark {
    Scene.Mark(sign: sign, time: time, weight: weight, words: "\(what), \(TimeText.moment(time)): \(how)")
  }

  private enum Change {
    case begins(Sign, weight: Int, _ words: String, label: String? = nil)
    case ends, nothing
  }

  /// The bars between the events that begin and end a state.
  private func stretches(_ change: (SwitchTrace.EventKind) -> Change) -> [Scene.Bar] {
    let changes = trace.events.map { (time: $0.time, change: change($0.kind)) }.filter {
      if case .nothing = $0.change { false } else { true }
    }
    let ends = changes.dropFirst().map(\.time) + [trace.end]
    return zip(changes, ends).compactMap { begin, end in
      guard case .begins(let sign, let weight, let words, let label) = begin.change, begin.time < end else {
        return nil
      }
      var bar = bar(begin.time, end, sign, weight, words)
      bar.label = label
      return bar
    }
  }

  private mutating func addFaults(of domain: Int?, _ label: String) {
    let faults = trace.faults.filter { $0.domain == domain }
    if !faults.isEmpty { add(label, faults.map { bar($0.from, $0.to, .fault, 1, "actual fault") }) }
  }

  private func paths() -> [Scene.Bar] {
    stretches { event in
      switch event {
      case .input(.started(_, .none)), .input(.pathChanged(.none)):
        .begins(.noPath, weight: 2, "path: none", label: "no path")
      case .input(.started(_, .medium(let medium))), .input(.pathChanged(.medium(let medium))):
        .begins(.medium, weight: 1, "path: \(medium.rawValue)", label: medium.rawValue)
      case .input(.started(_, .unknown)): .begins(.medium, weight: 1, "path: unknown", label: "unknown")
      default: .nothing
      }
    }
  }

  private func probes() -> [Scene.Mark] {
    let deciding = Set(
      trace.events.compactMap { event -> Int? in
        if case .effect(.startProbe(let number, true)) = event.kind { number } else { nil }
      })
    let ended = Set(
      trace.events.compactMap { event -> Int? in
        if case .effect(.probeEnded(let number, _)) = event.kind { number } else { nil }
      })
    return trace.events.compactMap { event in
      switch event.kind {
      case .effect(.probeEnded(let number, let end)):
        let probe = deciding.contains(number) ? "deciding probe" : "probe"
        let (sign, weight) = end.sign ?? (.calledOff, 0)
        return mark(event.time, sign, weight, "\(probe) \(number)", end.rawValue)
      case .effect(.startProbe(let number, _)) where !ended.contains(number):
        return mark(event.time, .unanswered, 0, "probe \(number)", "no answer yet")
      default: return nil
      }
    }
  }

  /// The states of the network: up, in a window or deciding, down.
  private func network() -> [Scene.Bar] {
    offline(weight: 2) { if case .network = $0 { true } else { false } }
      + stretches { event in
        switch event {
        case .effect(.windowOpened(let direction, let length, let sign)):
          let words = "window of \(TimeText.short(length)) for \(direction), opened by a \(sign.rawValue)"
          return .begins(.pending, weight: 3, words)
        case .effect(.decided), .killed, .input(.enteredBackground): return .ends
        default: return .nothing
        }
      }
  }

  private func offline(weight: Int, _ isMeant: (SwitchCause) -> Bool) -> [Scene.Bar] {
    trace.periods.filter { isMeant($0.cause) }.map { period in
      bar(period.from, period.to ?? trace.end, .offline, weight, "offline: \(trace.name(of: period.cause))")
    }
  }

  private func calls() -> [Scene.Mark] {
    trace.events.compactMap { event in
      switch event.kind {
      case .input(.callSucceeded): return mark(event.time, .success, 1, "call", "succeeded")
      case .input(.callFailed(let domain, let error, let code)):
        let name = trace.domains.indices.contains(domain) ? " of \(trace.domains[domain])" : ""
        let words = error.rawValue + (code.map { " \($0)" } ?? "")
        return mark(event.time, .failure, 3, "call\(name)", words)
      default: return nil
      }
    }
  }

  private func questions(_ domain: Int) -> [Scene.Mark] {
    trace.events.compactMap { event in
      switch event.kind {
      case .effect(.questionEnded(domain, let number, let end)):
        guard let (sign, weight) = end.sign else { return nil }
        let label = "question \(number) about \(trace.domains[domain])"
        return mark(event.time, sign, weight, label, end.rawValue)
      case .input(.verdictReported(domain, let verdict)):
        let (sign, weight): (Sign, Int) = verdict == .faulty ? (.faultConfirmed, 3) : (.cleared, 4)
        return mark(event.time, sign, weight, "verdict sent about \(trace.domains[domain])", verdict.rawValue)
      default: return nil
      }
    }
  }

  /// The states of a domain: healthy, suspect, faulty.
  private func domain(_ domain: Int) -> [Scene.Bar] {
    offline(weight: 3) { $0 == .domain(domain) }
      + stretches { event in
        switch event {
        case .effect(.suspected(domain)): .begins(.pending, weight: 2, "suspect")
        case .effect(.cleared(domain)), .effect(.lapsed(domain)), .effect(.began(.domain(domain))), .killed:
          .ends
        default: .nothing
        }
      }
  }

  /// The periods in the background, or not running.
  private func process() -> [Scene.Bar] {
    stretches { event in
      switch event {
      case .killed: .begins(.notRunning, weight: 1, "not running")
      case .input(.enteredBackground): .begins(.background, weight: 1, "in the background")
      case .input(.started), .input(.returned): .ends
      default: .nothing
      }
    }
  }

  /// The result of all factors, each period with its cause.
  private func result() -> [Scene.Bar] {
    trace.periods.map { period in
      let cause = trace.name(of: period.cause)
      let isPart = if case .domain = period.cause { true } else { false }
      var bar = bar(
        period.from, period.to ?? trace.end, isPart ? .partlyOffline : .offline, isPart ? 2 : 3,
        "offline: \(cause)")
      bar.remark = cause
      return bar
    }
  }
}

extension SwitchMachine.ProbeEnd {
  /// Its sign with its weight; nil for a cancelled one.
  fileprivate var sign: (Sign, Int)? {
    switch self {
    case .good: (.success, 1)
    case .failed: (.failure, 3)
    case .timedOut: (.noReply, 2)
    case .calledOff: nil
    }
  }
}

extension SwitchMachine.QuestionEnd {
  fileprivate var sign: (Sign, Int)? {
    switch self {
    case .faulty: (.faultConfirmed, 3)
    case .fine: (.cleared, 4)
    case .unreachable, .timedOut: (.noAnswer, 2)
    case .calledOff: nil
    }
  }
}
