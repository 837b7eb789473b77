import Dispatch
import Testing

@testable import LaunchFlow

@Suite struct CancellerTests {
  @Test func eachIsDoneOnce() async {
    let canceller = Canceller()
    let done = Guarded(Array(repeating: 0, count: 2_000))
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for index in 0..<500 { canceller.cancel { done.withLock { $0[500 * worker + index] += 1 } } }
        }
      }
    }
    #expect(await eventually { done.withLock { $0.reduce(0, +) } == 2_000 })
    #expect(done.withLock { $0.allSatisfy { $0 == 1 } })
  }

  /// As long as one queue is left, what comes later gets past those that block, also once all had been blocked.
  @Test(.timeLimit(.minutes(1))) func onlyWhenAllQueuesBlockDoesOneWaitForAnother() async {
    let canceller = Canceller()
    for _ in 0..<2 {
      let gate = Gate()
      let counts = Guarded((blocked: 0, passed: 0))
      let block: @Sendable () -> Void = {
        counts.withLock { $0.blocked += 1 }
        gate.block()
      }
      for _ in 0..<Canceller.mostQueues - 1 { canceller.cancel(block) }
      for _ in 0..<100 { canceller.cancel { counts.withLock { $0.passed += 1 } } }
      #expect(await eventually { counts.withLock { $0 == (Canceller.mostQueues - 1, 100) } })
      canceller.cancel(block)
      canceller.cancel { counts.withLock { $0.passed += 1 } }
      #expect(await eventually { counts.withLock { $0.blocked } == Canceller.mostQueues })
      #expect(counts.withLock { $0.passed } == 100)
      gate.open()
      #expect(await eventually { counts.withLock { $0.passed } == 101 })
    }
  }
}
