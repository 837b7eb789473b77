import LaunchFlowModel

/// Keeps entries for as long as it lives: for tests, previews, and apps that store nothing.
public actor MemoryCacheStore: CacheStore {
  private var entries: [CacheKey: CacheEntry]

  /// Starts with some entries.
  public init(_ entries: [CacheKey: CacheEntry] = [:]) {
    self.entries = entries
  }

  /// The entry under a key.
  public func entry(for key: CacheKey) -> CacheEntry? {
    entries[key]
  }

  /// Puts an entry under a key.
  public func store(_ entry: CacheEntry, for key: CacheKey) {
    entries[key] = entry
  }

  /// Removes the entry under a key.
  public func removeEntry(for key: CacheKey) {
    entries[key] = nil
  }

  /// Removes all entries of a scope.
  public func removeEntries(in scope: String?) {
    entries = entries.filter { $0.key.scope != scope }
  }
}
