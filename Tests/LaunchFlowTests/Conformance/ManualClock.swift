import LaunchFlowMachine

@testable import LaunchFlow

/// Virtual time for a run driver: the test decides what happens next. Used by one thread alone.
final class ManualClock: EventLoop, @unchecked Sendable {
  // All of it is touched by the one thread of its test.
  private(set) var now: Int64 = 0
  private var alarm: (ring: @Sendable () -> Void, time: Int64)?
  private var events: [(time: Int64, order: EventOrder, number: Int, work: () -> Void)] = []
  private var count = 0

  func perform(_ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Makes the one alarm that a run has.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
    ManualAlarm { [weak self] time in self?.alarm = time.map { (ring, $0) } }
  }

  private struct ManualAlarm: Alarm {
    let setTime: @Sendable (Int64?) -> Void

    func set(at time: Int64?) {
      setTime(time)
    }
  }

  /// Lets something happen at a time; at one instant the machine's order decides.
  func schedule(at time: Int64, _ order: EventOrder, _ work: @escaping () -> Void) {
    count += 1
    let event = (time: time, order: order, number: count, work: work)
    let place = events.firstIndex { (time, order.key, count) < ($0.time, $0.order.key, $0.number) }
    events.insert(event, at: place ?? events.count)
  }

  /// Goes on until nothing is left to happen.
  func runToTheEnd() {
    while true {
      if let event = events.first, event.time <= alarm?.time ?? .max {
        events.removeFirst()
        now = max(now, event.time)
        event.work()
      } else if let (ring, time) = alarm {
        alarm = nil
        now = max(now, time)
        ring()
      } else {
        return
      }
    }
  }
}
