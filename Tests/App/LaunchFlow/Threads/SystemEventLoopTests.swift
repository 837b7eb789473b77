import Foundation
import Testing

@testable import LaunchFlow

@Suite struct SystemEventLoopTests {
  @Test func `alarms ring in the order of their times and never early`() async {
    let loop = SystemEventLoop()
    let rung = Locked<[(index: Int, early: Bool)]>([])
    let delays: [Int64] = [30, 10, 20, 0, 10, 5]
    let alarms: [any Alarm] = await withCheckedContinuation { continuation in
      let left = Locked(delays.count)
      loop.perform {
        let now = loop.now
        let alarms = delays.enumerated().map { index, delay in
          let due = now + delay * 1_000_000
          let alarm = loop.makeAlarm {
            rung.withLock { $0.append((index, loop.now < due)) }
            let isLast = left.withLock {
              $0 -= 1
              return $0 == 0
            }
            if isLast { continuation.resume(returning: []) }
          }
          alarm.set(at: due)
          return alarm
        }
        keep(alarms)
      }
    }
    _ = alarms
    #expect(rung.withLock { $0.map(\.index) } == [3, 5, 1, 4, 2, 0])
    #expect(rung.withLock { $0.allSatisfy { !$0.early } })
  }

  @Test func `an alarm that is reset or turned off does not ring at its old time`() async {
    let loop = SystemEventLoop()
    let rung = Locked<[String]>([])
    await withCheckedContinuation { continuation in
      loop.perform {
        let now = loop.now
        let off = loop.makeAlarm { rung.withLock { $0.append("off") } }
        let moved = loop.makeAlarm { rung.withLock { $0.append("moved") } }
        let last = loop.makeAlarm { continuation.resume() }
        off.set(at: now + 1_000_000)
        off.set(at: nil)
        moved.set(at: now + 1_000_000)
        moved.set(at: now + 4_000_000)
        last.set(at: now + 8_000_000)
        keep([off, moved, last])
      }
    }
    #expect(rung.withLock { $0 } == ["moved"])
  }

  @Test func `an alarm that sets itself to the past does not block other work`() async {
    let loop = SystemEventLoop()
    let box = Locked<(any Alarm)?>(nil)
    await withCheckedContinuation { continuation in
      loop.perform {
        let alarm = loop.makeAlarm { box.withLock { $0 }?.set(at: 0) }
        box.withLock { $0 = alarm }
        alarm.set(at: 0)
        loop.perform {
          // At once: it would take a core from whoever has to resume this test.
          box.withLock { $0 = nil }
          continuation.resume()
        }
      }
    }
  }

  @Test func `a released alarm does not ring`() async {
    let loop = SystemEventLoop()
    let rung = Locked(0)
    await withCheckedContinuation { continuation in
      loop.perform {
        loop.makeAlarm { rung.withLock { $0 += 1 } }.set(at: loop.now + 2_000_000)
        let last = loop.makeAlarm { continuation.resume() }
        last.set(at: loop.now + 6_000_000)
        keep([last])
      }
    }
    #expect(rung.withLock { $0 } == 0)
  }

  /// On two cores the pool has two threads for each priority.
  @Test func `rings while the pool is blocked`() {
    let release = DispatchSemaphore(value: 0)
    let blocked = ProcessInfo.processInfo.activeProcessorCount * 2
    for _ in 0..<blocked { Task.detached { Self.block(on: release) } }
    let loop = SystemEventLoop()
    let rung = DispatchSemaphore(value: 0)
    loop.perform {
      let alarm = loop.makeAlarm { rung.signal() }
      alarm.set(at: loop.now + 1_000_000)
      keep([alarm])
    }
    rung.wait()
    for _ in 0..<blocked { release.signal() }
  }

  private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }
}

private let kept = Locked<[any Alarm]>([])

/// Holds alarms for the rest of the process: what a run would do for its own.
private func keep(_ alarms: [any Alarm]) {
  kept.withLock { $0 += alarms }
}
