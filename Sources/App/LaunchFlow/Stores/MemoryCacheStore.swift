/// Keeps entries in memory, for tests, previews, and apps that store nothing.
package final class MemoryCacheStore: CacheStore {
  private let entries: Locked<[CacheKey: CacheEntry]>

  package init(_ entries: [CacheKey: CacheEntry] = [:]) {
    self.entries = Locked(entries)
  }

  /// All entries, for tests.
  package var snapshot: [CacheKey: CacheEntry] { entries.withLock { $0 } }

  package func entry(for key: CacheKey) async -> CacheEntry? {
    entries.withLock { $0[key] }
  }

  package func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    let entry = entries.withLock { $0[key] }
    EngineThread.end { completion(.success(entry)) }
  }

  package func store(_ entry: CacheEntry, for key: CacheKey) async {
    entries.withLock { $0[key] = entry }
  }

  package func removeEntry(for key: CacheKey) async {
    entries.withLock { $0[key] = nil }
  }

  package func removeEntries(in scope: String?) async {
    entries.withLock { $0 = $0.filter { $0.key.scope != scope } }
  }
}
