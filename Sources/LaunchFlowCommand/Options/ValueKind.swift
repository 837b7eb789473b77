import LaunchFlowModel

/// The kind of an option's value or of an argument, for validation, help and shell completion.
enum ValueKind: Sendable, Equatable {
  case text
  case file
  /// A document file, or a folder of them.
  case document
  case folder
  /// The name of a scenario of the flow on the command line.
  case scenario
  /// One of these words.
  case choice([String])
  /// A whole number of at least this.
  case wholeNumber(atLeast: Int)
  /// An unsigned 64-bit whole number.
  case seed
  /// A duration in the form of the documents.
  case duration

  /// Whether a text is a value of this kind.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .text, .scenario: true
    case .file, .document, .folder: !text.isEmpty
    case .choice(let words): words.contains(text)
    case .wholeNumber(let least): Int(text).map { $0 >= least } ?? false
    case .seed: UInt64(text) != nil
    case .duration: Duration(documentText: text) != nil
    }
  }

  /// The kind in words, for error messages.
  var expected: String {
    switch self {
    case .text: "text"
    case .file, .document: "a file's name"
    case .folder: "a folder's name"
    case .scenario: "a scenario's name"
    case .choice(let words): words.count == 1 ? words[0] : Self.list(words)
    case .wholeNumber(let least): "a whole number of at least \(least)"
    case .seed: "a whole number from 0 to \(UInt64.max)"
    case .duration: "a duration such as 1m30s"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
