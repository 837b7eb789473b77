/// Intervals of nanoseconds, none of them empty, sorted by time; overlapping and touching ones are merged.
///
/// Looking one up takes logarithmic time: a path that flaps for a day has many.
package struct Spans: Hashable, Sendable {
  package private(set) var ranges: [Range<Int64>] = []

  /// Merges intervals in any order.
  package init(_ ranges: [Range<Int64>] = []) {
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  package func contains(_ time: Int64) -> Bool {
    let later = ranges.partitionPoint(where: { $0.lowerBound > time })
    return later > 0 && ranges[later - 1].contains(time)
  }
}

extension Array {
  /// The first index whose element passes the test, in an array in which all failing elements come first; the
  /// end index if there is none.
  package func partitionPoint(where isLater: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
