import LaunchFlow

/// An event loop with a manual clock, so that a test always has the same order of events.
package final class ManualEventLoop: EventLoop, Sendable {
  private struct State {
    var now: Int64 = 0
    var work: [@Sendable () -> Void] = []
    var alarms = AlarmQueue()
  }

  private let state = Locked(State())

  package init() {}

  package var now: Int64 { state.withLock { $0.now } }

  package var pendingWork: Int { state.withLock { $0.work.count } }

  package func perform(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append(work) }
  }

  package func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
    ManualAlarm(state: state, slot: state.withLock { $0.alarms.make(ring) })
  }

  /// When the next alarm rings; nil if none is set.
  package var nextAlarm: Int64? { state.withLock { $0.alarms.next() } }

  /// Does all work, including work that it adds. No time passes.
  package func settle() {
    while let work = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { work() }
  }

  /// Moves the time to the next alarm, unless it is later than the limit. Returns whether there was one.
  package func step(through limit: Int64 = .max) -> Bool {
    settle()
    guard let next = nextAlarm, next <= limit else { return false }
    let ring = state.withLock { state in
      state.now = max(state.now, next)
      return state.alarms.takeDue(at: next)
    }
    ring?()
    settle()
    return true
  }

  /// Moves the time without ringing alarms.
  package func skip(to time: Int64) {
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Moves the time and rings every alarm that becomes due.
  package func advance(to time: Int64) {
    while step(through: time) {}
    state.withLock { $0.now = max($0.now, time) }
  }

  private final class ManualAlarm: Alarm, Sendable {
    private let state: Locked<State>
    private let slot: Int

    init(state: Locked<State>, slot: Int) {
      self.state = state
      self.slot = slot
    }

    deinit { state.withLock { $0.alarms.remove(slot) } }

    func set(at time: Int64?) {
      state.withLock { $0.alarms.set(slot, at: time) }
    }
  }
}
