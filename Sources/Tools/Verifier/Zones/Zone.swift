/// A set of instants at which a machine can be in a state: bounds on the differences between now and the
/// instants at which its timers were armed.
///
/// Time is counted in whole nanoseconds, as every driver stamps it, so that "later than" is "at least a nanosecond
/// later" and bounds are never open. Over whole numbers bounds on differences stay exact: some run really has the
/// remaining instants. Variable 0 is now; the others are the timers' instants. The bounds are kept closed (as tight as
/// they imply each other).
///
/// The time since the start has no variable of its own: until the landing the flow's deadline gives it, which
/// is armed at the start; afterwards it is not needed.
struct Zone {
  /// `bounds[i * count + j]` is the greatest time by which variable i is later than variable j.
  private(set) var bounds: [Int64] = [0]
  private(set) var count = 1

  /// The longest duration that is counted: twelve years. It keeps sums of bounds within 64 bits.
  static let longest: Int64 = 400_000_000_000_000_000

  /// Becomes the zone of a start with no armed timer.
  mutating func reset() {
    resize(to: 1)
    bounds[0] = 0
  }

  /// Becomes a zone that was appended to an arena.
  mutating func load(from arena: [Int64], at base: Int, count: Int) {
    resize(to: count)
    bounds.withUnsafeMutableBufferPointer { bounds in
      arena.withUnsafeBufferPointer { arena in
        for place in 0..<count * count { bounds[place] = arena[base + place] }
      }
    }
  }

  /// Becomes the projection of another zone to some of its variables, in a new order; 0, which is now,
  /// represents a clock that begins now.
  ///
  /// - Parameters:
  ///   - sources: The other's variables.
  ///   - range: The range of the sources to use: by variable of this zone, 0 first.
  mutating func gather(_ sources: [Int32], _ range: Range<Int32>, of other: Zone) {
    let count = range.count
    resize(to: count)
    bounds.withUnsafeMutableBufferPointer { bounds in
      other.bounds.withUnsafeBufferPointer { others in
        sources.withUnsafeBufferPointer { sources in
          let first = Int(range.lowerBound)
          for row in 0..<count {
            let from = Int(sources[first + row]) * other.count
            for column in 0..<count {
              bounds[row * count + column] = others[from + Int(sources[first + column])]
            }
          }
        }
      }
    }
  }

  /// Adds a variable that is later than another by a delay, and returns it.
  mutating func add(after base: Int, _ delay: ClosedRange<Int64>) -> Int {
    let new = count
    gather((0..<Int32(new)) + [Int32(base)], 0..<Int32(new + 1), of: self)
    for other in 0..<new {
      bounds[new * count + other] += delay.upperBound
      bounds[other * count + new] -= delay.lowerBound
    }
    return new
  }

  private mutating func resize(to count: Int) {
    self.count = count
    while bounds.count < count * count { bounds.append(0) }
  }

  func append(to arena: inout [Int64]) { arena.append(contentsOf: bounds[0..<count * count]) }

  /// Whether a zone of the same variables that was appended to an arena contains this one.
  func isWithin(_ arena: [Int64], at base: Int) -> Bool {
    bounds.withUnsafeBufferPointer { bounds in
      arena.withUnsafeBufferPointer { arena in
        for place in 0..<count * count where bounds[place] > arena[base + place] { return false }
        return true
      }
    }
  }

  /// Whether this one contains a zone of the same variables that was appended to an arena.
  func contains(_ arena: [Int64], at base: Int) -> Bool {
    bounds.withUnsafeBufferPointer { bounds in
      arena.withUnsafeBufferPointer { arena in
        for place in 0..<count * count where bounds[place] < arena[base + place] { return false }
        return true
      }
    }
  }

  func contains(_ other: Zone) -> Bool { contains(other.bounds, at: 0) }

  /// The greatest time by which one variable is later than another.
  @inline(__always)
  func bound(_ later: Int, _ earlier: Int) -> Int64 { bounds[later * count + earlier] }

  /// Requires that a variable is later than another by at most a bound; false if nothing is left.
  mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) -> Bool {
    let count = count
    return bounds.withUnsafeMutableBufferPointer { bounds in
      if bound >= bounds[later * count + earlier] { return true }
      if bounds[earlier * count + later] + bound < 0 { return false }
      for row in 0..<count {
        let through = bounds[row * count + later] + bound
        for column in 0..<count {
          let sum = through + bounds[earlier * count + column]
          if sum < bounds[row * count + column] { bounds[row * count + column] = sum }
        }
      }
      return true
    }
  }

  /// Lets time pass until the first armed timer is due. If nothing is armed, no time passes.
  ///
  /// - Parameters:
  ///   - timers: The timers of many states.
  ///   - first: The place of the first timer of the zone's state.
  mutating func elapse(_ timers: [ArmedTimer], at first: Int) {
    let count = count
    bounds.withUnsafeMutableBufferPointer { bounds in
      timers.withUnsafeBufferPointer { timers in
        for column in 1..<max(1, count) {
          var most = Int64.max
          for row in 1..<count {
            most = min(most, timers[first + row - 1].length + bounds[row * count + column])
          }
          if most != .max { bounds[column] = most }
        }
      }
    }
  }
}
