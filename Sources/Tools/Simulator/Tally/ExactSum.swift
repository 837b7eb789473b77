/// A sum of times that cannot overflow for any number of runs.
package struct ExactSum: Hashable, Sendable, Codable {
  private var high: Int64 = 0
  private var low: UInt64 = 0

  package init() {}

  /// Adds a time, which is not negative.
  package mutating func add(_ time: Int64) {
    let (sum, overflow) = low.addingReportingOverflow(UInt64(time))
    low = sum
    if overflow { high += 1 }
  }

  package mutating func add(_ other: ExactSum) {
    let (sum, overflow) = low.addingReportingOverflow(other.low)
    low = sum
    high += other.high + (overflow ? 1 : 0)
  }

  /// The mean, rounded to the nearest number, halves upwards; 0 for no times.
  package func mean(of count: Int) -> Int64 {
    guard count > 0 else { return 0 }
    let half = UInt64(count) / 2
    let (sum, overflow) = low.addingReportingOverflow(half)
    let dividend = (high: UInt64(high) + (overflow ? 1 : 0), low: sum)
    // The mean of times fits, and so does the quotient.
    return Int64(UInt64(count).dividingFullWidth((dividend.high, dividend.low)).quotient)
  }

  /// Whether `count` times, none above the greatest, can have this sum.
  package func isSum(of count: Int, atMost greatest: Int64) -> Bool {
    guard count >= 0, greatest >= 0, high >= 0 else { return false }
    let most = UInt64(count).multipliedFullWidth(by: UInt64(greatest))
    return (UInt64(high), low) <= (most.high, most.low)
  }
}
