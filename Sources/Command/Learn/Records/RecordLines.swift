import LaunchFlowRecords

/// Divides a stream into lines. Of a line that is longer than a record, only so much is kept that this shows.
struct RecordLines {
  private var rest: [UInt8] = []
  private var number = 0

  /// Hands over each line that ends in further bytes, with its number from 1.
  mutating func add(_ bytes: [UInt8], _ take: (Int, ArraySlice<UInt8>) -> Void) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      finish(bytes[start..<end], take)
      start = end + 1
    }
    keep(bytes[start...])
  }

  /// Hands over a last line without an end.
  mutating func end(_ take: (Int, ArraySlice<UInt8>) -> Void) {
    if !rest.isEmpty { finish([], take) }
  }

  private mutating func finish(_ part: ArraySlice<UInt8>, _ take: (Int, ArraySlice<UInt8>) -> Void) {
    number += 1
    guard !rest.isEmpty || part.count > LaunchRecord.mostBytes else { return take(number, part) }
    keep(part)
    take(number, rest[...])
    rest = []
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    rest += part.prefix(max(0, LaunchRecord.mostBytes + 1 - rest.count))
  }
}
