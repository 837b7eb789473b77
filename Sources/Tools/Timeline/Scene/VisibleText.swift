extension String {
  /// The text in a form that is safe in a terminal, a page or a diagram. Line breaks and tabs become blanks; control
  /// characters, marks that change the direction of writing, and log commands are written out, such as `\u{1b}`.
  ///
  /// - Parameter ascii: Whether the rest is spelt in ASCII, too.
  package func visible(ascii: Bool = false) -> String {
    if utf8.allSatisfy({ (32..<127).contains($0) }) { return visible }
    var text = ""
    let line = String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
    for scalar in line.visible.unicodeScalars {
      switch scalar.properties.generalCategory {
      // The remaining ones are the joiners, which hold emoji and letters together.
      case .format: if !ascii { text.unicodeScalars.append(scalar) }
      case .surrogate, .privateUse, .unassigned: text += scalar.visible
      default:
        if ascii, !scalar.isASCII {
          text += Self.spellings[scalar] ?? "?"
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  /// The signs that pictures use in their own words.
  private static let spellings: [Unicode.Scalar: String] = [
    "µ": "u", "×": "x", "·": "-", "→": "->", "…": "..", "“": "\"", "”": "\"",
  ]

  /// The text cut in its middle to a number of columns: the ends of names are the most specific.
  func shortened(to width: Int, ellipsis: String = "…") -> String {
    guard displayWidth > width else { return self }
    let room = width - ellipsis.displayWidth
    guard room > 1 else { return prefix(columns: width) }
    let tail = room * 2 / 5
    return prefix(columns: room - tail) + ellipsis + suffix(columns: tail)
  }

  /// The text cut at its end to a number of columns.
  func cut(to width: Int, ellipsis: String = "…") -> String {
    guard displayWidth > width else { return self }
    let room = width - ellipsis.displayWidth
    return room > 0 ? prefix(columns: room) + ellipsis : prefix(columns: width)
  }
}
