import Dispatch
import Foundation

/// An event loop on a serial queue of its own, which nothing that steps do can starve: not even handlers that block
/// every thread of Swift's pool.
///
/// Its clock goes on while the device sleeps. A user who locks the phone in the middle of a launch and comes
/// back a minute later is past every deadline of it: with a clock that had stopped, the app would go on waiting
/// on its loading page for connections that the sleep has long killed.
///
/// The thread of a handler that has just ended does the loop's work too, so that the next step waits for no other
/// thread.
///
/// All alarms share one strict timer. A system timer stands still in sleep, so it is never set further ahead
/// than `longestWait`: after waking up, no alarm is later than that.
package final class DispatchEventLoop: EventLoop, @unchecked Sendable {
  // `alarms`, `armedFor` and `ringingSince` are read and written, and the timer is set, only by the thread whose turn
  // it is; `turn` hands them on. The constants are fixed.

  /// The longest time for which the timer is set, in nanoseconds.
  private static let longestWait: Int64 = 1_000_000_000

  /// After so many pieces of work, a handler's thread leaves the rest to the queue.
  private static let mostOnHandlersThread = 1024

  /// What waits, and who is at it.
  private struct Turn {
    var waiting: [@Sendable () -> Void] = []
    /// Whether somebody does the work, or is about to.
    var isTaken = false
    var thread: pthread_t?
  }

  private let turn = Locked(Turn())
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
    timer.setEventHandler { [weak self] in
      guard let self, add({ self.ringDue() }) else { return }
      work()
    }
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
    guard add(work), !PoolThread.putOff({ self.work(on: $0) }) else { return }
    queue.async { self.work() }
  }

  /// Adds some work; whether the caller has to see to it that it is done.
  private func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    turn.withLock { turn in
      turn.waiting.append(work)
      defer { turn.isTaken = true }
      return !turn.isTaken
    }
  }

  /// Does all work that waits.
  ///
  /// - Parameter thread: The handler's thread that calls this; nil on the queue.
  private func work(on thread: PoolThread? = nil) {
    var count = 0
    while true {
      let taken = turn.withLock { turn -> [@Sendable () -> Void] in
        let taken = turn.waiting
        turn.waiting = []
        turn.isTaken = !taken.isEmpty
        turn.thread = taken.isEmpty ? nil : pthread_self()
        return taken
      }
      if taken.isEmpty { return }
      if count > 0 { thread?.stay() }
      for piece in taken { piece() }
      count += taken.count
      if thread != nil, count >= Self.mostOnHandlersThread { return queue.async { self.work() } }
    }
  }

  /// Whether the calling thread does the loop's work.
  private var isOnLoop: Bool {
    turn.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  package func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
    QueueAlarm(loop: self, ring: ring)
  }

  /// How many alarms are held, for tests. Not to be called on the loop.
  var alarmCount: Int {
    let (count, isCounted) = (Locked(0), DispatchSemaphore(value: 0))
    perform {
      count.withLock { $0 = self.alarms.alarmCount }
      isCounted.signal()
    }
    isCounted.wait()
    return count.withLock { $0 }
  }

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
      perform { self.ringDue() }
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
      loop.perform {
        loop.alarms.remove(slot)
        loop.rearm()
      }
    }

    func set(at time: Int64?) {
      assert(loop.isOnLoop, "an alarm is set on its loop")
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
