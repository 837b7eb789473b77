/// A text with a name: the bytes of a file and the beginnings of its lines.
package struct SourceText: Sendable {
  /// The name in diagnostics: the path that the user wrote.
  package let name: String
  /// The text's bytes, which may be invalid UTF-8.
  package let bytes: [UInt8]
  private let lineStarts: [Int]
  private let isASCII: Bool

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
    var anyByte: UInt8 = 0
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        anyByte |= byte
        offset += 1
        if byte == 0x0A {
          starts.append(offset)
        } else if byte == 0x0D {
          // CR LF is one line end, and so is a single CR.
          if offset == bytes.count || bytes[offset] != 0x0A { starts.append(offset) }
        }
      }
    }
    lineStarts = starts
    isASCII = anyByte < 0x80
  }

  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}

extension SourceText {
  /// The position of a byte; offsets outside of the text become its nearest end.
  package func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: offset)
    let start = lineStarts[line]
    return SourcePosition(offset: offset, line: line + 1, column: scalars(start, max(start, offset)) + 1)
  }

  private func scalars(_ start: Int, _ end: Int) -> Int {
    if isASCII { return end - start }
    return bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      for offset in start..<end where bytes[offset] & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  package func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(start: position(at: start), end: position(at: end))
  }

  /// The bytes of a line, from 1, without its line end; empty for a line that does not exist.
  package func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
    guard line >= 1, line <= lineStarts.count else { return [] }
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[start..<end]
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

package struct SourcePosition: Equatable, Sendable {
  /// Bytes of UTF-8 since the start.
  package var offset: Int
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package internal(set) var column: Int
}

/// A range of text, from its first position to the position after its last.
package struct SourceRange: Equatable, Sendable {
  package var start: SourcePosition
  package var end: SourcePosition
}
