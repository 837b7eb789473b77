extension JSONScanner {
  /// Scans a number (RFC 8259, section 6).
  mutating func scanNumber() throws(JSONSyntaxError) {
    let start = offset
    if current == 0x2D { offset += 1 }
    if current == 0x30 {
      offset += 1
      if let byte = current, Self.isDigit(byte) {
        throw flawedNumber(start, "a number must not have leading zeros")
      }
    } else {
      try scanDigits(start, "a digit is missing")
    }
    var isWhole = true
    if current == 0x2E {
      isWhole = false
      offset += 1
      try scanDigits(start, "digits are missing after the point")
    }
    if current == 0x65 || current == 0x45 {
      isWhole = false
      offset += 1
      if current == 0x2B || current == 0x2D { offset += 1 }
      try scanDigits(start, "the exponent has no digits")
    }
    if let byte = current, Self.isWordByte(byte) || byte == 0x2E || byte == 0x2B || byte == 0x2D {
      throw flawedNumber(start, "this is not a number")
    }
    // Only long or scaled numbers can be out of range.
    if !isWhole || offset - start > 300 {
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      guard Double(text)?.isFinite == true else {
        throw JSONSyntaxError("the number is out of range", at: start..<offset)
      }
    }
  }

  private mutating func scanDigits(_ start: Int, _ flaw: String) throws(JSONSyntaxError) {
    let first = offset
    while let byte = current, Self.isDigit(byte) { offset += 1 }
    if offset == first { throw flawedNumber(start, flaw) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The error about all characters that look like the number.
  private func flawedNumber(_ start: Int, _ message: String) -> JSONSyntaxError {
    var end = offset
    while end < bytes.count, Self.isWordByte(bytes[end]) || [0x2B, 0x2D, 0x2E].contains(bytes[end]) {
      end += 1
    }
    return JSONSyntaxError(message, at: start..<max(end, start + 1))
  }
}
