import LaunchFlowModel

/// Which of several equal starts run: a pure value without a clock, which drivers ask at each start, each cancellation
/// and each end. Flights are runs of a flow, or single calls.
package struct SingleFlight<Key: Hashable & Sendable>: Sendable {
  /// What a start does.
  package enum Decision: Hashable, Sendable {
    /// It begins a flight, after these have been cancelled, the oldest first.
    case begin(cancelling: [Int])
    /// It becomes a holder of this flight.
    case join(Int)
    case refuse
  }

  private struct Flight {
    let number: Int
    let key: Key
    /// How many hold it. Once it is zero the flight is being cancelled, and nobody may join it.
    var holders = 1
  }

  /// The flights under way, the oldest first.
  private var flights: [Flight] = []

  package init() {}

  /// How many hold a flight.
  package var holders: Int { flights.reduce(0) { $0 + $1.holders } }

  /// Decides what a start does.
  ///
  /// - Parameter number: The number of the flight that it begins, if it does; above all earlier ones.
  package mutating func start(_ number: Int, _ key: Key, _ repetition: Repetition) -> Decision {
    let equal = flights.indices.filter { flights[$0].key == key && flights[$0].holders > 0 }
    var cancelled: [Int] = []
    switch repetition {
    case .beside: break
    case .join:
      guard let newest = equal.last else { break }
      flights[newest].holders += 1
      return .join(flights[newest].number)
    case .replace:
      cancelled = equal.map { flights[$0].number }
      for index in equal { flights[index].holders = 0 }
    case .refuse: if !equal.isEmpty { return .refuse }
    }
    flights.append(Flight(number: number, key: key))
    return .begin(cancelling: cancelled)
  }

  /// A holder lets go of a flight. Whether it was the last one, so that the flight is to be cancelled.
  package mutating func leave(_ number: Int) -> Bool {
    guard let index = flights.firstIndex(where: { $0.number == number }), flights[index].holders > 0 else {
      return false
    }
    flights[index].holders -= 1
    return flights[index].holders == 0
  }

  /// A flight is over: a later start does not meet it.
  package mutating func end(_ number: Int) {
    flights.removeAll { $0.number == number }
  }
}
