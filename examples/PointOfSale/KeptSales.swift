import Dispatch
import LaunchFlow

/// The sales that are still to be sent. A real till keeps them in a file.
final class KeptSales: @unchecked Sendable {
  struct Sale {
    var number: String
    var amount: Int64
  }

  /// Guards `kept`.
  let queue = DispatchQueue(label: "till.sales")
  private var kept: [Sale] = []
  /// The numbers of sales that the server has.
  let sent: AsyncStream<String>
  private let source: AsyncStream<String>.Continuation

  init() {
    (sent, source) = AsyncStream.makeStream()
  }

  var count: Int { queue.sync { kept.count } }

  /// The oldest sale; it is kept until the server has it.
  var next: Sale? { queue.sync { kept.first } }

  func keep(_ number: String, _ amount: Int64) {
    queue.sync { kept.append(Sale(number: number, amount: amount)) }
  }

  /// Forgets the oldest sale if it has arrived. On the queue.
  func landed(_ landing: FlowLanding) {
    guard landing.page == "sent", !kept.isEmpty else { return }
    source.yield(kept.removeFirst().number)
  }
}
