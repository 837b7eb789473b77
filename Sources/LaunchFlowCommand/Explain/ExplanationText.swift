import LaunchFlowModel

/// Explanations for a terminal.
struct ExplanationText {
  let width: Int
  let style: DiagnosticStyle

  /// One line for each.
  func list(_ explanations: [Explanation]) -> String {
    explanations.map { explanation in
      "\(explanation.code.rawValue)  \(explanation.code.severity.padded)  \(explanation.title)\n"
    }.joined()
  }

  /// A diagnostic in full, with what `check` says about the example.
  func text(_ explanation: Explanation) -> String {
    let head = "\(explanation.code.rawValue) · \(explanation.code.severity.rawValue) · \(explanation.title)\n"
    let paragraphs = [explanation.what, explanation.why, "Mend: " + explanation.mend].map {
      wrapped($0) + "\n"
    }
    let source = SourceText(name: "example.json", text: explanation.wrong)
    let found = explanation.findings.map { style.text($0, in: source) }.joined()
    return head + "\n" + paragraphs.joined(separator: "\n") + "\nWrong:\n\n"
      + Self.indented(explanation.wrong)
      + "\n" + Self.indented(found) + "\nRight:\n\n" + Self.indented(explanation.right)
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.isEmpty ? "\n" : "    \($0)\n"
    }.joined()
  }

  private func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostic.Severity {
  fileprivate var padded: String { self == .error ? "error  " : rawValue }
}

extension Explanation {
  /// What `check` finds in the example.
  var findings: [Diagnostic] { Self.findings(in: wrong) }

  /// What `check` finds in a document.
  static func findings(in text: String) -> [Diagnostic] {
    DocumentCheck.diagnostics(ofDocument: SourceText(name: "example.json", text: text)) ?? []
  }
}
