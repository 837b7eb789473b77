import LaunchFlowMachine

extension Trace {
  /// The version of the trace file's format that this build writes.
  package static let newestFormat = 1

  /// The trace as the text of a file, which `launchflow show` draws. It contains names, times in nanoseconds, classes
  /// and codes, never values.
  public var fileText: String {
    let members = Visitor.members(of: TraceFile(self)).map { member in
      "  " + JSONValue.string(member.name).text() + ": " + Self.text(member.value)
    }
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }

  /// A list with one element on each line, so that two files can be compared line by line.
  private static func text(_ value: JSONValue) -> String {
    guard let list = value.array, !list.isEmpty else { return value.text() }
    return "[\n" + list.map { "    " + $0.text() }.joined(separator: ",\n") + "\n  ]"
  }
}

/// The content of a trace file, in which steps are given by their names.
package struct TraceFile: FormatObject {
  package static var object: DeclaredObject { .trace }

  /// The trace without steps and events.
  package var trace = Trace(flow: "", deadline: 0, serialWorstCase: 0, steps: [])
  package var steps: [TracedStep] = []
  package var events: [TracedEvent] = []

  package init(named name: String) {}

  init(_ trace: Trace) {
    self.trace = trace
    steps = trace.steps.map { TracedStep($0, in: trace) }
    events = trace.events.map { TracedEvent($0, in: trace) }
  }

  package mutating func visit(_ v: Visitor) {
    v.key("trace", &trace.flow, required: true)
    v.key("title", &trace.ownTitle)
    _ = v.key("format", Trace.newestFormat) { v.version($0, upTo: Trace.newestFormat) }
    v.key("version", &trace.version)
    v.key("scenario", &trace.scenario)
    v.key("seed", &trace.seed) { v.number($0) }
    v.key("run", &trace.run) { v.number($0) }
    v.key("environment", &trace.environment)
    v.key("deadline", &trace.deadline, required: true) { v.time($0) }
    let worst = v.key("serialWorstCase", trace.serialWorstCase) { v.time($0, upTo: .max) }
    trace.serialWorstCase = worst ?? trace.serialWorstCase
    v.key("steps", &steps, required: true) { v.objects($0) }
    v.key("events", &events, required: true) { v.objects($0) }
  }
}

extension Trace {
  func name(of step: Int) -> String { steps.indices.contains(step) ? steps[step].name : "" }
}

package struct TracedStep: FormatObject {
  package static var object: DeclaredObject { .tracedStep }

  /// The step without its relations to others.
  package var step = Trace.Step(name: "", kind: .value)
  package var group: String?
  package var needs: [String] = []
  package var after: [String] = []

  package init(named name: String) {}

  init(_ step: Trace.Step, in trace: Trace) {
    self.step = step
    group = step.group.map(trace.name(of:))
    needs = step.needs.map(trace.name(of:))
    after = step.after.map(trace.name(of:))
  }

  package mutating func visit(_ v: Visitor) {
    v.key("name", &step.name, required: true)
    v.key("title", &step.ownTitle)
    v.key(word: "kind", &step.kind, required: true)
    v.key("group", &group)
    v.key("needs", &needs) { v.texts($0) }
    v.key("after", &after) { v.texts($0) }
    v.key("tail", &step.isTail)
    v.key("lane", &step.lane)
    v.key("timeout", &step.timeout) { v.time($0) }
    v.key("deadline", &step.deadline) { v.time($0) }
  }
}

extension Visitor {
  /// A time in nanoseconds; two of them can be added.
  package func time(_ value: Int64?, upTo longest: Int64 = Int64.max / 4) -> Int64? {
    guard isReading else {
      show(.integer(0...Int.max), value.map(JSONValue.integer))
      return nil
    }
    guard case .integer(let time) = reader.json.value(of: node) else {
      reader.mismatch("a whole number", at: node)
      return nil
    }
    guard (0...longest).contains(time) else {
      reader.report(.badValue, "expected a time in nanoseconds, found \(time)", at: node)
      return nil
    }
    return time
  }

  /// A number; one of more than 63 bits is text, so that no digit is lost.
  fileprivate func number(_ value: UInt64?) -> UInt64? {
    guard isReading else {
      show(
        .any, value.map { number in Int64(exactly: number).map(JSONValue.integer) ?? .string("\(number)") })
      return nil
    }
    let found: UInt64? =
      switch reader.json.value(of: node) {
      case .integer(let number): UInt64(exactly: number)
      case .string(let text): UInt64(text)
      default: nil
      }
    if found == nil { reader.report(.badValue, "expected a whole number of at least 0", at: node) }
    return found
  }
}
