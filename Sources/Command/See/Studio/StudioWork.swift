import Foundation

/// The newest request of each page. Older work ends.
final class StudioWork: @unchecked Sendable {
  // `condition` guards every variable. It is signalled at each request, and when a job or all work ends.
  private let condition = NSCondition()
  private var newest: [String: Int64] = [:]
  private var isBusy = false
  private var isStopped = false

  private static let mostPages = 256

  /// Does long work, one job at a time, so that pictures find a free core; nil if the page has sent a newer request before
  /// the work begins.
  ///
  /// - Parameters:
  ///   - page: The page's own identifier, and the kind of its request.
  ///   - number: Grows with each change that the page's reader makes.
  ///   - body: Gets a function that tells whether the page has sent a newer request since.
  func alone<Answer>(
    _ page: String, number: Int64, _ body: (@escaping @Sendable () -> Bool) throws -> Answer?
  ) rethrows -> Answer? {
    guard begin(page, number) else { return nil }
    defer {
      condition.withLock {
        isBusy = false
        condition.broadcast()
      }
    }
    return try body { self.condition.withLock { self.isOutdated(page, number) } }
  }

  /// Notes a request, and waits until no other job is done; false if the request is outdated by then.
  private func begin(_ page: String, _ number: Int64) -> Bool {
    condition.withLock {
      if newest.count >= Self.mostPages, newest[page] == nil { newest = [:] }
      newest[page] = max(number, newest[page] ?? number)
      condition.broadcast()
      while isBusy, !isOutdated(page, number) { condition.wait() }
      guard !isOutdated(page, number) else { return false }
      isBusy = true
      return true
    }
  }

  /// The caller holds the condition.
  private func isOutdated(_ page: String, _ number: Int64) -> Bool {
    isStopped || newest[page].map { $0 > number } ?? false
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}
