import Foundation

/// A lock with a condition to wait for. `NSCondition` costs several times as much, and waits by the calendar's clock.
final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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

  /// Nanoseconds on the clock of waits.
  static var now: UInt64 {
    #if canImport(Darwin)
      time(of: CLOCK_UPTIME_RAW)
    #else
      time(of: CLOCK_MONOTONIC)
    #endif
  }

  /// The time of one of the system's clocks in nanoseconds.
  static func time(of clock: clockid_t) -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(clock)
    #else
      var time = timespec()
      clock_gettime(clock, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #endif
  }

  func withLock<Answer>(_ body: () -> Answer) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  func signal() {
    pthread_cond_signal(condition)
  }

  /// Waits under the lock for a signal; at most until a time, if one is given. It may also return without a reason.
  func wait(until due: UInt64? = nil) {
    guard let due else {
      pthread_cond_wait(condition, mutex)
      return
    }
    #if canImport(Darwin)
      let now = Self.now
      let wait = due > now ? due - now : 0
      var time = timespec(tv_sec: Int(wait / 1_000_000_000), tv_nsec: Int(wait % 1_000_000_000))
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}
