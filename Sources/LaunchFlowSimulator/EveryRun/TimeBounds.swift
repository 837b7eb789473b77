/// The times at which a set of pending events may be due, as bounds on the differences between any two of them.
///
/// Variable 0 is the start of the run. All times are whole nanoseconds, so the bounds are exact (Dill 1989; Berthomieu
/// and Menasche 1983 for classes of pending events).
struct TimeBounds: Hashable, Sendable {
  /// No bound; sums of two of them fit.
  static let unbounded = Int64.max / 4

  /// How many variables there are, the start included.
  private(set) var count = 1
  /// By row, then column: the most that the row's time exceeds the column's.
  private var most: [Int64] = [0]

  /// The most that one time exceeds another.
  subscript(later: Int, earlier: Int) -> Int64 { most[later * count + earlier] }

  /// Adds a variable that is later than another one by some time.
  ///
  /// - Parameters:
  ///   - base: The other variable.
  ///   - delay: By how much.
  ///   - lead: Added to both bounds: what the time is counted from, after the variable.
  mutating func add(after base: Int, _ delay: ClosedRange<Int64>, lead: Int64 = 0) {
    let new = count
    var wider = [Int64](repeating: 0, count: (new + 1) * (new + 1))
    for row in 0..<new {
      for column in 0..<new { wider[row * (new + 1) + column] = most[row * new + column] }
    }
    for other in 0..<new {
      wider[new * (new + 1) + other] = Self.sum(lead + delay.upperBound, most[base * new + other])
      wider[other * (new + 1) + new] = Self.sum(most[other * new + base], -lead - delay.lowerBound)
    }
    count = new + 1
    most = wider
  }

  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    left >= unbounded || right >= unbounded ? unbounded : left + right
  }

  /// Adds that one time exceeds another by no more than this; false if no times are left. Takes time in proportion to
  /// the square of the variables.
  mutating func limit(_ later: Int, _ earlier: Int, to bound: Int64) -> Bool {
    guard bound < self[later, earlier] else { return true }
    guard Self.sum(bound, self[earlier, later]) >= 0 else { return false }
    for row in 0..<count {
      let first = Self.sum(self[row, later], bound)
      guard first < Self.unbounded else { continue }
      for column in 0..<count {
        let way = Self.sum(first, self[earlier, column])
        if way < most[row * count + column] { most[row * count + column] = way }
      }
    }
    return true
  }

  /// The same for these variables alone, in this order. The first must be the start.
  func keeping(_ variables: [Int]) -> TimeBounds {
    var kept = TimeBounds()
    kept.count = variables.count
    kept.most = variables.flatMap { row in variables.map { self[row, $0] } }
    return kept
  }

  /// Whether all times of the other, which has the same variables, are among these.
  func contains(_ other: TimeBounds) -> Bool {
    for place in most.indices where other.most[place] > most[place] { return false }
    return true
  }
}
