/// The limits of an exploration, counted and not measured, so that a verdict is the same on every machine.
package struct Budget: Hashable, Sendable {
  /// The most states, each with its zone.
  package var states: Int
  /// The most work, in words of memory that events and zones touch; some 50 million of them take a second.
  package var work: Int
  /// The most memory in bytes, counted at the worst moment: while the largest array grows.
  package var memory: Int

  package init(states: Int = 2_000_000, work: Int = 5_000_000_000, memory: Int = 2_000_000_000) {
    self.states = states
    self.work = work
    self.memory = memory
  }

  /// The share of this budget that `least` is of the default one, but no less than `least` if possible.
  func share(_ least: Budget) -> Budget {
    let whole = Budget()
    func part(_ own: Int, _ least: Int, _ whole: Int) -> Int { min(own, max(least, own / (whole / least))) }
    return Budget(
      states: part(states, least.states, whole.states), work: part(work, least.work, whole.work),
      memory: part(memory, least.memory, whole.memory))
  }
}

/// The reason why not every run was explored. Numbers are those of the exploration's own budget, which may be a share.
package enum Incompleteness: Hashable, Sendable {
  case states(Int)
  case work
  case memory(Int)
  /// The caller stopped it.
  case stopped
  /// A property of the flow or scenario, as the end of a sentence.
  case obstacle(String)
  /// The claim may depend on times between the tried ones.
  case givenTimes
  /// A run was found that may break a claim, but no simulation of it does.
  case unconfirmed
}

extension Incompleteness: CustomStringConvertible {
  /// The reason as the end of a sentence.
  package var description: String {
    switch self {
    case .states(let count): "the budget of \(count) \(count == 1 ? "state" : "states") is used up"
    case .work: "the budget of work is used up"
    case .memory(let bytes): "the states may need more than \(bytes / 1_000_000) MB of memory as they grow"
    case .stopped: "the time is up"
    case .obstacle(let obstacle): obstacle
    case .unconfirmed: "the runs that were found do not break it when they are simulated"
    case .givenTimes: "it depends on the times that inputs give, of which only some were tried"
    }
  }
}

/// Measures the use of an exploration, and decides when it must stop.
struct Meter {
  let budget: Budget
  /// Called at intervals; true stops the exploration.
  private let shouldStop: (Int, Int) -> Bool
  private(set) var work = 0
  private(set) var stop: Incompleteness?
  private var nextLook = 0

  /// The work between two checks of memory and time.
  private static let interval = 200_000

  init(_ budget: Budget, shouldStop: @escaping (Int, Int) -> Bool = { _, _ in false }) {
    self.budget = budget
    self.shouldStop = shouldStop
  }

  @inline(__always)
  mutating func spend(_ words: Int) { work += words }

  /// Whether a check of memory and time is due.
  @inline(__always)
  var isDue: Bool { work >= nextLook || stop != nil }

  mutating func end(_ reason: Incompleteness) { stop = stop ?? reason }

  mutating func look(expanded: Int, found: Int, bytes: Int) {
    nextLook = work + Self.interval
    guard stop == nil else { return }
    if found > budget.states {
      stop = .states(budget.states)
    } else if work > budget.work {
      stop = .work
    } else if bytes > budget.memory {
      stop = .memory(budget.memory)
    } else if shouldStop(expanded, found) {
      stop = .stopped
    }
  }
}

/// Counts the bytes of growing arrays: each may take twice its content, and the largest three times while copied.
struct StoredBytes {
  private var sum = 0
  private var largest = 0

  /// - Parameter each: The bytes that each element takes elsewhere.
  mutating func add<Element>(_ array: [Element], each: Int = 0) {
    let bytes = array.count * (MemoryLayout<Element>.stride + each)
    sum += bytes
    largest = max(largest, bytes)
  }

  var peak: Int { 2 * sum + 2 * largest }
}
