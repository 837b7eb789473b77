import LaunchFlowAuthoring

/// The kind of an option's value or of an argument, for validation, help and shell completion.
enum ValueKind: Sendable, Equatable {
  case text
  case file
  /// The command's output, whose ending decides the format.
  case output
  /// A document file, or a folder of them.
  case document
  case folder
  /// A name with its text, in this form.
  case setting(String)
  /// Any text; these words are common.
  case suggested([String])
  case choice([String])
  case wholeNumber(ClosedRange<Int>)
  /// An unsigned 64-bit whole number.
  case seed
  case duration

  /// Whether a positional argument of this kind may have the text.
  func accepts(_ text: String) -> Bool {
    if case .choice(let words) = self { words.contains(text) } else { !text.isEmpty || self == .text }
  }

  /// The advice for a text that is not a value; nil if it is not clear.
  func suggestion(for text: String) -> String? {
    switch self {
    case .duration: Duration.meant(by: text)
    case .choice(let words): Suggester.nearest(to: text, among: words)
    default: nil
    }
  }

  /// The kind in words, for error messages.
  var expected: String {
    switch self {
    case .text, .suggested: "text"
    case .setting(let form): form
    case .file, .output, .document: "a file's name"
    case .folder: "a folder's name"
    case .choice(let words): words.count == 1 ? words[0] : Self.list(words)
    case .wholeNumber(let range):
      range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .seed: "a whole number from 0 to \(UInt64.max)"
    case .duration: "a duration such as 1m30s"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
