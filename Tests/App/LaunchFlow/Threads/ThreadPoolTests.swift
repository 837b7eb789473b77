import Dispatch
import Foundation
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct ThreadPoolTests {
  private static func pool(first: Int = 1, most: Int = 8, mostStuck: Int = 0) -> ThreadPool {
    ThreadPool("test", ThreadPool.Size(first: first, most: most, mostStuck: mostStuck))
  }

  @Test func `each piece of work is done once`() async {
    let pool = Self.pool()
    let done = Locked(Array(repeating: 0, count: 2_000))
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for index in 0..<500 { pool.run { done.withLock { $0[500 * worker + index] += 1 } } }
        }
      }
    }
    #expect(await eventually { done.withLock { $0.reduce(0, +) } == 2_000 })
    #expect(done.withLock { $0.allSatisfy { $0 == 1 } })
  }

  /// As long as one thread is left, later work gets past the pieces that block, also once all threads had been
  /// blocked.
  @Test func `work waits only if all threads block`() async {
    let most = 8
    let pool = Self.pool(most: most)
    for _ in 0..<2 {
      let gate = Gate()
      let counts = Locked((blocked: 0, passed: 0))
      let block: @Sendable () -> Void = {
        counts.withLock { $0.blocked += 1 }
        gate.block()
      }
      for _ in 0..<most - 1 { pool.run(block) }
      for _ in 0..<100 { pool.run { counts.withLock { $0.passed += 1 } } }
      #expect(await eventually { counts.withLock { $0 == (most - 1, 100) } })
      pool.run(block)
      #expect(await eventually { counts.withLock { $0.blocked } == most })
      pool.run { counts.withLock { $0.passed += 1 } }
      #expect(counts.withLock { $0.passed } == 100)
      gate.open()
      #expect(await eventually { counts.withLock { $0.passed } == 101 })
    }
  }

  /// Work that does not block gets along with the first threads.
  @Test func `a pool grows only for work that blocks`() async {
    let pool = Self.pool(most: 64)
    let done = Locked(0)
    for _ in 0..<2_000 { pool.run { done.withLock { $0 += 1 } } }
    #expect(await eventually { done.withLock { $0 } == 2_000 })
    #expect((0..<64).contains(pool.load.threads))
  }

  @Test func `stuck threads are replaced up to a limit`() async {
    let pool = Self.pool(most: 2, mostStuck: 3)
    let gate = Gate()
    let counts = Locked((blocked: 0, passed: 0))
    for _ in 0..<5 {
      pool.run {
        counts.withLock { $0.blocked += 1 }
        gate.block()
      }
    }
    #expect(await eventually { counts.withLock { $0.blocked } == 5 })
    pool.run { counts.withLock { $0.passed += 1 } }
    #expect(await eventually { pool.load.stuck == 5 })
    #expect(pool.load == ThreadPool.Load(threads: 5, stuck: 5, waiting: 1))
    #expect(counts.withLock { $0.passed } == 0)
    gate.open()
    #expect(await eventually { counts.withLock { $0.passed } == 1 })
  }

  /// The lender then has no thread left, and starts another one.
  @Test func `a pool takes the idle thread of its lender`() async {
    let lender = Self.pool()
    let isSame = await eventually {
      let borrower = ThreadPool("test", .init(first: 1, most: 1, mostStuck: 0), lender: lender)
      let lent = await Self.thread(of: lender)
      // Until it is idle; an idle thread ends after a while.
      try? await Task.sleep(for: .milliseconds(1))
      return await Self.thread(of: borrower) == lent
    }
    #expect(isSame)
    _ = await Self.thread(of: lender)
  }

  private static func thread(of pool: ThreadPool) async -> ObjectIdentifier {
    await withCheckedContinuation { continuation in
      pool.run { continuation.resume(returning: ObjectIdentifier(Thread.current)) }
    }
  }

  /// Threads without work end, and let go of the pool.
  @Test func `a released pool leaves nothing behind`() async {
    weak var left: ThreadPool?
    do {
      let pool = Self.pool()
      left = pool
      for _ in 0..<20 { pool.run {} }
    }
    #expect(await eventually { left == nil })
  }
}
