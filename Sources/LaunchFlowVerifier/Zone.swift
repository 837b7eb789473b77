/// A set of instants at which a machine state can stand: what is known about now and about when each armed
/// timer is due, as bounds on their differences.
///
/// Time is counted in whole nanoseconds, as every driver stamps it, so that "later than" is "at least a
/// nanosecond later" and bounds are never open. Over whole numbers bounds on differences stay exact: what
/// survives is what some run can really do. Variable 0 is now; the others are timers by their slots,
/// ascending. The bounds are kept closed (as tight as they imply each other).
///
/// The time since the start has no variable of its own: until the landing the flow's deadline is armed, and
/// was armed at the start; afterwards nobody asks for it.
struct Zone {
  /// The slots of variables 1 and up.
  private(set) var slots: [Int32] = []
  /// `bounds[i * stride + j]` is the most that variable i can be later than variable j.
  private(set) var bounds: [Int64]
  private(set) var stride: Int

  /// No duration is counted as longer: twelve years. It keeps sums of bounds within 64 bits.
  static let longest: Int64 = 400_000_000_000_000_000

  /// The slot of the variable that remembers when the last event was, where ties are told apart; below all
  /// others.
  static let lastEvent: Int32 = -1

  init(timers: Int) {
    stride = timers + 2
    bounds = Array(repeating: 0, count: stride * stride)
  }

  var count: Int { slots.count + 1 }

  /// Now, at a start at which nothing is armed.
  mutating func reset() {
    slots.removeAll(keepingCapacity: true)
    bounds[0] = 0
  }

  mutating func load(slots: ArraySlice<Int32>, from arena: [Int64], at base: Int) {
    self.slots.removeAll(keepingCapacity: true)
    self.slots.append(contentsOf: slots)
    let count = self.count
    grow(to: count)
    let stride = stride
    bounds.withUnsafeMutableBufferPointer { bounds in
      arena.withUnsafeBufferPointer { arena in
        var from = base
        for row in 0..<count {
          let start = row * stride
          for column in 0..<count {
            bounds[start + column] = arena[from]
            from += 1
          }
        }
      }
    }
  }

  mutating func copy(from other: Zone) {
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: other.slots)
    let count = self.count
    grow(to: count)
    for row in 0..<count {
      for column in 0..<count {
        bounds[row * stride + column] = other.bounds[row * other.stride + column]
      }
    }
  }

  private mutating func grow(to count: Int) {
    guard count > stride else { return }
    var larger = Zone(timers: 2 * count)
    for row in 0..<stride {
      for column in 0..<stride {
        larger.bounds[row * larger.stride + column] = bounds[row * stride + column]
      }
    }
    bounds = larger.bounds
    stride = larger.stride
  }

  /// Appends the bounds without gaps.
  func append(to arena: inout [Int64]) {
    let count = self.count
    for row in 0..<count { arena.append(contentsOf: bounds[row * stride..<row * stride + count]) }
  }

  /// Whether a zone that was appended to an arena contains this one; both of the same variables.
  func isWithin(_ arena: [Int64], at base: Int) -> Bool {
    let count = self.count
    let stride = stride
    return bounds.withUnsafeBufferPointer { bounds in
      arena.withUnsafeBufferPointer { arena in
        var from = base
        for row in 0..<count {
          let start = row * stride
          for column in 0..<count {
            if bounds[start + column] > arena[from] { return false }
            from += 1
          }
        }
        return true
      }
    }
  }

  /// Whether this one contains a zone that was appended to an arena; both of the same variables.
  func contains(_ arena: [Int64], at base: Int) -> Bool {
    let count = self.count
    let stride = stride
    return bounds.withUnsafeBufferPointer { bounds in
      arena.withUnsafeBufferPointer { arena in
        var from = base
        for row in 0..<count {
          let start = row * stride
          for column in 0..<count {
            if bounds[start + column] < arena[from] { return false }
            from += 1
          }
        }
        return true
      }
    }
  }

  /// The most that one variable can be later than another.
  func bound(_ later: Int, _ earlier: Int) -> Int64 { bounds[later * stride + earlier] }

  func variable(of slot: Int) -> Int? {
    for (place, known) in slots.enumerated() where Int(known) == slot { return place + 1 }
    return nil
  }
}

