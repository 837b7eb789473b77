/// Stretches of nanoseconds, each of some length, by time; overlapping and touching ones made one.
///
/// Looking one up takes a number of steps that grows with the logarithm of how many there are: a path that flaps for a
/// day has many.
package struct Spans: Hashable, Sendable {
  /// By time, apart from one another.
  package private(set) var ranges: [Range<Int64>] = []

  /// Merges stretches in any order.
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

  /// Whether a time is within a stretch.
  package func contains(_ time: Int64) -> Bool {
    last(startingBy: time)?.contains(time) ?? false
  }

  /// Whether a stretch has a time in common with this one, whose end counts.
  package func overlap(_ range: ClosedRange<Int64>) -> Bool {
    last(startingBy: range.upperBound).map { range.lowerBound < $0.upperBound } ?? false
  }

  /// The last stretch that begins no later than a time.
  private func last(startingBy time: Int64) -> Range<Int64>? {
    let index = ranges.partitionPoint(where: { $0.lowerBound > time })
    return index > 0 ? ranges[index - 1] : nil
  }
}

extension Array {
  /// The first index whose element is like this, in an array whose elements that are not like this come first; the end
  /// where none is.
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
