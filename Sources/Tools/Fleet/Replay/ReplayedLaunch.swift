/// A recorded launch under another flow. Times are in nanoseconds.
package struct ReplayedLaunch: Hashable, Sendable {
  /// The earliest landing that the record allows.
  package var earliest: Int64
  /// The latest landing that the record allows.
  package var latest: Int64
  /// The pages that the record allows, as bits by their indices.
  package var pages: UInt64
  /// Whether it lands degraded: certainly, certainly not, or either.
  package var mayBeDegraded: Bool
  /// Whether it may land without being degraded.
  package var mayBeWhole: Bool
  /// Whether the search was stopped, and the interval reaches to the deadline for that reason.
  package var wasStopped: Bool
  /// The steps whose answers the record leaves open, as bits by their indices.
  package var openSteps: UInt64 = 0

  /// Describes a launch.
  package init(
    earliest: Int64, latest: Int64, pages: UInt64, mayBeDegraded: Bool, mayBeWhole: Bool, wasStopped: Bool
  ) {
    self.earliest = earliest
    self.latest = latest
    self.pages = pages
    self.mayBeDegraded = mayBeDegraded
    self.mayBeWhole = mayBeWhole
    self.wasStopped = wasStopped
  }

  /// Nothing yet.
  static let none = ReplayedLaunch(
    earliest: .max, latest: .min, pages: 0, mayBeDegraded: false, mayBeWhole: false, wasStopped: false)

  /// Whether the record decides all of it.
  package var isExact: Bool {
    earliest == latest && pages.nonzeroBitCount == 1 && mayBeDegraded != mayBeWhole && !wasStopped
  }

  /// Whether a page is possible.
  package func allows(page: Int) -> Bool { pages & Self.bit(page) != 0 }

  /// Whether no other page is possible.
  package func isCertain(page: Int) -> Bool { pages == Self.bit(page) }

  /// Whether a step's answer is open.
  package func isOpen(step: Int) -> Bool { openSteps & Self.bit(step) != 0 }

  /// Pages and steps beyond the 63rd share the last bit.
  static func bit(_ place: Int) -> UInt64 { 1 << UInt64(min(max(0, place), 63)) }

  /// Adds a landing that is possible.
  mutating func add(_ times: ClosedRange<Int64>, page: Int, isDegraded: Bool) {
    earliest = min(earliest, times.lowerBound)
    latest = max(latest, times.upperBound)
    pages |= Self.bit(page)
    if isDegraded { mayBeDegraded = true } else { mayBeWhole = true }
  }

  /// Adds all landings in a stretch of time.
  mutating func addAll(_ times: ClosedRange<Int64>, pages count: Int) {
    for page in 0..<count { add(times, page: page, isDegraded: true) }
    mayBeWhole = true
    wasStopped = true
  }
}
