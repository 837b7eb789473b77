import LaunchFlowModel

/// Explanations for a terminal.
struct ExplanationText {
  let width: Int
  let style: DiagnosticStyle

  /// A list with one line for each.
  func list(_ explanations: [Explanation]) -> String {
    explanations.map { explanation in
      "\(explanation.code.rawValue)  \(explanation.code.severity.padded)  \(explanation.title)\n"
    }.joined()
  }

  /// An explanation in full, with the output of `check` for the wrong example.
  func text(_ explanation: Explanation) -> String {
    let head = "\(explanation.code.rawValue) · \(explanation.code.severity.rawValue) · \(explanation.title)\n"
    let paragraphs = [explanation.what, explanation.why, "Fix: " + explanation.fix].map {
      $0.wrapped(to: width) + "\n"
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
}

extension Diagnostic.Severity {
  fileprivate var padded: String { self == .error ? "error  " : rawValue }
}

extension Explanation {
  /// The diagnostics of the wrong example.
  var findings: [Diagnostic] { Self.findings(in: wrong) }

  /// The diagnostics of a document.
  static func findings(in text: String) -> [Diagnostic] {
    DocumentCheck.diagnostics(ofDocument: SourceText(name: "example.json", text: text)) ?? []
  }
}
