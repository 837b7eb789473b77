/// Cancelled handlers that have not ended, by the end of their grace.
///
/// All handlers of a run have the same grace, so it ends in the order of the cancellations. One alarm serves all: a
/// thousand handlers that are cut at one instant do not cost a thousand alarms.
struct CancelledHandlers {
  private var open: [AttemptTicket: HandlerTask] = [:]
  private var order: [(ticket: AttemptTicket, due: Int64)] = []
  /// The first in `order` whose grace is not over.
  private var head = 0

  /// Adds one; its time is no earlier than any before it.
  mutating func add(_ handler: HandlerTask, _ ticket: AttemptTicket, until due: Int64) {
    open[ticket] = handler
    order.append((ticket, due))
  }

  /// Takes out one that has ended; whether its grace was not over.
  mutating func remove(_ ticket: AttemptTicket) -> Bool {
    guard !open.isEmpty, open.removeValue(forKey: ticket) != nil else { return false }
    if open.isEmpty { (order, head) = ([], 0) }
    return true
  }

  /// When the next grace is over.
  mutating func nextDue() -> Int64? {
    while head < order.count, open[order[head].ticket] == nil { head += 1 }
    return head < order.count ? order[head].due : nil
  }

  /// Takes out the handlers whose grace is over; returns those that have not ended, in order.
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
