import LaunchFlowAuthoring

/// Words for a shell's command line.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+".unicodeScalars)

  /// Whether the word is safe in every shell without quotes.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(plain.contains)
  }

  /// A text as one word on one line, quoted if necessary. Line ends and hidden characters become octal escapes of their
  /// bytes, in the quotes `$'…'` of bash and zsh.
  static func quoted(_ text: String) -> String {
    // By scalars: an apostrophe with a combining mark is another character, but still ends a quotation.
    if text.visible == text {
      return isPlain(text)
        ? text : "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
    }
    let escaped = text.unicodeScalars.map { scalar in
      if plain.contains(scalar) || scalar == " " { return String(scalar) }
      return String(scalar).utf8.map { #"\"# + String(0o1000 | Int($0), radix: 8).dropFirst() }.joined()
    }
    return "$'" + escaped.joined() + "'"
  }
}
