/// The landings around one percentile, exact and in little memory.
///
/// The rank of a percentile among `n` runs varies by the square root of `n`. So a window of six standard deviations to
/// each side contains it, whatever runs follow. The window narrows as runs are added: for a hundred million runs it
/// keeps some sixty thousand. Within its bounds it contains every landing, so windows of several shards add up to one.
/// If a percentile is outside all the same, the runs are drawn again to find it.
package struct RankWindow: Hashable, Sendable, Codable {
  /// The landings at one time.
  package struct Entry: Hashable, Sendable {
    package var time: Int64
    package var count = 1
    /// The first run among them.
    package var run: UInt64
  }

  /// The share of the percentile, from 0 to 1.
  package let share: Double
  package private(set) var total = 0
  /// The number of landings before the window.
  package internal(set) var below = 0
  /// The bounds of the window, both included: every landing from one to the other is an entry.
  package private(set) var low: Int64 = 0
  package private(set) var high: Int64 = .max
  /// Sorted by time after ``compact()``.
  package internal(set) var entries: [Entry] = []
  private var capacity = RankWindow.leastCapacity

  private static let leastCapacity = 512
  /// The half width of the window, in standard deviations of the rank.
  private static let deviations = 6.0

  package init(share: Double) { self.share = share }

  // The other fields follow from these.
  private enum CodingKeys: CodingKey {
    case share, total, below, low, high, entries
  }

  /// Whether `count` landings of these runs may have produced it. A decoded window may contain any numbers.
  func fits(_ count: Int, in runs: Range<UInt64>) -> Bool {
    var left = count - below
    for entry in entries {
      guard left > 0, (1...left).contains(entry.count), runs.contains(entry.run) else { return false }
      left -= entry.count
    }
    return total == count && (0...count).contains(below)
  }

  /// Adds a landing. Runs come in the order of their numbers.
  @inline(__always)
  package mutating func add(_ time: Int64, run: UInt64) {
    total += 1
    guard time >= low else {
      below += 1
      return
    }
    guard time <= high else { return }
    entries.append(Entry(time: time, run: run))
    if entries.count >= capacity { compact() }
  }

  /// Adds all landings of another window of the same share; both must be compact.
  package mutating func add(_ other: RankWindow) {
    let (low, high) = (max(low, other.low), min(high, other.high))
    let passed = [entries, other.entries].joined().reduce(0) { $0 + ($1.time < low ? $1.count : 0) }
    below += other.below + passed
    total += other.total
    entries = (entries + other.entries).filter { $0.time >= low && $0.time <= high }
    (self.low, self.high) = (low, high)
    compact()
  }

  /// Sorts the entries, merges those of one time, and narrows the window.
  package mutating func compact() {
    entries.sort { ($0.time, $0.run) < ($1.time, $1.run) }
    var merged: [Entry] = []
    for entry in entries {
      if let last = merged.last, last.time == entry.time {
        merged[merged.count - 1].count += entry.count
      } else {
        merged.append(entry)
      }
    }
    entries = merged
    trim()
    capacity = max(Self.leastCapacity, 2 * entries.count)
  }

  private mutating func trim() {
    let middle = share * Double(total)
    let reach = Self.deviations * (middle * (1 - share)).squareRoot() + 32
    var first = 0
    while first < entries.count - 1, Double(below + entries[first].count) < middle - reach {
      below += entries[first].count
      first += 1
    }
    if first > 0 {
      entries.removeFirst(first)
      low = entries[0].time
    }
    var before = below + entries.reduce(0) { $0 + $1.count }
    var end = entries.count
    while end > 1, Double(before - entries[end - 1].count) > middle + reach {
      before -= entries[end - 1].count
      end -= 1
    }
    if end < entries.count {
      entries.removeLast(entries.count - end)
      high = entries[end - 1].time
    }
  }

  /// The landings at a rank, from 0, of a compact window; nil outside the window.
  package func entry(atRank rank: Int) -> Entry? {
    guard rank >= below, rank < total else { return nil }
    var before = below
    for entry in entries {
      before += entry.count
      if rank < before { return entry }
    }
    return nil
  }
}

/// Encoded as three numbers, since there are many entries.
extension RankWindow.Entry: Codable {
  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    time = try numbers.decode(Int64.self)
    count = try numbers.decode(Int.self)
    run = try numbers.decode(UInt64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(time)
    try numbers.encode(count)
    try numbers.encode(run)
  }
}
