import LaunchFlowMachine
import LaunchFlowModel

/// What pictures say of a switch, in words.
enum SwitchText {
  /// A moment, to the millisecond: what is finer comes from luck alone.
  static func time(_ time: Int64) -> String {
    Duration.milliseconds((time + 500_000) / 1_000_000).documentText
  }

  /// Words with what they mean.
  typealias Part = (text: String, tone: Headline.Tone)

  /// The switch, the scenario, how long it was and the seed.
  static func title(_ trace: SwitchTrace) -> [Part] {
    let parts: [Part?] = [
      (trace.name, .strong), trace.scenario.map { ($0, .plain) },
      (Duration.nanoseconds(trace.end).documentText, .plain), trace.seed.map { ("seed \($0)", .faint) },
    ]
    return parts.compactMap(\.self)
  }

  /// What an event is about, and what happened.
  static func event(_ kind: SwitchTrace.EventKind, in trace: SwitchTrace) -> (factor: String, text: String) {
    let name = { (domain: Int) in trace.domains.indices.contains(domain) ? trace.domains[domain] : "?" }
    switch kind {
    case .started(let isMarked, let path):
      return ("app", "started" + (isMarked ? ", marked" : "") + ", path \(word(path))")
    case .killed: return ("app", "killed")
    case .pathChanged(let path): return ("path", word(path))
    case .enteredBackground: return ("app", "entered the background")
    case .returned: return ("app", "returned")
    case .markRequested(let isMarked): return ("marked", isMarked ? "button pressed" : "button released")
    case .markStored(let isMarked): return ("marked", isMarked ? "mark stored" : "mark taken away")
    case .probeStarted(let number, let isDeciding):
      return ("network", "\(isDeciding ? "deciding probe" : "probe") \(number) started")
    case .probeEnded(let number, let end): return ("network", "probe \(number) \(end.rawValue)")
    case .windowOpened(let direction, let length, let sign):
      return ("network", "window of \(TimeText.short(length)) for \(direction) opened by a \(sign.rawValue)")
    case .decided(let isDown): return ("network", "decided: \(isDown ? "down" : "up")")
    case .callSucceeded: return ("calls", "a call succeeded")
    case .callFailed(let domain, let error):
      return (domain.map(name) ?? "calls", "a call failed: \(error.rawValue)")
    case .suspected(let domain): return (name(domain), "suspected")
    case .asked(let domain, let number): return (name(domain), "question \(number) asked")
    case .questionEnded(let domain, let number, let end):
      return (name(domain), "question \(number): \(end.rawValue)")
    case .cleared(let domain): return (name(domain), "cleared")
    case .lapsed(let domain): return (name(domain), "verdict lapsed")
    case .began(let cause): return ("offline", "\(trace.name(of: cause)) began")
    case .ended(let cause): return ("offline", "\(trace.name(of: cause)) ended")
    }
  }

  private static func word(_ path: SwitchMachine.Path) -> String {
    switch path {
    case .medium(let medium): medium.rawValue
    case .none: "none"
    case .unknown: "unknown"
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The figures of one run, each as words.
  static func figures(_ figures: SwitchFigures, ascii: Bool = false) -> [Part] {
    let parts: [Part?] = [
      (count(figures.flips, "flip"), .plain),
      figures.detect.max.map { ("detected in \(TimeText.short($0, ascii: ascii))", .plain) },
      figures.recover.max.map { ("recovered in \(TimeText.short($0, ascii: ascii))", .plain) },
      figures.missed > 0 ? ("\(count(figures.missed, "fault")) not noticed", .warning) : nil,
      figures.falseOfflines > 0 ? (count(figures.falseOfflines, "false offline"), .bad) : nil,
      ("\(Int(figures.probesPerHour.rounded())) probes an hour", .faint),
    ]
    return parts.compactMap(\.self)
  }
}
