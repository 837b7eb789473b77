import LaunchFlowMachine

/// The armed timers of a switch, in the order in which they must be taken. There are few: one for the network
/// and a handful a domain.
struct SwitchTimers {
  private var armed: [(timer: SwitchTimer, due: Int64)] = []

  mutating func arm(_ timer: SwitchTimer, due: Int64) {
    disarm(timer)
    armed.append((timer, due))
  }

  mutating func disarm(_ timer: SwitchTimer) {
    armed.removeAll { $0.timer == timer }
  }

  mutating func removeAll() {
    armed = []
  }

  /// When the next one is due.
  var nextDue: Int64? { armed.map(\.due).min() }

  /// Takes the first one that comes before an event of this time and order; without an order, up to the time.
  mutating func pop(before time: Int64, _ order: SwitchEventOrder?) -> (timer: SwitchTimer, due: Int64)? {
    let first = armed.indices.min { left, right in
      (armed[left].due, SwitchEventOrder.timer(armed[left].timer))
        < (armed[right].due, SwitchEventOrder.timer(armed[right].timer))
    }
    guard let first, armed[first].due <= time else { return nil }
    if let order, armed[first].due == time, !(SwitchEventOrder.timer(armed[first].timer) < order) {
      return nil
    }
    return armed.remove(at: first)
  }
}
