import LaunchFlowModel

/// Keeps entries in memory, for tests, previews, and apps that store nothing.
package final class MemoryCacheStore: CacheStore {
  private struct State {
    var entries: [CacheKey: CacheEntry]
  }

  private let state: Locked<State>

  package init(_ entries: [CacheKey: CacheEntry] = [:]) {
    state = Locked(State(entries: entries))
  }

  /// All entries, for tests.
  package var snapshot: [CacheKey: CacheEntry] { state.withLock { $0.entries } }

  package func entry(for key: CacheKey) async -> CacheEntry? {
    state.withLock { $0.entries[key] }
  }

  package func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    let entry = state.withLock { $0.entries[key] }
    EngineThread.end { completion(.success(entry)) }
  }

  package func store(_ entry: CacheEntry, for key: CacheKey) async {
    state.withLock { $0.entries[key] = entry }
  }

  package func removeEntry(for key: CacheKey) async {
    state.withLock { $0.entries[key] = nil }
  }

  package func removeEntries(in scope: String?) async {
    state.withLock { $0.entries = $0.entries.filter { $0.key.scope != scope } }
  }
}
