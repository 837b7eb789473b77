import LaunchFlowMachine
import LaunchFlowModel

extension Trace {
  /// Reads a trace file: the trace, or all of its problems.
  package static func read(_ source: SourceText) -> DocumentReading<Trace> {
    DocumentReading(source) { read($0) }
  }

  /// Reads a trace file that was parsed as JSON already.
  package static func read(_ json: JSONDocument) -> DocumentReading<Trace> {
    var reader = TraceFileReader(json)
    let trace = reader.trace()
    return DocumentReading(
      trace ?? Trace(flow: "", deadline: 0, serialWorstCase: 0, steps: []), reader.document.diagnostics, json)
  }
}

/// Reads a trace file. Every accepted trace can be drawn: referenced steps exist, groups come before their
/// members, and times never decrease.
struct TraceFileReader {
  /// The longest accepted time: a picture may still add two of them.
  static let longestTime = Int.max / 4
  /// A file with problems everywhere needs no hundred thousand messages.
  private static let mostProblems = 100

  let document: DocumentReader
  let json: JSONDocument
  private var indices: [String: Int] = [:]
  private var steps: [Trace.Step] = []
  private var stepFields: [Fields?] = []

  init(_ json: JSONDocument) {
    self.json = json
    document = DocumentReader(json)
  }

  mutating func trace() -> Trace? {
    let keys = [
      "trace", "title", "format", "version", "scenario", "seed", "run", "environment", "deadline",
      "serialWorstCase",
      "steps",
      "events",
    ]
    // In a newer format the keys may have other meanings.
    guard document.isReadableFormat(upTo: Trace.newestFormat), let fields = document.fields(of: 0, keys)
    else { return nil }
    var trace = Trace(flow: "", deadline: 0, serialWorstCase: 0, steps: [])
    trace.flow = document.string(document.required("trace", in: fields, "the trace")) ?? ""
    trace.ownTitle = document.string(fields["title"])
    trace.version = document.string(fields["version"])
    trace.scenario = document.string(fields["scenario"])
    trace.seed = unsigned(fields["seed"])
    trace.run = unsigned(fields["run"])
    trace.environment = document.string(fields["environment"])
    trace.deadline = time(document.required("deadline", in: fields, "the trace")) ?? 0
    trace.serialWorstCase = time(fields["serialWorstCase"], upTo: .max) ?? 0
    let stepNodes = document.required("steps", in: fields, "the trace").flatMap { document.elements(of: $0) }
    for node in stepNodes ?? [] where isWorthReading { addStep(node) }
    for step in steps.indices where isWorthReading { addOrder(of: step) }
    trace.steps = steps
    let eventNodes = document.required("events", in: fields, "the trace").flatMap {
      document.elements(of: $0)
    }
    var latest: Int64 = 0
    for node in eventNodes ?? [] where isWorthReading {
      guard let event = event(node) else { continue }
      if event.time < latest {
        document.report(.badValue, "an event cannot come before the one above it", at: node)
      }
      latest = max(latest, event.time)
      trace.events.append(event)
    }
    return trace
  }

  private var isWorthReading: Bool { document.diagnostics.count < Self.mostProblems }
}

// Steps.
extension TraceFileReader {
  private mutating func addStep(_ node: Int) {
    // Older files also contain the step's declaration, which is ignored.
    let keys = [
      "name", "title", "kind", "group", "needs", "after", "tail", "lane", "timeout", "deadline", "continues",
      "useFallbackAfter", "attempts",
    ]
    var step = Trace.Step(name: "", kind: .value)
    // A step with problems keeps its place, so that the later steps keep theirs.
    defer { steps.append(step) }
    let fields = document.fields(of: node, keys)
    stepFields.append(fields)
    guard let fields else { return }
    if let name = document.string(document.required("name", in: fields, "the step")) {
      step.name = name
      if indices[name] != nil {
        document.report(.duplicateName, "the step \"\(name)\" is listed twice", at: node)
      }
      indices[name] = indices[name] ?? steps.count
    }
    step.ownTitle = document.string(fields["title"])
    step.kind = document.word(document.required("kind", in: fields, "the step")) ?? .value
    step.isTail = document.bool(fields["tail"]) ?? false
    step.lane = document.string(fields["lane"])
    step.timeout = time(fields["timeout"])
    step.deadline = time(fields["deadline"])
  }

  /// Adds a step's group and dependencies, which may name later steps.
  private mutating func addOrder(of step: Int) {
    guard let fields = stepFields[step] else { return }
    steps[step].needs = list(fields["needs"])
    steps[step].after = list(fields["after"])
    guard let node = fields["group"], let group = self.step(node) else { return }
    guard group < step, steps[group].kind == .group else {
      document.report(.badValue, "a group must come before its members", at: node)
      return
    }
    steps[step].group = group
  }

  private func list(_ node: Int?) -> [Int] {
    (node.flatMap { document.elements(of: $0) } ?? []).compactMap { step($0) }
  }

  /// The step with a name.
  func step(_ node: Int?) -> Int? {
    guard let name = document.string(node), let node else { return nil }
    if let index = indices[name] { return index }
    document.report(
      .unknownName, "there is no step \"\(name)\"", at: node, known: steps.map { $0.name })
    return nil
  }
}

// Numbers.
extension TraceFileReader {
  /// A time in nanoseconds.
  func time(_ node: Int?, upTo longest: Int = longestTime) -> Int64? {
    guard let node, let time = document.integer(node) else { return nil }
    guard (0...longest).contains(time) else {
      document.report(.badValue, "a time is from 0 to \(longest) nanoseconds", at: node)
      return nil
    }
    return Int64(time)
  }

  /// A whole number from 0 up.
  func count(_ node: Int?) -> Int? {
    guard let node, let number = document.integer(node) else { return nil }
    guard (0...Int(Int32.max)).contains(number) else {
      document.report(.badValue, "expected a number from 0 to \(Int32.max)", at: node)
      return nil
    }
    return number
  }

  private func unsigned(_ node: Int?) -> UInt64? {
    guard let node else { return nil }
    switch json.value(of: node) {
    case .integer(let number) where number >= 0: return UInt64(number)
    case .string(let text):
      if let number = UInt64(text) { return number }
    default: break
    }
    document.report(.badValue, "expected a whole number from 0 to \(UInt64.max)", at: node)
    return nil
  }
}
