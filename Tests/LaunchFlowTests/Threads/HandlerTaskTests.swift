import Foundation
import LaunchFlowTestFlows
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct HandlerTaskTests {
  /// Answer and deadline fall together: the event loop decides.
  @Test func `a contested race has one winner and one late answer at the most`() async {
    let loop = DispatchEventLoop()
    let count = 200 * depth
    let tally = Locked((decided: 0, answers: 0, deadlines: 0, ends: 0))
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            loop.perform {
              Race(loop, wait: Int64(index % 300) * 1000, tally) { continuation.resume() }.start()
            }
          }
        }
      }
    }
    // Each handler ends sooner or later, heard or not.
    #expect(await eventually { tally.withLock { $0.ends } == count })
    let result = tally.withLock { $0 }
    #expect(result.decided == count)
    #expect(result.answers + result.deadlines == count)
  }

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

  @Test func `blocking cancellation handlers hold up nobody`() async {
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

/// A handler against its deadline, decided on the event loop alone.
private final class Race: @unchecked Sendable {
  // Touched on the event loop only.
  private let loop: DispatchEventLoop
  private let wait: Int64
  private let tally: Locked<(decided: Int, answers: Int, deadlines: Int, ends: Int)>
  private let done: @Sendable () -> Void
  private var alarm: (any Alarm)?
  private var handler: HandlerTask?
  private var deadline: Int64 = 0

  init(
    _ loop: DispatchEventLoop, wait: Int64,
    _ tally: Locked<(decided: Int, answers: Int, deadlines: Int, ends: Int)>,
    done: @escaping @Sendable () -> Void
  ) {
    self.loop = loop
    self.wait = wait
    self.tally = tally
    self.done = done
  }

  func start() {
    alarm = loop.makeAlarm { self.decide(arrival: nil) }
    deadline = loop.now + wait
    alarm?.set(at: deadline)
    handler = HandlerTask(on: HandlerThreads.shared) {
      usleepAround(200)
      return 1
    } onEnd: { _ in
      self.tally.withLock { $0.ends += 1 }
      let arrival = self.loop.now
      self.loop.perform { self.decide(arrival: arrival) }
    }
  }

  private func decide(arrival: Int64?) {
    guard alarm != nil else { return }
    let isAnswered = arrival.map { $0 <= deadline } ?? false
    tally.withLock { tally in
      tally.decided += 1
      if isAnswered { tally.answers += 1 } else { tally.deadlines += 1 }
    }
    alarm = nil
    handler?.cancel()
    done()
  }
}

private func usleepAround(_ microseconds: UInt32) { usleep(microseconds) }
