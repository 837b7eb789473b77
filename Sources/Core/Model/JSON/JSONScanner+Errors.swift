extension JSONScanner {
  /// The error about another token than the expected one, or about the text's end.
  func unexpected(_ expected: String) -> JSONSyntaxError {
    guard let byte = current else {
      return JSONSyntaxError(
        "expected \(expected), but the text ends", at: offset..<offset, opening: opening)
    }
    if let comment = comment() { return comment }
    let (name, length) = describe(byte)
    return JSONSyntaxError("expected \(expected), found \(name)", at: offset..<offset + length)
  }

  /// The error about an element without a comma or the end of its container after it.
  func missingComma(in container: Int) -> JSONSyntaxError {
    let isObject = nodes[container].kind == .object
    let closing = isObject ? "'}'" : "']'"
    guard let byte = current else {
      return JSONSyntaxError(
        "expected ',' or \(closing), but the text ends", at: offset..<offset, opening: opening)
    }
    var error = unexpected("',' or \(closing)")
    if byte == 0x5D || byte == 0x7D { error.opening = opening }
    return error
  }

  private func comment() -> JSONSyntaxError? {
    let isSlashed =
      current == 0x2F && offset + 1 < bytes.count && [0x2F, 0x2A].contains(bytes[offset + 1])
    guard isSlashed || current == 0x23 else { return nil }
    return JSONSyntaxError("JSON has no comments", at: offset..<offset + (isSlashed ? 2 : 1))
  }

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
    let text = String(decoding: bytes[offset..<min(bytes.count, offset + 4)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, !scalar.isASCII, scalar != "\u{FFFD}" else {
      return ("a character that is not ASCII", 1)
    }
    let code = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    return ("the character \(name)", UTF8.width(scalar))
  }
}
