/// A histogram of times whose buckets grow by a constant factor. Two histograms add up exactly.
///
/// The buckets are those of OpenTelemetry's exponential histogram at scale 7: bucket `i` contains the times
/// above 2^(i/128) nanoseconds, up to 2^((i+1)/128). A bucket keeps its count and its latest time, so each
/// point of the cumulative curve is a time that occurred, with its exact share.
package struct TimeHistogram: Hashable, Sendable, Codable {
  /// OpenTelemetry's scale: 2^7 buckets from a time to its double.
  package static let scale = 7
  /// The index after the last bucket that a time can fall into.
  package static let end = 63 << scale

  /// The number of times that are 0; they have no bucket.
  package private(set) var zeros = 0
  /// The index of the first stored bucket.
  package private(set) var offset = 0
  /// The counts from that bucket on; the first and the last are not 0.
  package private(set) var counts: [Int] = []
  /// The latest time of each bucket; 0 for an empty one.
  package private(set) var latest: [Int64] = []

  package init() {}

  /// Whether `count` times may have produced it. A decoded histogram may contain any numbers.
  func fits(_ count: Int) -> Bool {
    counts.count == latest.count && (-1...Swift.max(-1, Self.end - counts.count)).contains(offset)
      && ([zeros] + counts).allSatisfy { (0...count).contains($0) } && points.last?.count ?? 0 == count
  }

  /// The lower bounds of the buckets from 1 to 2, and 2. Square roots are rounded alike on every machine;
  /// logarithms are not.
  private static let bounds: [Double] = {
    var roots: [Double] = []
    var root = 2.0
    for _ in 0..<scale {
      root = root.squareRoot()
      roots.append(root)
    }
    return (0...1 << scale).map { index in
      guard index < 1 << scale else { return 2 }
      return roots.enumerated().reduce(1) { bound, root in
        index >> (scale - 1 - root.offset) & 1 == 1 ? bound * root.element : bound
      }
    }
  }()

  /// The bucket of a time above 0.
  static func bucket(of time: Int64) -> Int {
    let bits = Double(time).bitPattern
    let exponent = Int(bits >> 52) - 1_023
    let significand = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    return exponent << scale + bounds.partitionPoint { $0 >= significand } - 1
  }

  /// Counts a time, which is not negative.
  package mutating func add(_ time: Int64) {
    guard time > 0 else {
      zeros += 1
      return
    }
    let bucket = Self.bucket(of: time)
    if bucket < offset || bucket >= offset + counts.count { widen(to: bucket..<bucket + 1) }
    counts[bucket - offset] += 1
    if time > latest[bucket - offset] { latest[bucket - offset] = time }
  }

  package mutating func add(_ other: TimeHistogram) {
    zeros += other.zeros
    guard !other.counts.isEmpty else { return }
    widen(to: other.offset..<other.offset + other.counts.count)
    for place in other.counts.indices {
      let own = other.offset + place - offset
      counts[own] += other.counts[place]
      latest[own] = Swift.max(latest[own], other.latest[place])
    }
  }

  private mutating func widen(to buckets: Range<Int>) {
    if counts.isEmpty { offset = buckets.lowerBound }
    let before = offset - buckets.lowerBound
    if before > 0 {
      counts.insert(contentsOf: repeatElement(0, count: before), at: 0)
      latest.insert(contentsOf: repeatElement(0, count: before), at: 0)
      offset = buckets.lowerBound
    }
    let after = buckets.upperBound - offset - counts.count
    if after > 0 {
      counts.append(contentsOf: repeatElement(0, count: after))
      latest.append(contentsOf: repeatElement(0, count: after))
    }
  }

  /// A point of the cumulative curve.
  package struct Point: Hashable, Sendable {
    /// A time that occurred.
    package var time: Int64
    /// The number of times up to it.
    package var count: Int
  }

  /// The cumulative curve: the latest time of each bucket.
  package var points: [Point] {
    var points = zeros > 0 ? [Point(time: 0, count: zeros)] : []
    var count = zeros
    for place in counts.indices where counts[place] > 0 {
      count += counts[place]
      points.append(Point(time: latest[place], count: count))
    }
    return points
  }

  /// The times in the bucket of a rank, from 0, and the number of times before them; nil beyond the last rank.
  func bucket(ofRank rank: Int) -> (times: ClosedRange<Int64>, before: Int)? {
    var before: Point?
    for point in points {
      if point.count > rank { return ((before.map { $0.time + 1 } ?? 0)...point.time, before?.count ?? 0) }
      before = point
    }
    return nil
  }

  /// The latest of all times; 0 if there is none.
  package var max: Int64 { latest.last ?? 0 }
}
