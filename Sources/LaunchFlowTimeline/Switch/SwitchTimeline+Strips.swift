import LaunchFlowMachine
import LaunchFlowModel

extension SwitchTimeline {
  /// One row of cells.
  struct Strip {
    var label: String
    var isStrong = false
    var cells: [(sign: Character, ink: Ink, weight: Int)]
  }

  /// A stretch of a strip. Where several fall into one cell, the heaviest is drawn.
  struct Stretch {
    var from: Int64
    var to: Int64
    var sign: Character
    var ink: Ink
    var weight: Int
  }

  func rows() -> [Strip] {
    var rows: [Strip] = []
    if trace.hasNetwork {
      if let fault = faultStrip(of: nil, "(network)") { rows.append(fault) }
      rows += [pathStrip(), probeStrip(), networkStrip()]
    }
    if let calls = callStrip() { rows.append(calls) }
    for domain in trace.domains.indices where !isQuiet(domain) {
      if let fault = faultStrip(of: domain, "(\(trace.domains[domain]))") { rows.append(fault) }
      if let questions = questionStrip(domain) { rows.append(questions) }
      rows.append(domainStrip(domain))
    }
    if trace.hasMark { rows.append(causeStrip("marked") { $0 == .marked }) }
    if let process = processStrip() { rows.append(process) }
    return rows + [offlineStrip()]
  }

  /// Whether nothing happened to a domain.
  func isQuiet(_ domain: Int) -> Bool {
    !trace.faults.contains { $0.domain == domain }
      && !trace.events.contains { event in
        switch event.kind {
        case .suspected(domain), .asked(domain, _): true
        default: false
        }
      }
  }

  private func strip(_ label: String, _ sign: Character, _ stretches: [Stretch], ink: Ink = .faint) -> Strip {
    var strip = Strip(label: label, cells: Array(repeating: (sign, ink, 0), count: cells))
    for stretch in stretches where stretch.from <= stretch.to {
      let last = stretch.to > stretch.from ? cell(stretch.to - 1) : cell(stretch.from)
      for cell in cell(stretch.from)...max(cell(stretch.from), last)
      where stretch.weight >= strip.cells[cell].weight {
        strip.cells[cell] = (stretch.sign, stretch.ink, stretch.weight)
      }
    }
    return strip
  }

  private func faultStrip(of domain: Int?, _ label: String) -> Strip? {
    let faults = trace.faults.filter { $0.domain == domain }
    guard !faults.isEmpty else { return nil }
    return strip(
      label, " ", faults.map { Stretch(from: $0.from, to: $0.to, sign: signs.fault, ink: .faint, weight: 1) })
  }

  /// `w` and `c` for the media, nothing where there is no path.
  private func pathStrip() -> Strip {
    var stretches: [Stretch] = []
    var from: Int64 = 0
    var sign: Character = " "
    for event in trace.events {
      let path: SwitchMachine.Path
      switch event.kind {
      case .started(_, let started): path = started
      case .pathChanged(let changed): path = changed
      default: continue
      }
      stretches.append(
        Stretch(from: from, to: event.time, sign: sign, ink: .faint, weight: sign == " " ? 2 : 1))
      from = event.time
      switch path {
      case .medium(.wifi): sign = "w"
      case .medium(.cellular): sign = "c"
      case .none: sign = " "
      case .unknown: sign = "?"
      }
    }
    stretches.append(Stretch(from: from, to: trace.end, sign: sign, ink: .faint, weight: sign == " " ? 2 : 1))
    return strip("path", " ", stretches.filter { $0.from < $0.to })
  }

  private func probeStrip() -> Strip {
    strip(
      "probes", " ",
      trace.events.compactMap { event in
        guard case .probeEnded(_, let end) = event.kind else { return nil }
        switch end {
        case .good: return dot(event.time, signs.good, .good, 1)
        case .failed: return dot(event.time, signs.failed, .bad, 3)
        case .timedOut: return dot(event.time, signs.timedOut, .bad, 2)
        case .calledOff: return nil
        }
      })
  }

  private func dot(_ time: Int64, _ sign: Character, _ ink: Ink, _ weight: Int) -> Stretch {
    Stretch(from: time, to: time, sign: sign, ink: ink, weight: weight)
  }

