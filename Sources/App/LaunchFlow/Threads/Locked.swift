#if canImport(Darwin)
  import os
#else
  import Foundation
#endif

/// A value with a lock, for short synchronous code.
///
/// `Synchronization.Mutex` needs iOS 18, and ThreadSanitizer on Linux does not know it.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias RawLock = os_unfair_lock
  #else
    private typealias RawLock = pthread_mutex_t
  #endif

  // One allocation: an `NSLock` would need three, and the runtime would check each access to a variable of a class.
  // `lock` guards `value`.
  private struct Content: ~Copyable {
    var lock = RawLock()
    var value: Value
  }
  private let memory: UnsafeMutablePointer<Content>

  package init(_ value: consuming sending Value) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: Content(value: value))
    #if !canImport(Darwin)
      pthread_mutex_init(&memory.pointee.lock, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(&memory.pointee.lock)
    #endif
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  package func withLock<Answer>(_ body: (inout Value) throws -> sending Answer) rethrows -> sending Answer {
    lock()
    defer { unlock() }
    return try body(&memory.pointee.value)
  }

  private func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(&memory.pointee.lock)
    #else
      pthread_mutex_lock(&memory.pointee.lock)
    #endif
  }

  private func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(&memory.pointee.lock)
    #else
      pthread_mutex_unlock(&memory.pointee.lock)
    #endif
  }
}

/// A lock without a value.
typealias Lock = Locked<Void>

extension Lock {
  convenience init() { self.init(()) }

  func withLock<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    lock()
    defer { unlock() }
    return try body()
  }
}
