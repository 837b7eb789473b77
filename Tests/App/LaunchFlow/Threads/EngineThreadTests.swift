import Dispatch
import Foundation
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct EngineThreadTests {
  private static func pool(most: Int = 8) -> ThreadPool {
    ThreadPool("test", ThreadPool.Size(first: 1, most: most, mostStuck: 0))
  }

  /// The threads of a handler and of the loop's work that its end hands in.
  private static func threads(_ pool: ThreadPool) async -> (handler: UInt, loop: UInt) {
    let loop = SystemEventLoop()
    return await withCheckedContinuation { continuation in
      _ = HandlerTask(on: HandlerThreads(pool)) {
        threadNumber()
      } onEnd: { handler in
        loop.perform { continuation.resume(returning: (handler, threadNumber())) }
      }
    }
  }

  @Test func `the thread of a handler that has ended does the loop's work`() async {
    let (handler, loop) = await Self.threads(Self.pool())
    #expect(handler == loop)
  }

  @Test func `a thread of a pool with handlers that block leaves the loop's work to the queue`() async {
    let pool = Self.pool()
    let gate = Gate()
    pool.run { gate.block() }
    let (handler, loop) = await Self.threads(pool)
    #expect(handler != loop)
    gate.open()
  }

  @Test func `what the loop starts runs without another thread`() async {
    let pool = Self.pool()
    let loop = SystemEventLoop()
    let threads = Locked<Set<UInt>>([])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func next(_ left: Int) {
        _ = HandlerTask(on: HandlerThreads(pool)) {
          threads.withLock { _ = $0.insert(threadNumber()) }
        } onEnd: {
          loop.perform { left > 0 ? next(left - 1) : continuation.resume() }
        }
      }
      next(100)
    }
    #expect(threads.withLock { $0.count } == 1)
  }

  @Test func `endless work on the loop gives a handler's thread back`() async {
    let pool = Self.pool(most: 1)
    let loop = SystemEventLoop()
    let isOver = Locked(false)
    @Sendable func goOn() {
      if !isOver.withLock({ $0 }) { loop.perform { goOn() } }
    }
    _ = HandlerTask(on: HandlerThreads(pool)) {
    } onEnd: {
      loop.perform { goOn() }
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      pool.run {
        // At once: the loop takes a core from whoever has to resume this test.
        isOver.withLock { $0 = true }
        continuation.resume()
      }
    }
  }

  @Test func `a handler is released before its end is reported`() async {
    let released = Locked(false)
    let gate = Gate()
    // In a function, so that no variable holds the object.
    @Sendable func handler() -> @Sendable () async -> Void {
      let object = Held { released.withLock { $0 = true } }
      return {
        gate.block()
        withExtendedLifetime(object) {}
      }
    }
    let wasReleased = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      _ = HandlerTask(on: HandlerThreads(Self.pool()), handler()) {
        continuation.resume(returning: released.withLock { $0 })
      }
      gate.open()
    }
    #expect(wasReleased)
  }

  @Test func `the loop's work keeps its order, whoever does it`() async {
    let pool = Self.pool(most: 4)
    let loop = SystemEventLoop()
    let (count, each) = (8, 200)
    let done = Locked<[[Int]]>(Array(repeating: [], count: count))
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<count {
        group.addTask {
          for number in 0..<each {
            let note: @Sendable () -> Void = { loop.perform { done.withLock { $0[worker].append(number) } } }
            if worker.isMultiple(of: 2) {
              note()
            } else {
              await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                _ = HandlerTask(on: HandlerThreads(pool)) {
                } onEnd: {
                  note()
                  continuation.resume()
                }
              }
            }
          }
        }
      }
    }
    #expect(await eventually { done.withLock { $0.allSatisfy { $0.count == each } } })
    #expect(done.withLock { $0.allSatisfy { $0 == Array(0..<each) } })
  }
}

private final class Held: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}

/// Tells the calling thread from others.
private func threadNumber() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