  /// Up, in a window or deciding, down.
  private func networkStrip() -> Strip {
    var stretches = stretches(of: { if case .network = $0 { true } else { false } }, weight: 2)
    var opened: Int64?
    for event in trace.events {
      switch event.kind {
      case .windowOpened: opened = event.time
      case .decided, .killed, .enteredBackground:
        guard let from = opened else { continue }
        stretches.append(Stretch(from: from, to: event.time, sign: signs.pending, ink: .recovered, weight: 3))
        opened = nil
      default: continue
      }
    }
    if let opened {
      stretches.append(Stretch(from: opened, to: trace.end, sign: signs.pending, ink: .recovered, weight: 3))
    }
    return strip("network", signs.fine, stretches)
  }

  private func stretches(of isMeant: (SwitchCause) -> Bool, weight: Int) -> [Stretch] {
    trace.periods.filter { isMeant($0.cause) }.map {
      Stretch(from: $0.from, to: $0.to ?? trace.end, sign: signs.down, ink: .bad, weight: weight)
    }
  }

  private func causeStrip(_ label: String, _ isMeant: (SwitchCause) -> Bool) -> Strip {
    strip(label, signs.fine, stretches(of: isMeant, weight: 2))
  }

  private func callStrip() -> Strip? {
    let calls = trace.events.compactMap { event -> Stretch? in
      switch event.kind {
      case .callSucceeded: dot(event.time, signs.good, .good, 1)
      case .callFailed: dot(event.time, signs.failed, .bad, 2)
      default: nil
      }
    }
    return calls.isEmpty ? nil : strip("calls", " ", calls)
  }

  private func questionStrip(_ domain: Int) -> Strip? {
    let answers = trace.events.compactMap { event -> Stretch? in
      guard case .questionEnded(domain, _, let end) = event.kind else { return nil }
      switch end {
      case .faulty: return dot(event.time, signs.faulty, .bad, 3)
      case .fine: return dot(event.time, signs.recovered, .good, 4)
      case .unreachable, .timedOut: return dot(event.time, signs.unanswered, .recovered, 2)
      case .calledOff: return nil
      }
    }
    return answers.isEmpty ? nil : strip("questions", " ", answers)
  }

  /// Healthy, suspect, faulty.
  private func domainStrip(_ domain: Int) -> Strip {
    var stretches = stretches(of: { $0 == .domain(domain) }, weight: 3)
    var suspected: Int64?
    for event in trace.events {
      switch event.kind {
      case .suspected(domain): suspected = event.time
      case .cleared(domain), .lapsed(domain), .began(.domain(domain)), .killed:
        guard let from = suspected else { continue }
        stretches.append(Stretch(from: from, to: event.time, sign: signs.pending, ink: .recovered, weight: 2))
        suspected = nil
      default: continue
      }
    }
    if let suspected {
      stretches.append(
        Stretch(from: suspected, to: trace.end, sign: signs.pending, ink: .recovered, weight: 2))
    }
    return strip(trace.domains[domain], signs.fine, stretches)
  }

  /// Running, in the background, or not at all; nil where it always runs.
  private func processStrip() -> Strip? {
    var stretches: [Stretch] = []
    var from: Int64 = 0
    var sign = signs.fine
    for event in trace.events {
      let next: Character
      switch event.kind {
      case .killed: next = " "
      case .enteredBackground: next = signs.fault
      case .started, .returned: next = signs.fine
      default: continue
      }
      stretches.append(Stretch(from: from, to: event.time, sign: sign, ink: .faint, weight: 1))
      from = event.time
      sign = next
    }
    guard stretches.contains(where: { $0.from < $0.to }) else { return nil }
    stretches.append(Stretch(from: from, to: trace.end, sign: sign, ink: .faint, weight: 1))
    return strip("app", signs.fine, stretches.filter { $0.from < $0.to })
  }

  /// What comes of all factors.
  private func offlineStrip() -> Strip {
    var stretches = stretches(of: { if case .domain = $0 { false } else { true } }, weight: 3)
    stretches += trace.periods.filter { if case .domain = $0.cause { true } else { false } }.map {
      Stretch(from: $0.from, to: $0.to ?? trace.end, sign: signs.partly, ink: .recovered, weight: 2)
    }
    var strip = strip("offline", signs.fine, stretches, ink: .good)
    strip.isStrong = true
    return strip
  }
}
