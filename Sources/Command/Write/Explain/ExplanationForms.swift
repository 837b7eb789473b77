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
}
