import Testing

@testable import LaunchFlowModel

/// What is found in a text, one line each: the code, the text that is marked, the message, the hint.
func findings(_ diagnostics: [Diagnostic], in text: String) -> [String] {
  diagnostics.map { diagnostic in
    var line = diagnostic.code.rawValue
    if let range = diagnostic.place.range {
      let marked = Array(text.utf8)[range.start.offset..<range.end.offset].prefix(40)
      line += " ‹" + String(decoding: marked, as: UTF8.self) + "›"
    }
    line += " " + diagnostic.message
    if let hint = diagnostic.hint { line += " (\(hint))" }
    for note in diagnostic.notes {
      let start =
        note.place.range.map { "\($0.start.line):\($0.start.column)" } ?? note.place.path.description
      line += " +\(start) \(note.message)"
    }
    return line
  }
}

/// What is found in a flow's text; the same is found in the flow as a value wherever it can be read.
func findings(inFlow text: String) -> [String] {
  let reading = Flow.read(SourceText(name: "flow.json", text: text))
  #expect((reading.document == nil) == !reading.diagnostics.isEmpty)
  return findings(reading.diagnostics, in: text)
}

/// What of one kind is pointless or unwise in a flow without errors; the same is found in the flow as a value.
func warnings(_ code: DiagnosticCode, inFlow text: String) -> [String] {
  let reading = Flow.check(SourceText(name: "flow.json", text: text))
  #expect(findings(reading.diagnostics.filter { $0.severity == .error }, in: text) == [])
  let found = reading.diagnostics.filter { $0.code == code }
  #expect(reading.document?.warnings().filter { $0.code == code }.count == found.count)
  return findings(found, in: text)
}

func findings(inScenarios text: String, flow: Flow?) -> [String] {
  let reading = ScenarioFile.read(SourceText(name: "flow.scenarios.json", text: text), for: flow)
  #expect((reading.document == nil) == !reading.diagnostics.isEmpty)
  return findings(reading.diagnostics, in: text)
}

/// A flow of which a test says only what it is about.
struct FlowText {
  var steps = #""a": { "value": 1 }"#
  var pages = #""home", "login""#
  var landings = #"{ "page": "home" }"#
  /// Further members of the flow, each with a comma behind it.
  var more = ""
  var deadline = "\"10s\""

  var text: String {
    """
    { "flow": "test", "deadline": \(deadline), "pages": [\(pages)], \(more)
      "steps": { \(steps) },
      "landings": [\(landings)] }
    """
  }

  static func steps(_ steps: String, more: String = "") -> String {
    FlowText(steps: steps, more: more).text
  }

  static func landings(_ landings: String, steps: String = #""a": { "value": 1 }"#, more: String = "")
    -> String
  {
    FlowText(steps: steps, landings: landings, more: more).text
  }

  /// With a service `s` that answers at a fixed address.
  static let service = #""services": { "s": { "baseURL": "https://s.example.com" } },"#
}

/// A text that is wrong, or right, and what is found in it.
struct WrongText: Sendable, CustomTestStringConvertible {
  var text: String
  var found: [String]

  init(_ text: String, _ found: String...) {
    self.text = text
    self.found = found
  }

  var testDescription: String { found.first ?? "nothing wrong" }
}
