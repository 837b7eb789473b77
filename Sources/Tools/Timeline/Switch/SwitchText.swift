import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The words of a switch's pictures.
enum SwitchText {
  /// A moment, to the millisecond: finer figures are random.
  static func time(_ time: Int64) -> String { TimeText.exact((time + 500_000) / 1_000_000 * 1_000_000) }

  /// The switch, the scenario, its length and the seed.
  static func title(_ trace: SwitchTrace) -> Sentence {
    Sentence(
      [Words(trace.name, isStrong: true)], trace.scenario.map { [Words($0)] },
      [Words(TimeText.exact(trace.end))],
      trace.seed.map { [Words("seed \($0)", .faint)] })
  }

  /// The total offline time, the figures, and the domains without events.
  static func sentences(_ trace: SwitchTrace) -> [Sentence] {
    let periods = trace.offlinePeriods
    let length = periods.reduce(Int64(0)) { $0 + $1.upperBound - $1.lowerBound }
    let times = periods.count == 1 ? "once" : "\(periods.count) times"
    let offline =
      periods.isEmpty
      ? Words("never offline", .good)
      : Words("offline \(times), \(TimeText.short(length)) in all", isStrong: true)
    let quiet = SwitchScene.quietDomains(trace).map { trace.domains[$0] }
    let sentences = [Sentence([offline]), figures(SwitchFigures(trace))]
    return quiet.isEmpty
      ? sentences : sentences + [Sentence("quiet: \(quiet.joined(separator: ", "))", .faint)]
  }

  /// Consecutive events of one factor with the same words.
  struct Entry: Hashable {
    var time: Int64
    var last: Int64
    var factor: String
    var text: String
    var count = 1
  }

  /// The events for a table. The start of a probe or question is left out if its end is known.
  static func entries(of trace: SwitchTrace) -> [Entry] {
    var (probes, questions): (Set<Int>, Set<[Int]>) = ([], [])
    for event in trace.events {
      switch event.kind {
      case .effect(.probeEnded(let number, _)): probes.insert(number)
      case .effect(.questionEnded(let domain, let number, _)): questions.insert([domain, number])
      default: continue
      }
    }
    var entries: [Entry] = []
    var latest: [String: Int] = [:]
    for event in trace.events {
      switch event.kind {
      case .effect(.startProbe(let number, _)) where probes.contains(number): continue
      case .effect(.ask(let domain, let number)) where questions.contains([domain, number]): continue
      default: break
      }
      let (factor, text) = self.event(event.kind, in: trace)
      let repeated = repeated(event.kind) ?? text
      if let place = latest[factor], entries[place].text == repeated {
        entries[place].count += 1
        entries[place].last = event.time
      } else {
        latest[factor] = entries.count
        entries.append(Entry(time: event.time, last: event.time, factor: factor, text: repeated))
      }
    }
    return entries
  }

  /// The words of an event without its number.
  private static func repeated(_ kind: SwitchTrace.EventKind) -> String? {
    switch kind {
    case .effect(.probeEnded(_, let end)): "probe \(end.rawValue)"
    case .effect(.questionEnded(_, _, let end)): "question: \(end.rawValue)"
    default: nil
    }
  }

  /// An event's subject, and its words.
  static func event(_ kind: SwitchTrace.EventKind, in trace: SwitchTrace) -> (factor: String, text: String) {
    switch kind {
    case .input(let input): event(input, trace)
    case .effect(let effect): event(effect, trace)
    case .markStored(let isMarked): ("marked", isMarked ? "mark stored" : "mark taken away")
    case .killed: ("app", "killed")
    }
  }

  private static func event(_ input: SwitchMachine.Input, _ trace: SwitchTrace) -> (String, String) {
    switch input {
    case .started(let isMarked, let path):
      return ("app", "started" + (isMarked ? ", marked" : "") + ", path \(path.word)")
    case .pathChanged(let path): return ("path", path.word)
    case .enteredBackground: return ("app", "entered the background")
    case .returned: return ("app", "returned")
    case .markRequested(let isMarked): return ("marked", isMarked ? "button pressed" : "button released")
    case .callSucceeded: return ("calls", "a call succeeded")
    case .callFailed(let domain, let error, let code):
      let factor = domain < 0 ? "calls" : trace.name(of: .domain(domain))
      return (factor, "a call failed: \(error.rawValue)\(code.map { " \($0)" } ?? "")")
    case .verdictReported(let domain, let verdict):
      return (trace.name(of: .domain(domain)), "verdict sent: \(verdict.rawValue)")
    case .markStored, .probeEnded, .questionEnded, .timerFired: return ("", "")
    }
  }

  private static func event(_ effect: SwitchMachine.Effect, _ trace: SwitchTrace) -> (String, String) {
    switch effect {
    case .startProbe(let number, let isDeciding):
      return ("network", "\(isDeciding ? "deciding probe" : "probe") \(number) started")
    case .probeEnded(let number, let end): return ("network", "probe \(number) \(end.rawValue)")
    case .windowOpened(let direction, let length, let sign):
      return ("network", "window of \(TimeText.short(length)) for \(direction) opened by a \(sign.rawValue)")
    case .decided(let isDown): return ("network", "decided: \(isDown ? "down" : "up")")
    case .suspected(let domain): return (trace.name(of: .domain(domain)), "suspected")
    case .ask(let domain, let number):
      return (trace.name(of: .domain(domain)), "question \(number) asked")
    case .questionEnded(let domain, let number, let end):
      return (trace.name(of: .domain(domain)), "question \(number): \(end.rawValue)")
    case .cleared(let domain): return (trace.name(of: .domain(domain)), "cleared")
    case .lapsed(let domain): return (trace.name(of: .domain(domain)), "verdict lapsed")
    case .began(let cause): return ("offline", "\(trace.name(of: cause)) began")
    case .ended(let cause): return ("offline", "\(trace.name(of: cause)) ended")
    case .cancelProbe, .cancelQuestion, .storeMark, .arm, .disarm: return ("", "")
    }
  }

  /// The figures of one run.
  private static func figures(_ figures: SwitchFigures) -> Sentence {
    Sentence(
      [Words(Sentence.count(figures.flips, "flip"))],
      figures.detect.max.map { [Words("detected in \(TimeText.short($0))")] },
      figures.recover.max.map { [Words("recovered in \(TimeText.short($0))")] },
      figures.recover.never > 0 ? [Words("offline at the end", .recovered)] : nil,
      figures.missed > 0
        ? [Words("\(Sentence.count(figures.missed, "fault")) not noticed", .recovered)] : nil,
      figures.falseOfflines > 0 ? [Words(Sentence.count(figures.falseOfflines, "false offline"), .bad)] : nil,
      [
        Words(
          "\(Sentence.count(figures.probes, "probe")), \(Int(figures.probesPerHour.rounded())) an hour",
          .faint)
      ])
  }
}
