import Foundation

/// The file format of an entry. The entry contains its key, since two keys may share a file name.
enum EntryFormat {
  enum Reading {
    case entry(CacheEntry)
    /// What is wrong with it: the file is `tooLarge` or `notAFile`, it has another `checksum` than its first line says,
    /// or its `content` is not an entry.
    case damaged(String)
  }

  static func bytes(of entry: CacheEntry, key: CacheKey) -> [UInt8] {
    CheckedText.bytes(
      of: [
        "name": .string(key.name), "scope": key.scope.map(JSONValue.string) ?? .null,
        "storedAt": .number(entry.storedAt.timeIntervalSince1970), "value": entry.value,
      ])
  }

  /// Reads an entry's file; nil for the entry of another key.
  static func read(_ bytes: [UInt8], key: CacheKey) -> Reading? {
    guard let value = CheckedText.value(in: bytes) else { return .damaged("checksum") }
    guard let content = value.object, let name = content["name"]?.string,
      let storedAt = content["storedAt"]?.number, let value = content["value"]
    else { return .damaged("content") }
    guard name == key.name, content["scope"]?.string == key.scope else { return nil }
    return .entry(CacheEntry(value, storedAt: Date(timeIntervalSince1970: storedAt)))
  }
}
