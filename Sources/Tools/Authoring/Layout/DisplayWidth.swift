extension Unicode.Scalar {
  /// The columns of the scalar in a terminal: 0 for combining or invisible scalars, 2 for East Asian wide
  /// characters and emoji, else 1.
  package var displayWidth: Int {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: return 0
    case 0x20..<0x300: return value == 0xAD ? 0 : 1
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(value) { return 0 }
    return isWide || properties.isEmojiPresentation ? 2 : 1
  }

  /// Wide or fullwidth (Unicode Standard Annex 11), in ranges that also cover unassigned scalars.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x17000...0x18AFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension String {
  package var displayWidth: Int {
    utf8.allSatisfy { (32..<127).contains($0) } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  package func prefix(columns: Int) -> String {
    var used = 0
    return String(
      prefix {
        used += $0.displayWidth
        return used <= columns
      })
  }

  package func suffix(columns: Int) -> String {
    var used = 0
    return String(
      reversed().prefix {
        used += $0.displayWidth
        return used <= columns
      }.reversed())
  }
}

extension Character {
  /// The columns of the character in a terminal; joined emoji take as many as one.
  package var displayWidth: Int {
    if let code = asciiValue, (32..<127).contains(code) { return 1 }
    var width = 0
    for scalar in unicodeScalars {
      width = Swift.max(width, scalar.displayWidth)
      // A variation selector requests the emoji's form.
      if scalar.value == 0xFE0F { width = 2 }
    }
    return width
  }
}
