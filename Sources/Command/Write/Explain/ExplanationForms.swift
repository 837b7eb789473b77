import LaunchFlowModel

extension Explanation {
  /// The explanation on a terminal, with the output of `check` for the wrong example.
  func text(width: Int, _ style: DiagnosticStyle) -> String {
    let paragraphs = [what, why, "Fix: " + fix].map { $0.wrapped(to: width) + "\n" }
    let source = SourceText(name: "example.json", text: wrong)
    let found = findings.map { style.text($0, in: source) }.joined()
    return "\(code.rawValue) · \(code.severity.rawValue) · \(title)\n\n" + paragraphs.joined(separator: "\n")
      + "\nWrong:\n\n" + Self.indented(wrong) + "\n" + Self.indented(found) + "\nRight:\n\n"
      + Self.indented(right)
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.isEmpty ? "\n" : "    \($0)\n"
    }.joined()
  }

  /// All explanations as an article of the library's documentation; a test compares the catalog's article with it.
  static var article: String {
    func sections(_ severity: Diagnostic.Severity) -> String {
      all.filter { $0.code.severity == severity }.map(\.markdown).joined()
    }
    return CommandFiles.explainArticleMd + "\n## Errors\n" + sections(.error) + "\n## Warnings\n"
      + sections(.warning)
  }

  var markdown: String {
    let messages = findings.map { finding in
      let start = finding.place.range.map { "\($0.start.line):\($0.start.column): " } ?? ""
      let hint = finding.advice.map { "\n  help: " + $0 } ?? ""
      return start + finding.severity.rawValue + ": " + finding.message + " [\(finding.code.rawValue)]" + hint
    }
    return """

      ### \(code.rawValue): \(title)

      \(what)

      \(why)

      \(fix)

      Wrong:

      ```json
      \(wrong)```

      ```
      \(messages.joined(separator: "\n"))
      ```

      Right:

      ```json
      \(right)```

      """
  }
}
