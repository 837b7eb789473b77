import LaunchFlowModel
import LaunchFlowVerifier
import Testing

/// What runs show of a flow that is written as text, one line each: the code, the text that is marked, the
/// message, the hint, the notes by their lines.
func provedFindings(_ text: String) -> [String] {
  let source = SourceText(name: "flow.json", text: text)
  let reading = Flow.read(source)
  #expect(reading.document != nil, "\(reading.diagnostics)")
  let found = reading.document.map { ProvedRules.diagnostics(of: $0) } ?? []
  return (reading.json?.locating(found) ?? found).map { diagnostic in
    let range = diagnostic.place.range
    let marked = range.map { Array(text.utf8)[$0.start.offset..<$0.end.offset].prefix(40) } ?? []
    let hint = diagnostic.advice.map { " (\($0))" } ?? ""
    let notes = diagnostic.notes.map { " +\($0.place.range?.start.line ?? 0) \($0.message)" }.joined()
    return
      "\(diagnostic.code.rawValue) ‹\(String(decoding: marked, as: UTF8.self))› \(diagnostic.message)\(hint)\(notes)"
  }
}

/// A sound flow of which a test says only what it is about.
func provedFlow(
  deadline: String = "9s", more: String = "", steps: String, landings: String
) -> String {
  """
  { "flow": "test", "deadline": "\(deadline)", "pages": ["home", "login"], \(more)
    "steps": { \(steps) },
    "landings": [
      \(landings)
    ] }
  """
}
