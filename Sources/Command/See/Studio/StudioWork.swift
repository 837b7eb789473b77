import Foundation

/// The newest request of each page. Older work ends.
final class StudioWork: @unchecked Sendable {
  // `condition` guards every variable.
  private let condition = NSCondition()
  private var newest: [String: Int64] = [:]
  private var isBusy = false
  private var isStopped = false

  private static let mostPages = 256

  /// Notes a request of a page; returns a function that tells whether the page has sent a newer one since.
  ///
  /// - Parameters:
  ///   - page: The page's own identifier, and the kind of its request.
  ///   - number: Grows with each change that the page's reader makes.
  func begin(_ page: String, number: Int64) -> @Sendable () -> Bool {
    condition.withLock {
      if newest.count >= Self.mostPages, newest[page] == nil { newest = [:] }
      newest[page] = max(number, newest[page] ?? number)
      condition.broadcast()
    }
    return { self.condition.withLock { self.isStopped || self.newest[page].map { $0 > number } ?? false } }
  }

  /// Does long work, one job at a time, so that pictures find a free core; nil if it is outdated before it begins.
  func alone<Answer>(unless isOutdated: () -> Bool, _ body: () throws -> Answer?) rethrows -> Answer? {
    condition.lock()
    while isBusy {
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
      condition.unlock()
      let isOver = isOutdated()
      condition.lock()
      if isOver {
        condition.unlock()
        return nil
      }
    }
    isBusy = true
    condition.unlock()
    defer {
      condition.withLock {
        isBusy = false
        condition.broadcast()
      }
    }
    return isOutdated() ? nil : try body()
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}
