import LaunchFlowAuthoring

/// A mistake in a command line, or in a request of the studio's page.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// One sentence, without a full stop.
  var message: String

  init(_ message: String) { self.message = message }

  var description: String { message }

  /// A name that does not exist, with the nearest existing one, else with the first names of the list.
  static func unknown(_ kind: String, _ name: String, among names: [String]) -> UsageError {
    unknown("\(kind) '\(name)'", like: name, among: names)
  }

  /// The same for a word that may be a secret, so the message does not repeat it.
  static func unknown(_ subject: String, like name: String, among names: [String]) -> UsageError {
    let listed = names.prefix(24).joined(separator: ", ") + (names.count > 24 ? ", …" : "")
    let suggestion =
      Suggester.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }
      ?? (names.isEmpty ? "; none is declared" : "; expected one of: \(listed)")
    return UsageError("unknown \(subject)" + suggestion)
  }
}
