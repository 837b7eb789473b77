import Foundation
import LaunchFlowModel

/// A diagnostic in full: the problem, its consequence, the fix, a wrong and a right example. `explain`, the reports of
/// `check` and the documentation are made from it. The texts are in `explanations.txt`.
struct Explanation: Sendable {
  let code: DiagnosticCode
  /// A noun phrase of three to six words, without a full stop.
  let title: String
  /// The problem.
  let what: String
  /// The consequence.
  let why: String
  let fix: String
  /// A whole document with this problem and no other.
  let wrong: String
  /// The document without the problem.
  let right: String

  /// All explanations, in order of their codes.
  static let all = CommandFiles.explainExplanationsTxt.components(separatedBy: "\n## ").dropFirst()
    .compactMap { Explanation($0) }

  /// Reads a section: a heading, three paragraphs and the example.
  private init?(_ section: String) {
    let parts = section.components(separatedBy: "\n\n")
    guard parts.count > 4, let code = DiagnosticCode(rawValue: String(parts[0].prefix(5))) else { return nil }
    let texts = parts[1...3].map { $0.replacing("\n", with: " ") }
    self.code = code
    title = String(parts[0].dropFirst(6))
    (what, why, fix) = (texts[0], texts[1], texts[2])
    let lines = parts[4].split(separator: "\n")
    func document(without sign: Character) -> String {
      lines.filter { $0.first != sign }.map { $0.dropFirst() + "\n" }.joined()
    }
    (wrong, right) = (document(without: "+"), document(without: "-"))
  }

  static func findings(in text: String) -> [Diagnostic] {
    DocumentCheck.diagnostics(of: SourceText(name: "example.json", text: text)) ?? []
  }

  /// The explanation on a terminal, with the output of `check` for the wrong example.
  func text(width: Int, _ style: DiagnosticStyle) -> String {
    let paragraphs = [what, why, "Fix: " + fix].map { $0.wrapped(to: width) + "\n" }
    let source = SourceText(name: "example.json", text: wrong)
    let found = Self.findings(in: wrong).map { style.text($0, in: source) }.joined()
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
