/// Decides which of several equal starts run. It is a pure value without a clock; drivers call it at each start,
/// cancellation and end. Flights are runs of a flow, or single calls.
package struct SingleFlight<Key: Sendable>: Sendable {
  package enum Decision: Equatable, Sendable {
    /// The start begins a flight, after these have been cancelled, the oldest first.
    case begin(cancelling: [Int])
    /// The start becomes a holder of this flight.
    case join(Int)
    case refuse
  }

  private struct Flight {
    let number: Int
    let key: Key
    /// The number of holders. At zero the flight is being cancelled, and no start may join it.
    var holders = 1
  }

  /// The current flights, the oldest first.
  private var flights: [Flight] = []

  package init() {}

  package var holders: Int { flights.reduce(0) { $0 + $1.holders } }

  /// - Parameter number: The number of the flight, if the start begins one; larger than all earlier numbers.
  package mutating func start(_ number: Int, _ key: Key, _ repetition: Repetition) -> Decision
  where Key: Equatable {
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

  /// Removes a holder from a flight. Returns whether it was the last one, so that the flight must be cancelled.
  package mutating func leave(_ number: Int) -> Bool {
    guard let index = flights.firstIndex(where: { $0.number == number }), flights[index].holders > 0 else {
      return false
    }
    flights[index].holders -= 1
    return flights[index].holders == 0
  }

  /// Removes a flight that has ended. A later start does not join it.
  package mutating func end(_ number: Int) {
    flights.removeAll { $0.number == number }
  }
}
