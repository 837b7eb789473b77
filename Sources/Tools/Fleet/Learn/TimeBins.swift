/// Times of many launches in memory that does not grow with their number: equal to half a percent, they share a bin, which
/// keeps their count and their sum.
struct TimeBins: Sendable {
  private struct Key: Hashable {
    var bin: Int64
    var outcome: Int?
  }

  private var cells: [Key: (count: Double, sum: Double)] = [:]

  /// Adds a time in nanoseconds, with the number of its outcome; nil for what was ended from outside.
  mutating func add(_ time: Int64, outcome: Int?) {
    add(Double(time), Key(bin: Self.bin(time), outcome: outcome), 1)
  }

  mutating func add(_ others: TimeBins) {
    for (key, cell) in others.cells { add(cell.sum, key, cell.count) }
  }

  private mutating func add(_ sum: Double, _ key: Key, _ count: Double) {
    let cell = cells[key] ?? (0, 0)
    cells[key] = (cell.count + count, cell.sum + sum)
  }

  /// The first nine binary digits.
  private static func bin(_ time: Int64) -> Int64 {
    let shift = max(0, 55 - Int64(max(1, time).leadingZeroBitCount))
    return shift << 10 + time >> shift
  }

  var isEmpty: Bool { cells.isEmpty }

  /// How many there are with an outcome, or that were ended from outside.
  func count(_ isCounted: (Int?) -> Bool) -> Int {
    Int(cells.reduce(0) { isCounted($1.key.outcome) ? $0 + $1.value.count : $0 })
  }

  /// A time for each bin and outcome, in order.
  var observations: [Survival.Observation] {
    cells.sorted { ($0.key.bin, $0.key.outcome ?? -1) < ($1.key.bin, $1.key.outcome ?? -1) }.map {
      key, cell in
      .init(Int64((cell.sum / cell.count).rounded()), outcome: key.outcome, weight: cell.count)
    }
  }
}

/// Elements at even odds from a stream of any length, the same for the same stream (Vitter's algorithm R, 1985).
struct EvenSample<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private(set) var seen = 0
  private let most: Int
  private var state: UInt64 = 0

  init(most: Int) { self.most = most }

  mutating func add(_ element: Element) {
    seen += 1
    guard elements.count >= most else { return elements.append(element) }
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    let place = Int((bits ^ bits >> 31).multipliedFullWidth(by: UInt64(seen)).high)
    if place < most { elements[place] = element }
  }
}
