extension JSONScanner {
  /// Reads a string with its quotes; returns whether it contains escapes.
  mutating func scanString() throws(JSONSyntaxError) -> Bool {
    let start = offset
    var isEscaped = false
    offset += 1
    while let byte = current {
      switch byte {
      case 0x22:
        offset += 1
        return isEscaped
      case 0x5C:
        isEscaped = true
        try scanEscape()
      case 0..<0x20:
        throw controlCharacter(byte, stringStart: start)
      case 0x20..<0x80:
        offset += 1
      default:
        try scanScalar()
      }
    }
    throw JSONSyntaxError("the string that begins here has no end", at: start)
  }

  private func controlCharacter(_ byte: UInt8, stringStart: Int) -> JSONSyntaxError {
    if byte == 0x0A || byte == 0x0D {
      return JSONSyntaxError(
        "the string that begins here does not end on its line", at: stringStart..<offset)
    }
    return JSONSyntaxError("a string contains a control character", at: offset)
  }

  private mutating func scanEscape() throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    switch current {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      offset += 1
    case 0x75:
      offset += 1
      let unit = try scanHexadecimal(from: start)
      if unit & 0xFC00 == 0xDC00 { throw loneSurrogate(start) }
      guard unit & 0xFC00 == 0xD800 else { return }
      guard current == 0x5C, offset + 1 < bytes.count, bytes[offset + 1] == 0x75 else {
        throw loneSurrogate(start)
      }
      let second = offset
      offset += 2
      guard try scanHexadecimal(from: second) & 0xFC00 == 0xDC00 else { throw loneSurrogate(start) }
    case nil:
      throw JSONSyntaxError("the text ends within a string", at: start)
    default:
      throw JSONSyntaxError("no such escape", at: start..<start + 2)
    }
  }

  private func loneSurrogate(_ start: Int) -> JSONSyntaxError {
    JSONSyntaxError("half of a surrogate pair is not a character", at: start..<start + 6)
  }

  private mutating func scanHexadecimal(from start: Int) throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Self.hexadecimalDigit(byte) else {
        throw JSONSyntaxError("\\u takes four hexadecimal digits", at: start..<offset)
      }
      unit = unit << 4 | digit
      offset += 1
    }
    return unit
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// Scans one scalar of more than one byte.
  private mutating func scanScalar() throws(JSONSyntaxError) {
    var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes[offset...].makeIterator())
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else {
      throw JSONSyntaxError("the text is not UTF-8 here", at: offset)
    }
    offset += scalar.count
  }
}

/// Decodes strings that were scanned.
enum JSONStringBytes {
  /// The text of what is between the quotes, with its escapes resolved.
  static func decode(_ inner: ArraySlice<UInt8>, isEscaped: Bool) -> String {
    isEscaped
      ? String(decoding: unescape(inner), as: UTF8.self) : String(decoding: inner, as: UTF8.self)
  }

  static func unescape(_ inner: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(inner.count)
    var index = inner.startIndex
    while index < inner.endIndex {
      guard inner[index] == 0x5C, index + 1 < inner.endIndex else {
        result.append(inner[index])
        index += 1
        continue
      }
      let letter = inner[index + 1]
      index += 2
      switch letter {
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case 0x75:
        var unit = hexadecimal(inner, &index)
        if unit & 0xFC00 == 0xD800 {
          index += 2
          unit = 0x10000 + (unit & 0x3FF) << 10 + (hexadecimal(inner, &index) & 0x3FF)
        }
        let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
        result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      default: result.append(letter)
      }
    }
    return result
  }

  private static func hexadecimal(_ inner: ArraySlice<UInt8>, _ index: inout Int) -> UInt32 {
    var unit: UInt32 = 0
    let end = min(index + 4, inner.endIndex)
    while index < end {
      unit = unit << 4 | (JSONScanner.hexadecimalDigit(inner[index]) ?? 0)
      index += 1
    }
    return unit
  }
}
