import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct CancelledHandlersTests {
  private func ticket(_ step: Int) -> AttemptTicket {
    AttemptTicket(step: step, attempt: 1, origin: .own)
  }

  private func handler(_ gate: Gate) -> HandlerTask {
    HandlerTask(on: HandlerThreads.shared) {
      await gate.wait()
    } onEnd: { _ in
    }
  }

  /// A handler that ends in time is named by nobody, and sets no time.
  @Test func `handlers that continue are named once, in their order`() {
    let gate = Gate()
    defer { gate.open() }
    var cancelled = CancelledHandlers()
    for step in 0..<6 { cancelled.add(handler(gate), ticket(step), until: Int64(10 * (step / 2))) }
    var dues = [cancelled.nextDue()]
    let removed = [0, 0, 1].map { step in
      defer { dues.append(cancelled.nextDue()) }
      return cancelled.remove(ticket(step))
    }
    let named = [Int64(9), 10, 1_000, .max].map { time in
      defer { dues.append(cancelled.nextDue()) }
      return cancelled.takeDue(at: time).map(\.step)
    }
    let isForgotten = (0..<6).allSatisfy { !cancelled.remove(ticket($0)) }
    #expect(removed == [true, false, true])
    #expect(named == [[], [2, 3], [4, 5], []])
    #expect(dues == [0, 0, 0, 10, 10, 20, nil, nil])
    #expect(isForgotten)
  }

  /// Its end has come, though the driver has not heard of it yet.
  @Test func `a handler that has ended is not named`() async {
    let gate = Gate()
    var cancelled = CancelledHandlers()
    let handlers = (0..<3).map { _ in handler(gate) }
    for (step, handler) in handlers.enumerated() { cancelled.add(handler, ticket(step), until: 5) }
    gate.open()
    #expect(await eventually { handlers.allSatisfy(\.hasEnded) })
    let named = cancelled.takeDue(at: 5)
    #expect(named == [])
  }
}
