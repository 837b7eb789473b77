import Foundation

/// Writes to a store, one entry at a time, and clears scopes: a value from before a scope was cleared is never
/// written after it, however late its step answered.
actor CacheWriter {
  private let store: any CacheStore
  private var generations: [String?: Int] = [:]

  init(_ store: any CacheStore) {
    self.store = store
  }

  /// How often a scope has been cleared.
  func generation(of scope: String?) -> Int {
    generations[scope, default: 0]
  }

  /// Writes an entry, unless its scope has been cleared since. What the store throws counts as not written.
  func write(_ entry: CacheEntry, for key: CacheKey, generation: Int) async {
    guard generations[key.scope, default: 0] == generation else { return }
    try? await store.store(entry, for: key)
    // Cleared while it was being written: the clearing may have come first in the store.
    if generations[key.scope, default: 0] != generation { try? await store.removeEntry(for: key) }
  }

  /// Removes all entries of a scope.
  func clear(_ scope: String?) async throws {
    generations[scope, default: 0] += 1
    try await store.removeEntries(in: scope)
  }
}
