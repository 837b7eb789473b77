/// Cancelled handlers that have not ended, in the order of the ends of their grace.
///
/// All handlers of a run have the same grace, so it ends in the order of the cancellations. One alarm serves all
/// handlers, even a thousand that are cut at one instant.
struct CancelledHandlers {
  /// The time in which a cancelled handler may end before the trace calls it abandoned, in nanoseconds.
  static let grace: Int64 = 100_000_000

  private var open: [AttemptTicket: HandlerTask] = [:]
  private var order: [(ticket: AttemptTicket, due: Int64)] = []
  /// The first in `order` whose grace is not over.
  private var head = 0

  /// Adds a handler. Its time must not be earlier than those of handlers before it.
  mutating func add(_ handler: HandlerTask, _ ticket: AttemptTicket, until due: Int64) {
    open[ticket] = handler
    order.append((ticket, due))
  }

  /// Removes a handler that has ended. Returns whether its grace was not over.
  mutating func remove(_ ticket: AttemptTicket) -> Bool {
    guard !open.isEmpty, open.removeValue(forKey: ticket) != nil else { return false }
    if open.isEmpty { (order, head) = ([], 0) }
    return true
  }

  mutating func nextDue() -> Int64? {
    while head < order.count, open[order[head].ticket] == nil { head += 1 }
    return head < order.count ? order[head].due : nil
  }

  /// Removes the handlers whose grace is over, and returns those that have not ended, in order.
  mutating func takeDue(at now: Int64) -> [AttemptTicket] {
    var stubborn: [AttemptTicket] = []
    while let due = nextDue(), due <= now {
      let ticket = order[head].ticket
      head += 1
      if let handler = open.removeValue(forKey: ticket), !handler.hasEnded { stubborn.append(ticket) }
    }
    if open.isEmpty { (order, head) = ([], 0) }
    return stubborn
  }
}
