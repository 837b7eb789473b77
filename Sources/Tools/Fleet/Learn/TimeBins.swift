/// Times of many launches in memory that does not grow with their number: equal to half a percent, they share a bin, which
/// keeps their count and their sum.
struct TimeBins: Sendable {
  private var cells: [Int64: (count: Double, sum: Double)] = [:]
  private(set) var count = 0

  mutating func add(_ time: Int64) {
    count += 1
    // The first nine binary digits.
    let shift = max(0, 55 - Int64(max(1, time).leadingZeroBitCount))
    let cell = cells[shift << 10 + time >> shift] ?? (0, 0)
    cells[shift << 10 + time >> shift] = (cell.count + 1, cell.sum + Double(time))
  }

  /// A time for each bin, in order.
  ///
  /// - Parameters:
  ///   - outcome: The number of the outcome of all; nil for attempts that were ended from outside.
  ///   - part: The part of them that counts.
  func observations(outcome: Int?, part: Double = 1) -> [Survival.Observation] {
    cells.sorted { $0.key < $1.key }.map { _, cell in
      .init(Int64((cell.sum / cell.count).rounded()), outcome: outcome, weight: cell.count * part)
    }
  }
}
