import LaunchFlowDelivery
import LaunchFlowSimulator

/// Which shards of a whole have been read.
struct ShardSet {
  /// Where a line is.
  struct Place: Hashable {
    var file: String
    /// Counted from 1.
    var line: Int

    var text: String { "\(file):\(line)" }
  }

  /// How many shards make the whole.
  private var count: Int?
  private var seen: [Int: (digest: String, place: Place)] = [:]
  /// What was read twice, as sentences.
  private(set) var notes: [String] = []

  /// Whether a shard has been added.
  func contains(_ shard: Shard) -> Bool { seen[shard.index] != nil }

  /// Checks that a line may be added.
  func check(_ shard: Shard, _ bytes: ArraySlice<UInt8>, at place: Place) throws(InvalidShard) {
    if let count, shard.count != count {
      throw InvalidShard("it is one of \(shard.count) shards, and the others are of \(count)")
    }
    if let first = seen[shard.index], first.digest != SHA256.hex(Array(bytes)) {
      throw InvalidShard(
        "shard \(shard.index + 1) of \(shard.count) differs from the one at \(first.place.text); draw it again, and keep one"
      )
    }
  }

  /// Adds a line that was checked. One that is there already is noted.
  mutating func add(_ shard: Shard, _ bytes: ArraySlice<UInt8>, at place: Place) {
    count = shard.count
    if let first = seen[shard.index] {
      notes.append(
        "\(place.text): shard \(shard.index + 1) of \(shard.count) is also at \(first.place.text); it is counted once"
      )
    } else {
      seen[shard.index] = (SHA256.hex(Array(bytes)), place)
    }
  }

  /// What is missing, as a sentence; nil if every shard is there.
  var missing: String? {
    guard let count else { return "there are no shards; 'launchflow simulate --shard I/N' writes them" }
    guard seen.count < count else { return nil }
    var ranges: [ClosedRange<Int>] = []
    for index in 0..<count where seen[index] == nil {
      if let last = ranges.last, last.upperBound == index - 1 {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    let texts = ranges.prefix(10).map { range in
      range.count == 1 ? "\(range.lowerBound + 1)" : "\(range.lowerBound + 1)–\(range.upperBound + 1)"
    }
    let list = texts.joined(separator: ", ") + (ranges.count > 10 ? ", …" : "")
    let missing = count - seen.count
    return "\(missing) of \(count) shards \(missing == 1 ? "is" : "are") missing: \(list)"
  }
}
