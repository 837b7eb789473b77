extension Unicode.Scalar {
  /// Whether the scalar may act on a terminal or a log instead of being shown: C0 and C1 controls, line and paragraph
  /// separators, and invisible format characters such as bidirectional overrides. Joiners are allowed, since emoji and
  /// some scripts need them.
  package var isHidden: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return value != 0x200C && value != 0x200D
    default: return false
    }
  }

  /// The scalar as Swift writes it: `\u{202e}`.
  package var visible: String { "\\u{\(String(value, radix: 16))}" }
}

extension String {
  /// The text on one line, with nothing that acts on a terminal or a CI log. Hidden scalars are written as `\u{202e}`;
  /// the beginnings of log commands (`::error::` at the start, `##[error]` anywhere) are escaped.
  package var visible: String {
    let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "#") }
    if isPlain, !drop(while: { $0 == " " }).hasPrefix("::") { return self }
    let scalars = Array(unicodeScalars)
    let start = scalars.firstIndex { $0 != " " && $0 != "\t" } ?? scalars.endIndex
    var text = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let opensLine = index == start && scalar == ":" && scalars[(index + 1)...].first == ":"
      if scalar.isHidden || opensLine || Self.opensLogCommand(scalars, at: index) {
        text.append(contentsOf: scalar.visible.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// Whether `##`, letters and `[` follow: some CI logs read these as a command anywhere in a line.
  package static func opensLogCommand(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard scalars[index] == "#", index + 1 < scalars.count, scalars[index + 1] == "#" else { return false }
    let word = scalars[(index + 2)...].prefix { $0.isASCII && $0.properties.isAlphabetic }
    return word.endIndex < scalars.endIndex && scalars[word.endIndex] == "["
  }
}
