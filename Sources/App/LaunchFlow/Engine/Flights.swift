/// Running work of one kind, such as the runs of an engine. Each start gets a seat in its own work, or in equal work
/// that another start began.
package final class Flights<Key: Sendable, Work: Sendable>: Sendable {
  private struct State {
    var flights = SingleFlight<Key>()
    /// The work that can be joined, by number.
    var work: [Int: Work] = [:]
    var count = 0
  }

  private let state = Locked(State())
  private let cancel: @Sendable (Work) -> Void

  /// - Parameter cancel: Cancels work without holders.
  package init(cancel: @escaping @Sendable (Work) -> Void) {
    self.cancel = cancel
  }

  /// Begins some work or joins equal running work; nil if the start is refused.
  ///
  /// - Parameters:
  ///   - key: Equal work has equal keys; nil for work that no start can join.
  ///   - begin: Makes the work of a number. Called under the lock, so that one of several equal starts begins.
  package func start(
    _ key: Key?, _ repetition: Repetition, begin: (_ number: Int) throws -> Work
  ) rethrows -> (seat: Seat<Key, Work>, isNew: Bool)? where Key: Equatable {
    let begun = try state.withLock { state -> (number: Int, work: Work, isNew: Bool, replaced: [Work])? in
      let number = state.count + 1
      var replaced: [Work] = []
      if let key {
        switch state.flights.start(number, key, repetition) {
        case .refuse: return nil
        case .join(let other): if let work = state.work[other] { return (other, work, false, []) }
        case .begin(let others): replaced = others.compactMap { state.work[$0] }
        }
      }
      do {
        let work = try begin(number)
        state.count = number
        if key != nil { state.work[number] = work }
        return (number, work, true, replaced)
      } catch {
        state.flights.end(number)
        throw error
      }
    }
    guard let begun else { return nil }
    for other in begun.replaced { cancel(other) }
    return (Seat(begun.work, begun.number, in: key == nil ? nil : self, cancel), begun.isNew)
  }

  /// The number of holders of work that can be joined, for tests.
  package var holders: Int { state.withLock { $0.flights.holders } }

  /// Removes work that is over or can no longer be joined.
  package func end(_ number: Int) {
    state.withLock { state in
      state.flights.end(number)
      state.work[number] = nil
    }
  }

  /// Removes a holder. Returns whether it was the last one, so that the work must be cancelled.
  fileprivate func leave(_ number: Int) -> Bool { state.withLock { $0.flights.leave(number) } }
}

/// A holder's share in some work. The work is cancelled when its last holder leaves.
package final class Seat<Key: Sendable, Work: Sendable>: Sendable {
  package let work: Work
  package let number: Int
  /// Nil for work that no start can join.
  private let flights: Flights<Key, Work>?
  private let cancel: @Sendable (Work) -> Void
  private let hasLeft = Locked(false)

  fileprivate init(
    _ work: Work, _ number: Int, in flights: Flights<Key, Work>?, _ cancel: @escaping @Sendable (Work) -> Void
  ) {
    self.work = work
    self.number = number
    self.flights = flights
    self.cancel = cancel
  }

  /// Leaves the work. Returns whether this cancelled it.
  @discardableResult package func leave() -> Bool {
    let isFirst = hasLeft.withLock { hasLeft in
      defer { hasLeft = true }
      return !hasLeft
    }
    guard isFirst, flights?.leave(number) ?? true else { return false }
    cancel(work)
    return true
  }
}

typealias RunSeat = Seat<[JSONValue], RunCore>
