import LaunchFlowAuthoring
import LaunchFlowModel

/// A command line with a mistake, or a request of the studio's page.
struct UsageError: Error, Equatable {
  /// What is wrong, one sentence each, without a full stop.
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

  /// The message of an error with a single one.
  var message: String { messages.joined(separator: "; ") }

  /// A name that does not exist, with the nearest one that does, else with the first ones of the list.
  static func unknown(_ kind: String, _ name: String, among names: [String]) -> UsageError {
    let listed = names.prefix(24).joined(separator: ", ") + (names.count > 24 ? ", …" : "")
    let suggestion =
      Suggester.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }
      ?? (names.isEmpty ? "; none is declared" : "; expected one of: \(listed)")
    return UsageError("unknown \(kind) '\(name)'" + suggestion)
  }
}
