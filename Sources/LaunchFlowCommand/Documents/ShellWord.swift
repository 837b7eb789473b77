/// Words of a command line that a person copies into a shell.
enum ShellWord {
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+")

  /// A text as one word of a shell, quoted where it has to be.
  static func quoted(_ text: String) -> String {
    guard text.isEmpty || !text.allSatisfy(plain.contains) else { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
