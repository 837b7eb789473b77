/// A file's JSON after a line with its checksum, so that a reader notices accidental changes, as by a broken disk.
package enum CheckedText {
  private static let headLength = 17

  package static func bytes(of value: JSONValue) -> [UInt8] {
    let content = value.utf8()
    return head(of: content) + content
  }

  /// Reads a file; nil if it is damaged.
  package static func value(in bytes: [UInt8]) -> JSONValue? {
    let content = bytes.dropFirst(headLength)
    guard bytes.prefix(headLength).elementsEqual(head(of: content)) else { return nil }
    return try? JSONValue(parsing: content)
  }

  private static func head(of content: some Sequence<UInt8>) -> [UInt8] {
    Array((digest(content) + "\n").utf8)
  }

  /// The checksum in 16 hexadecimal digits.
  static func digest(_ bytes: some Sequence<UInt8>) -> String {
    let digits = String(checksum(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// FNV-1a with 64 bits.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
