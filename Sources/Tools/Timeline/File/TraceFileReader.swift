extension Trace {
  /// Reads a trace file: the trace, or all of its problems.
  package static func read(_ source: SourceText) -> DocumentReading<Trace> {
    DocumentReading(source) { read($0) }
  }

  package static func read(_ json: JSONDocument) -> DocumentReading<Trace> {
    var reader = TraceFileReader(json)
    reader.read()
    return DocumentReading(reader.trace, reader.document.diagnostics, json)
  }
}

/// A part of a trace file cannot be read; the reason has been reported.
struct Unreadable: Error {}

/// Reads a trace file. Every accepted trace can be drawn: referenced steps exist, groups come before their
/// members, and times never decrease. Unknown keys are ignored: later versions may add some.
struct TraceFileReader {
  /// The longest accepted time: a picture may still add two of them.
  static let longestTime = Int.max / 4

  let document: DocumentReader
  private(set) var trace = Trace(flow: "", deadline: 0, serialWorstCase: 0, steps: [])
  private var indices: [String: Int] = [:]

  init(_ json: JSONDocument) { document = DocumentReader(json) }

  mutating func read() {
    // In a newer format the keys may have other meanings.
    guard document.isReadableFormat(upTo: Trace.newestFormat), let head = try? object(0, "the trace")
    else { return }
    trace.flow = (try? text(head.required("trace"))) ?? ""
    trace.ownTitle = try? head["title"].map(text)
    trace.version = try? head["version"].map(text)
    trace.scenario = try? head["scenario"].map(text)
    trace.seed = try? head["seed"].map(unsigned)
    trace.run = try? head["run"].map(unsigned)
    trace.environment = try? head["environment"].map(text)
    trace.deadline = (try? time(head.required("deadline"))) ?? 0
    trace.serialWorstCase = (try? head["serialWorstCase"].map { try time($0, upTo: .max) }) ?? 0
    readSteps((try? list(head.required("steps"))) ?? [])
    var latest: Int64 = 0
    for node in (try? list(head.required("events"))) ?? [] {
      guard let event = try? event(node) else { continue }
      if event.time < latest {
        document.report(.badValue, "an event cannot come before the one above it", at: node)
      }
      latest = max(latest, event.time)
      trace.events.append(event)
    }
  }
}

// Steps.
extension TraceFileReader {
  private mutating func readSteps(_ nodes: [Int]) {
    var objects: [TraceObject?] = []
    for node in nodes {
      let object = try? object(node, "the step")
      objects.append(object)
      // A step with problems keeps its place, so that the later steps keep theirs.
      trace.steps.append((try? object.map { try step($0, at: node) }) ?? Trace.Step(name: "", kind: .value))
      if let name = trace.steps.last?.name,
        indices.updateValue(indices[name] ?? trace.steps.count - 1, forKey: name) != nil
      {
        document.report(.duplicateName, "the step \"\(name)\" is listed twice", at: node)
      }
    }
    // Groups and dependencies may name later steps.
    for (step, object) in objects.enumerated() {
      guard let object else { continue }
      trace.steps[step].needs = names(object["needs"])
      trace.steps[step].after = names(object["after"])
      guard let node = object["group"], let group = try? self.step(node) else { continue }
      guard group < step, trace.steps[group].kind == .group else {
        document.report(.badValue, "a group must come before its members", at: node)
        continue
      }
      trace.steps[step].group = group
    }
  }

  private func step(_ object: TraceObject, at node: Int) throws(Unreadable) -> Trace.Step {
    var step = Trace.Step(name: try text(object.required("name")), kind: .value)
    step.ownTitle = try object["title"].map(text)
    step.kind = try word(object.required("kind"))
    step.isTail = try object["tail"].map(bool) ?? false
    step.lane = try object["lane"].map(text)
    step.timeout = try object["timeout"].map { node throws(Unreadable) in try time(node) }
    step.deadline = try object["deadline"].map { node throws(Unreadable) in try time(node) }
    return step
  }

  private func names(_ node: Int?) -> [Int] {
    ((try? node.map(list)) ?? []).compactMap { try? step($0) }
  }

  func step(_ node: Int) throws(Unreadable) -> Int {
    let name = try text(node)
    if let index = indices[name] { return index }
    document.report(
      .unknownName, "there is no step \"\(name)\"", at: node, known: trace.steps.map { $0.name })
    throw Unreadable()
  }
}

// Values.
extension TraceFileReader {
  func object(_ node: Int, _ noun: String) throws(Unreadable) -> TraceObject {
    let members = try read(document.namedMembers(of: node))
    return TraceObject(
      document: document, node: node, noun: noun,
      members: Dictionary(members.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first }))
  }

  /// A value that was read; its absence has been reported.
  private func read<Value>(_ value: Value?) throws(Unreadable) -> Value {
    guard let value else { throw Unreadable() }
    return value
  }

  func text(_ node: Int) throws(Unreadable) -> String { try read(document.string(node)) }
  func bool(_ node: Int) throws(Unreadable) -> Bool { try read(document.bool(node)) }
  func list(_ node: Int) throws(Unreadable) -> [Int] { try read(document.elements(of: node)) }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ node: Int) throws(Unreadable) -> Word {
    if let word = document.json.string(of: node).flatMap({ Word(rawValue: $0) }) { return word }
    document.reportWord(node, among: Word.allCases.map(\.rawValue))
    throw Unreadable()
  }

  /// A time in nanoseconds.
  func time(_ node: Int, upTo longest: Int = longestTime) throws(Unreadable) -> Int64 {
    Int64(try number(node, 0...longest, "a time is from 0 to \(longest) nanoseconds"))
  }

  /// A whole number from 0 up.
  func count(_ node: Int) throws(Unreadable) -> Int {
    try number(node, 0...Int(Int32.max), "expected a number from 0 to \(Int32.max)")
  }

  private func number(
    _ node: Int, _ range: ClosedRange<Int>, _ message: String
  ) throws(Unreadable) -> Int {
    let number = try read(document.integer(node))
    guard range.contains(number) else {
      document.report(.badValue, message, at: node)
      throw Unreadable()
    }
    return number
  }

  private func unsigned(_ node: Int) throws(Unreadable) -> UInt64 { try read(document.unsigned(node)) }
}

/// An object of a trace file.
struct TraceObject {
  let document: DocumentReader
  let node: Int
  /// Its name in messages.
  let noun: String
  let members: [String: Int]

  /// The value of a key; nil without the key.
  subscript(key: String) -> Int? { members[key] }

  func required(_ key: String) throws(Unreadable) -> Int {
    if let node = members[key] { return node }
    document.reportMissing("\(noun) has no \"\(key)\"", at: node)
    throw Unreadable()
  }
}
