import Foundation
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct HandlerTaskTests {
  @Test func `runs on the main actor where asked`() async {
    // Not the main thread: on Linux the main queue may be served by another.
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let isMain = await withCheckedContinuation { continuation in
      _ = HandlerTask(on: HandlerThreads.shared, onMain: true) {
        await Task.yield()
        return DispatchQueue.getSpecific(key: key) ?? false
      } onEnd: {
        continuation.resume(returning: $0)
      }
    }
    #expect(isMain)
  }

  @Test func `blocking cancellation handlers delay no other work`() async {
    let release = Gate()
    let started = Locked(0)
    let blocking = (0..<5).map { _ in
      HandlerTask(on: HandlerThreads.shared) {
        await withTaskCancellationHandler {
          // Stays: leaving would wait, on a thread of the pool, for the cancellation handler to end.
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in started.withLock { $0 += 1 }
          }
        } onCancel: {
          release.block()
        }
      } onEnd: {
      }
    }
    // One that is cancelled before it starts would run its cancellation handler on a thread of the pool.
    while started.withLock({ $0 }) < blocking.count { await Task.yield() }
    for handler in blocking { handler.cancel() }
    let ended = await withCheckedContinuation { continuation in
      let handler = HandlerTask(on: HandlerThreads.shared) {
        while !Task.isCancelled { await Task.yield() }
        return true
      } onEnd: {
        continuation.resume(returning: $0)
      }
      handler.cancel()
    }
    #expect(ended)
    release.open()
  }
}
