import Foundation

/// A thread of an event loop: it does work in order, rings an alarm and makes calls at times. It starts with its first
/// order, and waits without a system timer or another thread.
///
/// Only short work of this library runs on it, so it is never blocked.
final class LoopThread: @unchecked Sendable {
  private struct Call {
    var due: UInt64
    var work: @Sendable () -> Void
  }

  private struct State {
    var work: [@Sendable () -> Void] = []
    var calls: [Call] = []
    /// When the alarm rings, on the monitor's clock; nil for never.
    var due: UInt64?
    var isStarted = false
    var isOver = false
  }

  /// Rings the alarm. Set before the first order.
  var ring: @Sendable () -> Void = {}
  private let monitor = Monitor()
  // `monitor` guards it.
  private var state = State()

  func perform(_ piece: @escaping @Sendable () -> Void) {
    change { $0.work.append(piece) }
  }

  func call(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    let due = Monitor.now + nanoseconds
    change { $0.calls.append(Call(due: due, work: work)) }
  }

  /// Sets the alarm to some nanoseconds from now; nil turns it off.
  func setAlarm(after nanoseconds: UInt64?) {
    let due = nanoseconds.map { Monitor.now + $0 }
    change { $0.due = due }
  }

  func end() {
    change { $0.isOver = true }
  }

  private func change(_ body: (inout State) -> Void) {
    let starts = monitor.withLock {
      body(&state)
      defer { state.isStarted = true }
      return !state.isStarted && !state.isOver
    }
    guard starts else { return monitor.signal() }
    let thread = Thread { EngineThread.enter(nil) { _ in self.run() } }
    thread.name = "launchflow.loop"
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  private func run() {
    while let piece = monitor.withLock(next) {
      #if canImport(ObjectiveC)
        autoreleasepool { piece() }
      #else
        piece()
      #endif
    }
  }

  /// Waits for the next work; nil at the end. Called under the lock.
  private func next() -> (@Sendable () -> Void)? {
    while !state.isOver {
      if !state.work.isEmpty { return state.work.removeFirst() }
      let now = Monitor.now
      if let due = state.due, due <= now {
        state.due = nil
        return ring
      }
      if let place = state.calls.firstIndex(where: { $0.due <= now }) {
        return state.calls.remove(at: place).work
      }
      var next = state.due
      for call in state.calls { next = min(next ?? call.due, call.due) }
      monitor.wait(until: next)
    }
    return nil
  }
}
