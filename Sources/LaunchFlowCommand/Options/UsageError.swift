/// A command line that cannot be understood.
struct UsageError: Error, Equatable {
  /// What is wrong, without a full stop.
  var message: String
  /// The command whose usage helps; nil for the root's.
  var command: String?

  init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }
}

extension UsageError {
  static func unknown(_ what: String, _ given: String, suggestion: String?) -> String {
    "unknown \(what) '\(given)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}
