struct SyntaxAdvice {
  private let bytes: [UInt8]
  private let offset: Int

  init(_ source: SourceText, at offset: Int) {
    bytes = source.bytes
    self.offset = offset
  }

  /// The byte at fault; 0 at the end of the text.
  private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The advice for a character if something else is expected.
  func instead(of expected: String) -> String? {
    switch expected {
    case "the end of the text": "one text is one value"
    case "a key in double quotes" where byte == 0x27: "use double quotes"
    case "a value": value ?? misfit
    case "',' or '}'", "',' or ']'": misfit ?? (beginsValue ? "a comma is missing" : nil)
    default: misfit
    }
  }

  var escape: String {
    let code = String(byte, radix: 16)
    return "write " + (byte == 0x09 ? "\\t" : "\\u" + String(repeating: "0", count: 4 - code.count) + code)
  }

  private var beginsValue: Bool {
    switch byte {
    case 0x22, 0x2D, 0x30...0x39, 0x5B, 0x7B, 0x66, 0x6E, 0x74: true
    default: false
    }
  }

  private var value: String? {
    switch byte {
    case 0x27: "use double quotes"
    case 0x2B: "a number has no plus sign"
    case 0x2E: "a number has a digit before its point"
    case 0x60: "remove the backquotes: the file is JSON alone"
    default: word
    }
  }

  private var word: String? {
    let word = bytes[offset...].prefix(32).prefix { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
      default: false
      }
    }
    return switch String(decoding: word, as: UTF8.self) {
    case "True", "TRUE", "yes", "on": "write true"
    case "False", "FALSE", "no", "off": "write false"
    case "None", "nil", "Null", "NULL", "undefined": "write null"
    case "NaN", "Infinity": "JSON has no such number"
    default: word.isEmpty ? nil : "write text in double quotes"
    }
  }

  /// The advice for a character of word processors.
  private var misfit: String? {
    let text = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    return switch text.unicodeScalars.first?.value ?? 0 {
    case 0xAB, 0xBB, 0x2018...0x201F, 0x300C...0x300F: "use straight double quotes: \""
    case 0xA0, 0x2000...0x200B, 0x202F, 0x3000, 0xFEFF: "remove the invisible character"
    case 0xFF0C: "use the ASCII comma: ,"
    case 0xFF1A: "use the ASCII colon: :"
    default: nil
    }
  }

  /// The bracket that most likely lacks its end: the first one whose closing bracket is on a line of its own
  /// with another indentation than the opening line; nil if the lines do not show it.
  var unclosed: Int? {
    var open: [(place: Int, indentation: Int)] = []
    var (indentation, isLineStart, isInString, place) = (0, true, false, 0)
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case 0x5C where isInString: place += 1
      case 0x22: isInString.toggle()
      case 0x0A:
        (indentation, isLineStart) = (0, true)
        place += 1
        continue
      case 0x20, 0x09, 0x0D:
        if isLineStart { indentation += 1 }
        place += 1
        continue
      case 0x7B where !isInString, 0x5B where !isInString: open.append((place, indentation))
      case 0x7D where !isInString, 0x5D where !isInString:
        guard let last = open.popLast() else { return nil }
        if isLineStart, last.indentation != indentation { return last.place }
      default: break
      }
      isLineStart = false
      place += 1
    }
    return nil
  }
}
