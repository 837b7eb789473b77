import Foundation
import LaunchFlowModel

/// The file format of an entry: a header of 24 bytes (magic number with version, length and checksum, 8 bytes each,
/// little-endian), then JSON.
///
/// The entry contains its key, since two keys may share a file name.
enum EntryFormat {
  private static let magic: [UInt8] = Array("LFCACHE1".utf8)
  static let headerSize = 24

  /// The result of reading a file.
  enum Reading {
    case entry(CacheEntry)
    /// A complete entry of another key.
    case otherKey
    /// What is wrong with it: the file is `tooLarge` or `notAFile`, it has no `header` of this format, or another `length`
    /// or `checksum` than its header says; or its `content` is not an entry.
    case damaged(String)
  }

  /// The file of an entry.
  static func bytes(of entry: CacheEntry, key: CacheKey) -> [UInt8] {
    let content: JSONValue = .object(
      JSONObject([
        .init(name: "name", value: .string(key.name)),
        .init(name: "scope", value: key.scope.map(JSONValue.string) ?? .null),
        .init(name: "storedAt", value: .number(entry.storedAt.timeIntervalSince1970)),
        .init(name: "value", value: entry.value),
      ]))
    let payload = Array(content.text().utf8)
    return magic + littleEndian(UInt64(payload.count)) + littleEndian(checksum(payload)) + payload
  }

  /// Reads a file.
  static func read(_ bytes: [UInt8], key: CacheKey) -> Reading {
    guard bytes.count >= headerSize, bytes.prefix(8).elementsEqual(magic) else { return .damaged("header") }
    let payload = bytes[headerSize...]
    guard number(bytes[8..<16]) == UInt64(payload.count) else { return .damaged("length") }
    guard number(bytes[16..<24]) == checksum(payload) else { return .damaged("checksum") }
    guard let content = try? JSONValue(parsing: payload).object, let name = content["name"]?.string,
      let storedAt = content["storedAt"]?.number, let value = content["value"]
    else { return .damaged("content") }
    guard name == key.name, content["scope"]?.string == key.scope else { return .otherKey }
    return .entry(CacheEntry(value, storedAt: Date(timeIntervalSince1970: storedAt)))
  }

  /// FNV-1a with 64 bits. It only has to detect accidental changes, such as those of a broken disk.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private static func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
