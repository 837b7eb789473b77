extension Character {
  /// How many columns a terminal gives it: 0, 1 or 2.
  var displayWidth: Int {
    if let ascii = asciiValue { return ascii < 32 || ascii == 127 ? 0 : 1 }
    // A cluster is drawn as one sign; a variation selector asks for the wide picture.
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return unicodeScalars.reduce(0) { max($0, $1.displayWidth) }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Unicode.Scalar.wideRanges.contains { $0.contains(value) } ? 2 : 1
  }

  /// East Asian wide and full-width blocks (Unicode Standard Annex 11).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// How many columns a terminal gives it.
  var displayWidth: Int {
    utf8.allSatisfy { (32..<127).contains($0) } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// The text without anything that could command a terminal or turn the direction of a line; only ASCII
  /// where that is asked for.
  func printable(ascii: Bool) -> String {
    if utf8.allSatisfy({ (32..<127).contains($0) }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case _ where scalar == "\n" || scalar == "\t": text += " "
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        text += ascii ? "?" : "\u{FFFD}"
      // The joiner holds emoji together; other invisible signs may reorder what is read.
      case .format where scalar != "\u{200D}": continue
      default: text += ascii && !scalar.isASCII ? "?" : String(scalar)
      }
    }
    return text
  }

  /// The text cut to so many columns, its middle left out: the ends of names tell most.
  func shortened(to width: Int, ellipsis: String) -> String {
    guard displayWidth > width else { return self }
    let room = width - ellipsis.displayWidth
    guard room > 1 else { return prefix(columns: width) }
    let tail = room * 2 / 5
    return prefix(columns: room - tail) + ellipsis + suffix(columns: tail)
  }

  /// The text cut to so many columns at its end.
  func cut(to width: Int, ellipsis: String) -> String {
    guard displayWidth > width else { return self }
    let room = width - ellipsis.displayWidth
    return room > 0 ? prefix(columns: room) + ellipsis : prefix(columns: width)
  }

  private func prefix(columns: Int) -> String {
    var used = 0
    return String(
      prefix {
        used += $0.displayWidth; return used <= columns
      })
  }

  private func suffix(columns: Int) -> String {
    var used = 0
    return String(
      reversed().prefix {
        used += $0.displayWidth; return used <= columns
      }.reversed())
  }
}
