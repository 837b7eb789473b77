extension JSONScanner {
  /// The error that something else was found, or that the text ends.
  func unexpected(_ expected: String, note: String? = nil) -> JSONSyntaxError {
    guard let byte = current else {
      return JSONSyntaxError(
        "expected \(expected), but the text ends", at: offset..<offset, opening: opening)
    }
    if let comment = comment() { return comment }
    let (name, length) = describe(byte)
    return JSONSyntaxError(
      "expected \(expected), found \(name)", at: offset..<offset + length, hint: note ?? misfitHint)
  }

  /// No value begins here.
  func noValue() -> JSONSyntaxError {
    guard let byte = current else { return unexpected("a value") }
    let hint: String? =
      switch byte {
      case 0x27: "use double quotes"
      case 0x2B: "a number has no plus sign"
      case 0x2E: "a number has a digit before its point"
      case 0x60: "remove the backquotes: the file is JSON alone"
      default: Self.hint(forWord: word())
      }
    return unexpected("a value", note: hint)
  }

  /// The error that an element is followed neither by a comma nor by the end of its container.
  func missingComma(in container: Int) -> JSONSyntaxError {
    let isObject = nodes[container].kind == .object
    let closing = isObject ? "'}'" : "']'"
    guard let byte = current else {
      return JSONSyntaxError(
        "expected ',' or \(closing), but the text ends", at: offset..<offset, opening: unclosed ?? opening)
    }
    var error = unexpected("',' or \(closing)")
    switch byte {
    case 0x22, 0x2D, 0x30...0x39, 0x5B, 0x7B, 0x66, 0x6E, 0x74:
      error.hint = error.hint ?? "a comma is missing"
    case 0x5D, 0x7D: error.opening = opening
    default: break
    }
    return error
  }

  /// What most likely lacks its end in a text that ends too early: the first bracket whose closing one stands on
  /// a line of its own with another indentation than the line that it opens on. nil where the lines do not tell.
  private var unclosed: Int? {
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

  private func comment() -> JSONSyntaxError? {
    let isSlashed =
      current == 0x2F && offset + 1 < bytes.count && [0x2F, 0x2A].contains(bytes[offset + 1])
    guard isSlashed || current == 0x23 else { return nil }
    return JSONSyntaxError(
      "JSON has no comments", at: offset..<offset + (isSlashed ? 2 : 1),
      hint: "write a remark as a key that begins with x-, such as \"x-note\": \"…\"")
  }

  /// The character here, and what to write instead where word processors put it.
  private var misfit: (scalar: Unicode.Scalar, hint: String?)? {
    let text = String(decoding: bytes[offset..<min(bytes.count, offset + 4)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, !scalar.isASCII, scalar != "\u{FFFD}" else { return nil }
    switch scalar.value {
    case 0xAB, 0xBB, 0x2018...0x201F, 0x300C...0x300F: return (scalar, "use straight double quotes: \"")
    case 0xA0, 0x2000...0x200B, 0x202F, 0x3000, 0xFEFF: return (scalar, "remove the invisible character")
    case 0xFF0C: return (scalar, "use the ASCII comma: ,")
    case 0xFF1A: return (scalar, "use the ASCII colon: :")
    default: return (scalar, nil)
    }
  }

  private var misfitHint: String? { misfit?.hint }

  private func word() -> String {
    var end = offset
    while end < bytes.count, Self.isWordByte(bytes[end]), end - offset < 32 { end += 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  private func describe(_ byte: UInt8) -> (name: String, length: Int) {
    if byte == 0x22 { return ("a string", 1) }
    if Self.isWordByte(byte) {
      let word = word()
      return ("'\(word)'", word.utf8.count)
    }
    if (0x21...0x7E).contains(byte) { return ("'\(Character(Unicode.Scalar(byte)))'", 1) }
    if byte < 0x80 { return ("a control character", 1) }
    guard let scalar = misfit?.scalar else { return ("a character that is not ASCII", 1) }
    let code = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    return ("the character \(name)", UTF8.width(scalar))
  }

  private static func hint(forWord word: String) -> String? {
    switch word {
    case "True", "TRUE", "yes", "on": "write true"
    case "False", "FALSE", "no", "off": "write false"
    case "None", "nil", "Null", "NULL", "undefined": "write null"
    case "NaN", "Infinity": "JSON has no such number"
    default: word.isEmpty ? nil : "write text in double quotes"
    }
  }
}
