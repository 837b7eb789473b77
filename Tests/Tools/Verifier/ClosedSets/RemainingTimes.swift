/// A set of times that several timers still run, in nanoseconds: bounds on the times and on their differences.
///
/// `most(i, j)` is the most that timer i can run longer than timer j. Number 0 stands for now, so that `most(i, 0)` is the
/// most that timer i still runs, and `-most(0, i)` the least. The bounds are as tight as they imply one another.
struct RemainingTimes {
  private var bounds: [Int64]
  /// How many timers there are, and one.
  private let size: Int

  /// Takes the bounds row by row, with now as the first row and column.
  init(timers: Int, _ most: (_ longer: Int, _ shorter: Int) -> Int64) {
    size = timers + 1
    bounds = []
    bounds.reserveCapacity(size * size)
    for row in 0..<size { for column in 0..<size { bounds.append(row == column ? 0 : most(row, column)) } }
  }

  /// The most that a timer can run longer than another.
  func most(_ longer: Int, _ shorter: Int) -> Int64 { bounds[longer * size + shorter] }

  /// Demands that a timer runs longer than another by no more than a bound; false if no times are left.
  mutating func demand(_ longer: Int, _ shorter: Int, atMost bound: Int64) -> Bool {
    guard bound < most(longer, shorter) else { return true }
    guard most(shorter, longer) >= -bound else { return false }
    for row in 0..<size {
      for column in 0..<size {
        let way = most(row, longer) + bound + most(shorter, column)
        if way < most(row, column) { bounds[row * size + column] = way }
      }
    }
    return true
  }

  /// The times after an event at these times.
  ///
  /// - Parameter timers: By timer afterwards: its number before, or how long it runs if the event has set it.
  func after(_ timers: [Timer]) -> RemainingTimes {
    RemainingTimes(timers: timers.count) { longer, shorter in
      let (from, plus) = longer == 0 ? (0, 0) : timers[longer - 1].origin
      let (to, minus) = shorter == 0 ? (0, 0) : timers[shorter - 1].origin
      return (from == to ? 0 : most(from, to)) + plus - minus
    }
  }

  /// A timer after an event.
  enum Timer {
    case kept(Int)
    case set(Int64)

    /// The timer, or now, by which it is measured, and how much longer it runs.
    fileprivate var origin: (Int, Int64) {
      switch self {
      case .kept(let number): (number, 0)
      case .set(let length): (0, length)
      }
    }
  }

  /// Adds the times at every later moment, until the first timer is due.
  mutating func letTimePass() {
    for timer in 1..<max(1, size) {
      // At that moment some timer has no time left, and this one runs no longer than it by so much.
      var least = Int64.min
      for other in 1..<size { least = max(least, -most(other, timer)) }
      bounds[timer] = -least
    }
  }

  /// Whether another set of times of the same timers contains this one.
  func isContained(in other: RemainingTimes) -> Bool {
    for place in bounds.indices where bounds[place] > other.bounds[place] { return false }
    return true
  }
}
