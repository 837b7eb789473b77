/// Words for a shell's command line.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+".unicodeScalars)

  /// A text as one word of a POSIX shell, in single quotes if necessary.
  static func quoted(_ text: String) -> String {
    !text.isEmpty && text.unicodeScalars.allSatisfy(plain.contains) ? text : singleQuoted(text)
  }

  /// A text in single quotes, for POSIX shells.
  static func singleQuoted(_ text: String) -> String {
    // By scalars: an apostrophe with a combining mark is another character, but it ends a quotation all the same.
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }
}