extension Zone {
  /// Requires that a variable is later than another by no more than a bound; false where nothing is left.
  mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) -> Bool {
    let stride = stride
    let count = self.count
    return bounds.withUnsafeMutableBufferPointer { bounds in
      if bound >= bounds[later * stride + earlier] { return true }
      if bounds[earlier * stride + later] + bound < 0 { return false }
      for row in 0..<count {
        let through = bounds[row * stride + later] + bound
        for column in 0..<count {
          let sum = through + bounds[earlier * stride + column]
          if sum < bounds[row * stride + column] { bounds[row * stride + column] = sum }
        }
      }
      return true
    }
  }

  /// Forgets a timer; one that is not armed is left alone.
  mutating func remove(slot: Int) {
    guard let gone = variable(of: slot) else { return }
    let count = self.count
    let stride = stride
    slots.remove(at: gone - 1)
    bounds.withUnsafeMutableBufferPointer { bounds in
      for row in 0..<count where row != gone {
        let target = (row > gone ? row - 1 : row) * stride
        for column in 0..<gone { bounds[target + column] = bounds[row * stride + column] }
        for column in gone + 1..<max(gone + 1, count) {
          bounds[target + column - 1] = bounds[row * stride + column]
        }
      }
    }
  }

  /// Forgets several timers at once.
  mutating func remove(slots gone: [Int]) {
    guard gone.count > 1 else {
      if let slot = gone.first { remove(slot: slot) }
      return
    }
    var kept = [0]
    for (place, slot) in slots.enumerated() where !gone.contains(Int(slot)) { kept.append(place + 1) }
    guard kept.count < count else { return }
    let stride = stride
    bounds.withUnsafeMutableBufferPointer { bounds in
      for (row, from) in kept.enumerated() {
        for (column, place) in kept.enumerated() {
          bounds[row * stride + column] = bounds[from * stride + place]
        }
      }
    }
    slots = kept.dropFirst().map { slots[$0 - 1] }
  }

  /// Adds a variable that is so much later than now.
  mutating func add(slot: Int, after nanoseconds: Int64) {
    remove(slot: slot)
    var place = slots.count
    while place > 0, Int(slots[place - 1]) > slot { place -= 1 }
    let new = place + 1
    let before = self.count
    slots.insert(Int32(slot), at: place)
    grow(to: before + 1)
    let stride = stride
    bounds.withUnsafeMutableBufferPointer { bounds in
      // From the far corner, so that nothing is overwritten before it has moved.
      for row in (0..<before).reversed() {
        let target = (row >= new ? row + 1 : row) * stride
        for column in (0..<before).reversed() {
          bounds[target + (column >= new ? column + 1 : column)] = bounds[row * stride + column]
        }
      }
      for other in 0...before where other != new {
        bounds[new * stride + other] = nanoseconds + bounds[other]
        bounds[other * stride + new] = bounds[other * stride] - nanoseconds
      }
      bounds[new * stride + new] = 0
    }
  }

  /// Lets time pass, as far as the timers let it: none fires later than it is due.
  mutating func elapse() {
    let count = self.count
    let stride = stride
    let firstTimer = slots.first == Self.lastEvent ? 2 : 1
    guard firstTimer < count else { return }
    bounds.withUnsafeMutableBufferPointer { bounds in
      for column in 1..<max(1, count) {
        var most = Int64.max
        for row in firstTimer..<count { most = min(most, bounds[row * stride + column]) }
        bounds[column] = most
      }
    }
  }
}
