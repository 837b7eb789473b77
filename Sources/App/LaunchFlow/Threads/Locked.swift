#if canImport(Darwin)
  import os
#else
  import Foundation
#endif

/// A value with a lock, for short synchronous code.
///
/// `Synchronization.Mutex` needs iOS 18, and ThreadSanitizer on Linux does not know it.
package final class Locked<Value>: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias Lock = os_unfair_lock
  #else
    private typealias Lock = pthread_mutex_t
  #endif

  // One allocation: an `NSLock` would need three, and the runtime would check each access to a variable of a class. A
  // pair of both would be a type of its own, which the runtime looks up each time. `lock` guards `value`.
  private let lock: UnsafeMutablePointer<Lock>
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: sending Value) {
    let alignment = max(MemoryLayout<Lock>.alignment, MemoryLayout<Value>.alignment)
    let place = (MemoryLayout<Lock>.size + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: place + MemoryLayout<Value>.size, alignment: alignment)
    lock = memory.initializeMemory(as: Lock.self, to: Lock())
    self.value = (memory + place).initializeMemory(as: Value.self, to: value)
    #if !canImport(Darwin)
      pthread_mutex_init(lock, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(lock)
    #endif
    value.deinitialize(count: 1)
    UnsafeMutableRawPointer(lock).deallocate()
  }

  /// Reads or changes the value under the lock.
  package func withLock<Answer>(_ body: (inout Value) throws -> sending Answer) rethrows -> sending Answer {
    #if canImport(Darwin)
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
    #else
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    return try body(&value.pointee)
  }
}
