import Dispatch
import Foundation
import Testing

@testable import LaunchFlow

@Suite struct HandlerThreadsTests {
  private func end(_ pool: HandlerPool, _ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      _ = HandlerTask(on: .threads(pool)) {
        body()
      } onEnd: {
        continuation.resume()
      }
    }
  }

  /// More handlers than cores block at once, each until all of them have begun.
  @Test func asManyHandlersMayBlockAsThereAreThreads() async {
    guard #available(macOS 15, iOS 18, *) else { return }
    let pool = HandlerPool()
    let begun = Guarded(0)
    let gate = Gate()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<HandlerThreads.most {
        group.addTask {
          await self.end(pool) {
            let isLast = begun.withLock {
              $0 += 1
              return $0 == HandlerThreads.most
            }
            if isLast { gate.open() }
            gate.block()
          }
        }
      }
    }
    #expect(begun.withLock { $0 } == HandlerThreads.most)
  }

  @Test func whatWaitsBehindBlockedHandlersRunsInTheEnd() async {
    guard #available(macOS 15, iOS 18, *) else { return }
    let pool = HandlerPool()
    let begun = Guarded(0)
    let gate = Gate()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          await self.end(pool) {
            begun.withLock { $0 += 1 }
            gate.block()
          }
        }
      }
      #expect(await eventually { begun.withLock { $0 } == HandlerThreads.most })
      gate.open()
    }
    #expect(begun.withLock { $0 } == 1_000)
  }

  /// Handlers that do not block get along with as many threads as there are cores.
  @Test func threadsGrowOnlyForHandlersThatBlock() async {
    guard #available(macOS 15, iOS 18, *) else { return }
    let threads = HandlerThreads()
    let most = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2_000 {
        group.addTask(executorPreference: threads) {
          let count = threads.threadCount
          most.withLock { $0 = max($0, count) }
        }
      }
    }
    #expect((1..<HandlerThreads.most).contains(most.withLock { $0 }))
  }

  /// Threads without work end, and let go of the pool.
  @Test func nothingIsLeftOfAPoolThatNobodyHolds() async {
    guard #available(macOS 15, iOS 18, *) else { return }
    weak var left: HandlerThreads?
    do {
      let threads = HandlerThreads()
      left = threads
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask(executorPreference: threads) { await Task.yield() } }
      }
    }
    #expect(await eventually { left == nil })
  }
}
