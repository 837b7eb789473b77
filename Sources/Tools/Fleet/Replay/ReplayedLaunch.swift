/// A recorded launch under another flow. Times are in nanoseconds.
package struct ReplayedLaunch: Hashable, Sendable {
  /// The earliest and the latest landing that the record allows.
  package var earliest: Int64
  package var latest: Int64
  /// The pages that the record allows, as bits by their indices.
  package var pages: UInt64
  /// Whether it lands degraded: certainly, certainly not, or either.
  package var mayBeDegraded: Bool
  package var mayBeWhole: Bool
  /// Whether the search was stopped, and the interval reaches to the deadline for that reason.
  package var wasStopped: Bool
  /// The steps whose answers the record leaves open, as bits by their indices.
  package var openSteps: UInt64 = 0

  /// Without values, no landing yet.
  package init(
    earliest: Int64 = .max, latest: Int64 = .min, pages: UInt64 = 0, mayBeDegraded: Bool = false,
    mayBeWhole: Bool = false, wasStopped: Bool = false
  ) {
    (self.earliest, self.latest, self.pages) = (earliest, latest, pages)
    (self.mayBeDegraded, self.mayBeWhole) = (mayBeDegraded, mayBeWhole)
    self.wasStopped = wasStopped
  }

  /// Whether the record decides all of it.
  package var isExact: Bool {
    earliest == latest && pages.nonzeroBitCount == 1 && mayBeDegraded != mayBeWhole && !wasStopped
  }

  package func allows(page: Int) -> Bool { pages & Self.bit(page) != 0 }

  package func isCertain(page: Int) -> Bool { pages == Self.bit(page) }

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

extension FlowPlan {
  /// Plays a recorded launch to its landing under this plan, whose flow may have changed since.
  ///
  /// Each call takes what it took when it was recorded and ends as it ended. Where the record does not say how a call
  /// would have gone on, every way is possible, and the result is an interval that contains them all.
  ///
  /// - Parameter mostInputs: How many inputs of the machine the search may take.
  package func replay(_ record: LaunchRecord, mostInputs: Int = 4_000) -> ReplayedLaunch {
    let fitted = FittedRecord(record, self)
    var search = ReplaySearch(fitted, inputs: mostInputs)
    var launch = search.launch()
    // The recorded landing is rounded, too.
    launch.earliest = launch.earliest.rounded(to: fitted.precision)
    launch.latest = launch.latest.rounded(to: fitted.precision)
    return launch
  }
}
