import LaunchFlowRecords

/// Divides a stream into lines. Of a line that is longer than a record, only so much is kept that this shows.
struct RecordLines {
  private var line: [UInt8] = []
  private var number = 0

  /// Hands over each line that ends in further bytes, with its number from 1.
  mutating func add(_ bytes: [UInt8], _ take: (Int, [UInt8]) -> Void) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      self.end(take)
      start = end + 1
    }
    keep(bytes[start...])
  }

  /// Ends a line.
  mutating func end(_ take: (Int, [UInt8]) -> Void) {
    number += 1
    take(number, line)
    line = []
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    line += part.prefix(max(0, LaunchRecord.mostBytes + 1 - line.count))
  }
}
