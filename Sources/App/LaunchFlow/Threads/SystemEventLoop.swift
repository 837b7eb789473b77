import Foundation

/// An event loop on its own thread. No step can starve it, not even handlers that block all of Swift's pool.
///
/// Its clock continues while the device sleeps. If a user locks the phone during a launch and returns a minute later,
/// all deadlines have passed. With a clock that stops, the app would stay on its loading page and wait for connections
/// that no longer exist.
///
/// The thread of a handler that has just ended also does the loop's work, so that the next step need not wait for
/// another thread.
///
/// All alarms share one wait of the thread. Such a wait stops in sleep, so it is at most `longestWait`. After waking up,
/// no alarm is later than that.
package final class SystemEventLoop: EventLoop, @unchecked Sendable {
  // Only the thread that has the turn reads and writes `alarms`, `armedFor`, `sleeps`, `ringingSince` and `taken`,
  // and sets the own thread's alarm; `turn` guards the change of threads. The constants are fixed.

  /// The longest time for which the thread's alarm is set, in nanoseconds.
  private static let longestWait: Int64 = 1_000_000_000

  /// A handler's thread does at most this many pieces of work; the loop's own thread does the others.
  private static let mostOnHandlersThread = 1024

  /// The work that waits, and whether a thread does it.
  private struct Turn {
    var waiting: [@Sendable () -> Void] = []
    /// Whether a thread does the work, or will do so.
    var isTaken = false
    /// The thread that does the work; nil until it begins.
    var thread: pthread_t?
  }

  private let turn = Locked(Turn())
  private let own = LoopThread()
  private let start = time()
  private var alarms = AlarmQueue()
  private var armedFor: Int64?
  private var sleeps = SleepWatch()
  /// While alarms ring, the time up to which they are due.
  private var ringingSince: Int64?
  /// The work that is done now; outside of turns empty, with room for the next.
  private var taken: [@Sendable () -> Void] = []

  /// The loop of all engines and switches of the process.
  package static let shared = SystemEventLoop()

  package init() {
    own.ring = { [weak self] in
      guard let self, !add({ self.ringDue() }).isTaken else { return }
      workOnOwnThread()
    }
  }

  deinit {
    own.end()
  }

  /// Makes a call on the loop's own thread after some nanoseconds, even while another thread does the loop's work.
  func call(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    own.call(after: nanoseconds, work)
  }

  package var now: Int64 { Self.time() - start }

  /// The time of `ContinuousClock` in nanoseconds. Its own instants compute in 128 bits, several times as slowly.
  private static func time() -> Int64 {
    #if canImport(Darwin)
      Int64(Monitor.time(of: CLOCK_MONOTONIC_RAW))
    #else
      Int64(Monitor.time(of: CLOCK_BOOTTIME))
    #endif
  }

  package func perform(_ work: @escaping @Sendable () -> Void) {
    let former = add(work)
    // The thread of a handler that has just ended begins before one that has to start or wake up.
    guard !former.isBegun, !EngineThread.putOff(self), !former.isTaken else { return }
    own.perform { self.workOnOwnThread() }
  }

  /// Adds some work. Returns whether a thread was to do the earlier work, and whether it had begun.
  private func add(_ work: @escaping @Sendable () -> Void) -> (isTaken: Bool, isBegun: Bool) {
    turn.withLock { turn in
      turn.waiting.append(work)
      defer { turn.isTaken = true }
      return (turn.isTaken, turn.thread != nil)
    }
  }

  private func workOnOwnThread() {
    if let thread = EngineThread.current { work(on: thread) }
  }

  /// Does all waiting work on the calling thread, a handler's or the loop's own.
  func work(on thread: EngineThread) {
    var count = 0
    while true {
      let isEmpty = turn.withLock { turn in
        // Another thread has begun before, and does all work.
        if count == 0, turn.thread != nil { return true }
        swap(&turn.waiting, &taken)
        turn.isTaken = !taken.isEmpty
        turn.thread = taken.isEmpty ? nil : pthread_self()
        return taken.isEmpty
      }
      if isEmpty { return }
      if count > 0 { thread.stay() }
      thread.hold { for piece in taken { piece() } }
      count += taken.count
      taken.removeAll(keepingCapacity: taken.count < Self.mostOnHandlersThread)
      if thread.pool != nil, count >= Self.mostOnHandlersThread {
        turn.withLock { $0.thread = nil }
        return own.perform { self.workOnOwnThread() }
      }
    }
  }

  private var isOnLoop: Bool {
    turn.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  package func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
    QueueAlarm(loop: self, ring: ring)
  }

  /// How many alarms there are, for tests. Must not be called on the loop.
  var alarmCount: Int {
    let (count, isCounted) = (Locked(0), DispatchSemaphore(value: 0))
    perform {
      count.withLock { $0 = self.alarms.alarmCount }
      isCounted.signal()
    }
    isCounted.wait()
    return count.withLock { $0 }
  }

  package func slept(since time: Int64) -> Int64 {
    // An answer may be handled before the alarm rings.
    sleeps.note(at: now)
    return sleeps.total(since: time)
  }

  private func ringDue() {
    armedFor = nil
    let moment = now
    sleeps.alarm(at: nil, moment)
    ringingSince = moment
    while let ring = alarms.takeDue(at: moment) { ring() }
    ringingSince = nil
    rearm()
  }

  private func rearm() {
    guard ringingSince == nil else { return }
    guard let next = alarms.next() else {
      if armedFor != nil { own.setAlarm(after: nil) }
      armedFor = nil
      sleeps.alarm(at: nil, now)
      return
    }
    // An alarm that rings too early costs one idle turn. Setting it again costs a system call each time.
    if let armedFor, armedFor <= next { return }
    let moment = now
    let wait = min(next - moment, Self.longestWait)
    guard wait > 0 else {
      // Already due: it rings after the waiting work.
      armedFor = next
      perform { self.ringDue() }
      return
    }
    own.setAlarm(after: UInt64(wait))
    armedFor = next
    sleeps.alarm(at: moment + wait, moment)
  }

  /// An alarm of this loop. It leaves the queue when it is released.
  private final class QueueAlarm: Alarm, @unchecked Sendable {
    private let loop: SystemEventLoop
    // Used on the loop, and last at the release.
    private var slot: Int?
    private let ring: @Sendable () -> Void

    init(loop: SystemEventLoop, ring: @escaping @Sendable () -> Void) {
      self.loop = loop
      self.ring = ring
    }

    deinit {
      guard let slot else { return }
      let loop = loop
      loop.perform {
        loop.alarms.remove(slot)
        loop.rearm()
      }
    }

    func set(at time: Int64?) {
      assert(loop.isOnLoop, "an alarm is set on its loop")
      // It may be released while it is due.
      let slot = slot ?? loop.alarms.make { [weak self] in self?.ring() }
      self.slot = slot
      // An alarm that is set while alarms ring belongs to the next round. An alarm that always sets itself to now must
      // not block all other work.
      let earliest = loop.ringingSince.map { $0 + 1 } ?? .min
      loop.alarms.set(slot, at: time.map { max($0, earliest) })
      loop.rearm()
    }
  }
}
