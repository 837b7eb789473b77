import LaunchFlowMachine

@testable import LaunchFlow

/// Virtual time for a run driver: the test decides what happens next. Used by one thread alone.
final class ManualClock: DriverClock, @unchecked Sendable {
  // All of it is touched by the one thread of its test.
  private(set) var now: Int64 = 0
  private var alarm: (alarm: DriverAlarm, time: Int64)?
  private var events: [(time: Int64, order: EventOrder, number: Int, work: () -> Void)] = []
  private var count = 0

  func submit(_ work: @escaping @Sendable () -> Void) {
    work()
  }

  func setAlarm(_ alarm: DriverAlarm, at time: Int64?) {
    self.alarm = time.map { (alarm, $0) }
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
      } else if let (due, time) = alarm {
        alarm = nil
        now = max(now, time)
        due.wake()
      } else {
        return
      }
    }
  }
}
