#if canImport(Darwin)
  import os
#else
  import Foundation
#endif

/// A lock for short synchronous code.
///
/// `Synchronization.Mutex` needs iOS 18, and ThreadSanitizer on Linux does not know it.
final class Lock: @unchecked Sendable {
  #if canImport(Darwin)
    private let memory = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
  #else
    private let memory = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif

  init() {
    #if canImport(Darwin)
      memory.initialize(to: os_unfair_lock())
    #else
      pthread_mutex_init(memory, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(memory)
    #endif
    memory.deallocate()
  }

  func withLock<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    #if canImport(Darwin)
      os_unfair_lock_lock(memory)
      defer { os_unfair_lock_unlock(memory) }
    #else
      pthread_mutex_lock(memory)
      defer { pthread_mutex_unlock(memory) }
    #endif
    return try body()
  }
}

/// A value with a lock, for short synchronous code.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias Lock = os_unfair_lock
  #else
    private typealias Lock = pthread_mutex_t
  #endif

  // One allocation: an `NSLock` would need three, and the runtime would check each access to a variable of a class.
  // `lock` guards `value`.
  private struct Content: ~Copyable {
    var lock = Lock()
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
    #if canImport(Darwin)
      os_unfair_lock_lock(&memory.pointee.lock)
      defer { os_unfair_lock_unlock(&memory.pointee.lock) }
    #else
      pthread_mutex_lock(&memory.pointee.lock)
      defer { pthread_mutex_unlock(&memory.pointee.lock) }
    #endif
    return try body(&memory.pointee.value)
  }
}
