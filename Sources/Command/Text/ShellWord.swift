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
    guard text.visible != text else { return isPlain(text) ? text : singleQuoted(text) }
    var quoted = "$'"
    for scalar in text.unicodeScalars {
      if plain.contains(scalar) || scalar == " " {
        quoted.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          quoted += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      }
    }
    return quoted + "'"
  }

  /// A text in single quotes, for POSIX shells.
  static func singleQuoted(_ text: String) -> String {
    // By scalars: an apostrophe with a combining mark is another character, but still ends a quotation.
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }
}
