import Foundation

/// A value behind a lock, for short stretches of synchronous code.
///
/// `Synchronization.Mutex` would need iOS 18, and ThreadSanitizer on Linux does not see it.
package final class Locked<Value>: @unchecked Sendable {
  // `lock` guards `value`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Reads or changes the value; nobody else does meanwhile.
  package func withLock<Answer>(_ body: (inout Value) throws -> sending Answer) rethrows -> sending Answer {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
