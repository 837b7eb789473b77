/// Where an engine's handlers run: on threads of their own where the system can do that, else on Swift's pool.
///
/// Swift's pool has as many threads as there are cores. Handlers that block them all would stop every task of the
/// app, those that wait for the landing included.
package struct HandlerPool: Sendable {
  /// `HandlerThreads`, where the system has task executors.
  private let threads: (any Sendable)?

  package init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      threads = HandlerThreads()
    } else {
      threads = nil
    }
  }

  /// Runs a handler in a detached task. What it calls runs there too, but for actors with executors of their own
  /// and for unstructured tasks that it makes.
  func run(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let threads = threads as? HandlerThreads {
        return Task.detached(executorPreference: threads, priority: .userInitiated) { await body() }
      }
    }
    return Task.detached(priority: .userInitiated) { await body() }
  }
}
