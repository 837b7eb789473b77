import Dispatch

/// An event loop on a serial queue of its own, which nothing that steps do can starve: not even handlers that block
/// every thread of Swift's pool.
///
/// Its clock goes on while the device sleeps. A user who locks the phone in the middle of a launch and comes
/// back a minute later is past every deadline of it: with a clock that had stopped, the app would go on waiting
/// on its loading page for connections that the sleep has long killed.
///
/// All alarms share one strict timer. A system timer stands still in sleep, so it is never set further ahead
/// than `longestWait`: after waking up, no alarm is later than that.
package final class DispatchEventLoop: EventLoop, @unchecked Sendable {
  /// The longest time for which the timer is set, in nanoseconds.
  private static let longestWait: Int64 = 1_000_000_000

  // `alarms`, `armedFor` and `ringingSince` are read and written on `queue` only, and the timer is set on it only;
  // the constants are fixed.
  private let queue = DispatchQueue(label: "launchflow.loop", qos: .userInitiated)
  private let timer: any DispatchSourceTimer
  private let start = ContinuousClock.now
  private var alarms = AlarmQueue()
  private var armedFor: Int64?
  /// While alarms ring, the moment up to which they are due.
  private var ringingSince: Int64?

  /// The loop of all engines and switches of the process.
  package static let shared = DispatchEventLoop()

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

  package func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
    QueueAlarm(loop: self, ring: ring)
  }

  /// How many alarms are held, for tests. Not to be called on the loop.
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

  /// An alarm of this loop. It leaves the queue when it is released.
  private final class QueueAlarm: Alarm, Sendable {
    private let loop: DispatchEventLoop
    private let slot: Locked<Int?>
    private let ring: @Sendable () -> Void

    init(loop: DispatchEventLoop, ring: @escaping @Sendable () -> Void) {
      self.loop = loop
      self.ring = ring
      slot = Locked(nil)
    }

    deinit {
      guard let slot = slot.withLock({ $0 }) else { return }
      let loop = loop
      loop.queue.async {
        loop.alarms.remove(slot)
        loop.rearm()
      }
    }

    func set(at time: Int64?) {
      dispatchPrecondition(condition: .onQueue(loop.queue))
      let slot = slot.withLock { slot in
        let known = slot ?? loop.alarms.make(ring)
        slot = known
        return known
      }
      // What is set while alarms ring belongs to the next round: one that always sets itself to now must not
      // keep all other work from the queue.
      let earliest = loop.ringingSince.map { $0 + 1 } ?? .min
      loop.alarms.set(slot, at: time.map { max($0, earliest) })
      loop.rearm()
    }
  }
}
