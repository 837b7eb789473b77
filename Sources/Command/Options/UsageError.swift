import LaunchFlowAuthoring

/// A mistake in a command line, or in a request of the studio's page.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The problems, one sentence each, without a full stop.
  var messages: [String]
  /// The command whose usage is shown with the message, filled in by `Command`; nil for the root's.
  var command: String?

  init(_ message: String, command: String? = nil) {
    messages = [message]
    self.command = command
  }

  init(_ messages: [String]) {
    self.messages = messages
  }

  var message: String { messages.joined(separator: "; ") }
  var description: String { message }

  /// A name that does not exist, with the nearest existing one, else with the first names of the list.
  static func unknown(_ kind: String, _ name: String, among names: [String]) -> UsageError {
    let listed = names.prefix(24).joined(separator: ", ") + (names.count > 24 ? ", …" : "")
    let suggestion =
      Suggester.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }
      ?? (names.isEmpty ? "; none is declared" : "; expected one of: \(listed)")
    return UsageError("unknown \(kind) '\(name)'" + suggestion)
  }
}
