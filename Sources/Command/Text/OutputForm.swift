import LaunchFlowAuthoring

/// The form of an output, which decides how names and texts of files are escaped. The writers of pictures and
/// reports escape them first; this is the last check before a terminal, a log or a file.
enum OutputForm {
  /// Text for people, with the command's own colours.
  case text
  case json
  /// HTML, SVG or XML.
  case markup
  case workflowCommands

  /// The text without terminal controls except line ends and colours, and without unintended log commands.
  func checked(_ text: String) -> String {
    guard !Self.isHarmless(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    var checked = String.UnicodeScalarView()
    var isLineStart = true
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if self == .text, let end = Self.endOfColour(scalars, index) {
        checked.append(contentsOf: scalars[index..<end])
        index = end
        continue
      }
      let opensLine =
        self == .text && isLineStart && scalar == ":" && index + 1 < scalars.count
        && scalars[index + 1] == ":"
      if scalar.isHidden && scalar != "\n" || opensLine || String.opensLogCommand(scalars, at: index) {
        checked.append(contentsOf: escaped(scalar).unicodeScalars)
      } else {
        checked.append(scalar)
      }
      isLineStart = scalar == "\n" || isLineStart && scalar == " "
      index += 1
    }
    return String(checked)
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch self {
    case .text, .workflowCommands: scalar.visible
    case .markup: scalar.isHidden ? scalar.visible : "&#\(scalar.value);"
    case .json:
      String(scalar).utf16.map { unit in
        let code = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
      }.joined()
    }
  }

  /// Whether the text has no colours, no other controls and nothing like a log command. Most texts are harmless.
  private static func isHarmless(_ text: String) -> Bool {
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      let isDoubled = scalar == previous && (scalar == "#" || scalar == ":")
      guard !isDoubled, !scalar.isHidden || scalar == "\n" else { return false }
      previous = scalar
    }
    return true
  }

  /// The end of a colour's escape sequence; nil if it has no end.
  private static func endOfColour(_ scalars: [Unicode.Scalar], _ index: Int) -> Int? {
    guard scalars[index] == "\u{1B}", index + 1 < scalars.count, scalars[index + 1] == "[" else { return nil }
    let digits = scalars[(index + 2)...].prefix {
      $0.properties.numericType != nil && $0.isASCII || $0 == ";"
    }
    return digits.endIndex < scalars.count && scalars[digits.endIndex] == "m" ? digits.endIndex + 1 : nil
  }
}
