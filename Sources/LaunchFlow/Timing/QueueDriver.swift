import Dispatch

/// Drives runs on a serial queue of its own, which nothing that steps do can starve: not even handlers that
/// block every thread of Swift's pool.
///
/// Its clock goes on while the device sleeps. A user who locks the phone in the middle of a launch and comes
/// back a minute later is past every deadline of it: with a clock that had stopped, the app would go on waiting
/// on its loading page for connections that the sleep has long killed.
///
/// All alarms share one strict timer. A system timer stands still in sleep, so it is never set further ahead
/// than `longestWait`: after waking up, no alarm is later than that.
package final class QueueDriver: Driver, @unchecked Sendable {
  /// The longest time for which the timer is set, in nanoseconds.
  private static let longestWait: Int64 = 1_000_000_000

  // `alarms`, `armedFor` and `ringingSince` are read and written on `queue` only, and the timer is set on it only;
  // the constants are fixed.
  private let queue = DispatchQueue(label: "launchflow.driver", qos: .userInitiated)
  private let timer: any DispatchSourceTimer
  private let start = ContinuousClock.now
  private var alarms = AlarmQueue()
  private var armedFor: Int64?
  /// While alarms ring, the moment up to which they are due.
  private var ringingSince: Int64?

  package init() {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler { [weak self] in self?.ringDue() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  package var now: Int64 {
    start.duration(to: .now).nanoseconds
  }

  package func perform(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  /// Whether the caller is on the driver; a precondition for what only it may touch.
  package func preconditionOnDriver() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  package func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
    QueueAlarm(driver: self, ring: ring)
  }

  /// How many alarms are held, for tests. Not to be called on the driver.
  var alarmCount: Int { queue.sync { alarms.alarmCount } }

  private func ringDue() {
    armedFor = nil
    let moment = now
    ringingSince = moment
    while let ring = alarms.takeDue(at: moment) { ring() }
    ringingSince = nil
    rearm()
  }

  private func rearm() {
    guard ringingSince == nil else { return }
    guard let next = alarms.next() else {
      if armedFor != nil { timer.schedule(deadline: .distantFuture) }
      armedFor = nil
      return
    }
    // A timer that fires too early costs one idle turn, setting it anew costs a call of the system each time.
    if let armedFor, armedFor <= next { return }
    let wait = min(next - now, Self.longestWait)
    guard wait > 0 else {
      // Due already: after what waits on the queue, without a turn of the system's timer for each.
      armedFor = next
      queue.async { self.ringDue() }
      return
    }
    timer.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .nanoseconds(0))
    armedFor = next
  }

  /// An alarm of this driver. It is taken out of the queue when nobody holds it any more.
  private final class QueueAlarm: Alarm, Sendable {
    private let driver: QueueDriver
    private let slot: Guarded<Int32?>
    private let ring: @Sendable () -> Void

    init(driver: QueueDriver, ring: @escaping @Sendable () -> Void) {
      self.driver = driver
      self.ring = ring
      slot = Guarded(nil)
    }

    deinit {
      guard let slot = slot.withLock({ $0 }) else { return }
      let driver = driver
      driver.queue.async {
        driver.alarms.remove(slot)
        driver.rearm()
      }
    }

    func set(at time: Int64?) {
      driver.preconditionOnDriver()
      let slot = slot.withLock { slot in
        let known = slot ?? driver.alarms.make(ring)
        slot = known
        return known
      }
      // What is set while alarms ring belongs to the next round: one that always sets itself to now must not
      // keep all other work from the queue.
      let earliest = driver.ringingSince.map { $0 + 1 } ?? .min
      driver.alarms.set(slot, at: time.map { max($0, earliest) })
      driver.rearm()
    }
  }
}
