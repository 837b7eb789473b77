import LaunchFlowModel

/// Keeps entries in memory, for tests, previews, and apps that store nothing.
package final class MemoryCacheStore: CacheStore {
  private let entries: Locked<[CacheKey: CacheEntry]>

  /// A store with these entries.
  package init(_ entries: [CacheKey: CacheEntry] = [:]) {
    self.entries = Locked(entries)
  }

  /// All entries, for tests.
  package var snapshot: [CacheKey: CacheEntry] { entries.withLock { $0 } }

  /// The entry under a key.
  package func entry(for key: CacheKey) async -> CacheEntry? {
    entries.withLock { $0[key] }
  }

  /// Calls back at once with the entry under a key.
  package func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    completion(.success(entries.withLock { $0[key] }))
  }

  /// Stores an entry under a key.
  package func store(_ entry: CacheEntry, for key: CacheKey) async {
    entries.withLock { $0[key] = entry }
  }

  /// Removes the entry under a key.
  package func removeEntry(for key: CacheKey) async {
    entries.withLock { $0[key] = nil }
  }

  /// Removes all entries of a scope.
  package func removeEntries(in scope: String?) async {
    entries.withLock { $0 = $0.filter { $0.key.scope != scope } }
  }
}
