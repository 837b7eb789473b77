import Dispatch
import Foundation

/// A thread of an event loop: it does work in order, rings an alarm and makes calls at times. It starts with its first
/// order, and waits without a system timer or another thread.
///
/// Only short work of this library runs on it, so it is never blocked.
final class LoopThread: @unchecked Sendable {
  /// A call at a time.
  private struct Call {
    var due: UInt64
    var work: @Sendable () -> Void
  }

  /// Rings the alarm. Set before the first order.
  var ring: @Sendable () -> Void = {}
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // `mutex` guards the following variables.
  private var work: [@Sendable () -> Void] = []
  private var calls: [Call] = []
  /// When the alarm rings, on the monotonic clock; nil for never.
  private var due: UInt64?
  private var isStarted = false
  private var isOver = false

  init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Does some work soon.
  func perform(_ piece: @escaping @Sendable () -> Void) {
    change { work.append(piece) }
  }

  /// Makes a call after some nanoseconds.
  func call(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    let due = Self.now + nanoseconds
    change { calls.append(Call(due: due, work: work)) }
  }

  /// Sets the alarm to some nanoseconds from now; nil turns it off.
  func setAlarm(after nanoseconds: UInt64?) {
    let due = nanoseconds.map { Self.now + $0 }
    change { self.due = due }
  }

  /// Ends the thread.
  func end() {
    change { isOver = true }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private func change(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    let starts = !isStarted && !isOver
    isStarted = true
    pthread_mutex_unlock(mutex)
    guard starts else {
      pthread_cond_signal(condition)
      return
    }
    let thread = Thread { self.run() }
    thread.name = "launchflow.loop"
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  private func run() {
    while let piece = next() {
      #if canImport(ObjectiveC)
        autoreleasepool { piece() }
      #else
        piece()
      #endif
    }
  }

  /// Waits for the next work; nil at the end.
  private func next() -> (@Sendable () -> Void)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOver {
      if !work.isEmpty { return work.removeFirst() }
      let now = Self.now
      if let due, due <= now {
        self.due = nil
        return ring
      }
      if let place = calls.firstIndex(where: { $0.due <= now }) { return calls.remove(at: place).work }
      var next = due
      for call in calls { next = min(next ?? call.due, call.due) }
      wait(until: next, now)
    }
    return nil
  }

  private func wait(until due: UInt64?, _ now: UInt64) {
    guard let due else {
      pthread_cond_wait(condition, mutex)
      return
    }
    #if canImport(Darwin)
      let wait = due - now
      var time = timespec(tv_sec: Int(wait / 1_000_000_000), tv_nsec: Int(wait % 1_000_000_000))
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}
