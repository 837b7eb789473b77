import LaunchFlowModel

/// What is found in a text, one line each: the code, the text that is marked, the message, the hint.
package func findings(_ diagnostics: [Diagnostic], in text: String) -> [String] {
  diagnostics.map { diagnostic in
    var line = diagnostic.code.rawValue
    if let range = diagnostic.place.range {
      let marked = Array(text.utf8)[range.start.offset..<range.end.offset].prefix(40)
      line += " ‹" + String(decoding: marked, as: UTF8.self) + "›"
    }
    line += " " + diagnostic.message
    if let advice = diagnostic.advice { line += " (\(advice))" }
    for note in diagnostic.notes {
      let start =
        note.place.range.map { "\($0.start.line):\($0.start.column)" } ?? note.place.path.description
      line += " +\(start) \(note.message)"
    }
    return line
  }
}

/// A flow of which a test says only what it is about.
package struct FlowText {
  package var steps: String
  package var pages: String
  package var landings: String
  /// Further members of the flow, each with a comma behind it.
  package var more: String
  package var deadline: String

  package init(
    steps: String = #""a": { "value": 1 }"#, pages: String = #""home", "login""#,
    landings: String = #"{ "page": "home" }"#, more: String = "", deadline: String = "\"10s\""
  ) {
    self.steps = steps
    self.pages = pages
    self.landings = landings
    self.more = more
    self.deadline = deadline
  }

  package var text: String {
    """
    { "flow": "test", "deadline": \(deadline), "pages": [\(pages)], \(more)
      "steps": { \(steps) },
      "landings": [\(landings)] }
    """
  }

  package static func steps(_ steps: String, more: String = "") -> String {
    FlowText(steps: steps, more: more).text
  }

  package static func landings(_ landings: String, steps: String = #""a": { "value": 1 }"#, more: String = "")
    -> String
  {
    FlowText(steps: steps, landings: landings, more: more).text
  }

  /// With a service `s` that answers at a fixed address.
  package static let service = #""services": { "s": { "baseURL": "https://s.example.com" } },"#
}

/// A text that is wrong, or right, and what is found in it.
package struct WrongText: Sendable, CustomStringConvertible {
  package var text: String
  package var found: [String]

  package init(_ text: String, _ found: String...) {
    self.text = text
    self.found = found
  }

  package var description: String { found.first ?? "nothing wrong" }
}
