import Foundation

/// Writes to a store and clears scopes: a value from before a scope was cleared is never there after it, however
/// late its step answered and however slow the store is.
///
/// Entries of one key are written one after another, in the order in which they came; different keys do not wait
/// for one another.
final class CacheWriter: Sendable {
  private struct State {
    /// How often each scope has been cleared; a scope that never was is absent.
    var generations: [String?: Int] = [:]
    /// By key: the newest write, done or not.
    var writes: [CacheKey: Task<Void, Never>] = [:]
  }

  private let store: any CacheStore
  private let state = Guarded(State())

  init(_ store: any CacheStore) {
    self.store = store
  }

  /// How often each scope has been cleared by now: what a run must know from its start.
  var generations: [String?: Int] { state.withLock { $0.generations } }

  /// Writes an entry soon, unless its scope has been cleared since its run started. What the store throws counts
  /// as not written.
  ///
  /// - Parameter generations: Those of the run's start.
  func write(_ entry: CacheEntry, for key: CacheKey, of generations: [String?: Int]) {
    let generation = generations[key.scope, default: 0]
    state.withLock { state in
      let former = state.writes[key]
      state.writes[key] = Task.detached(priority: .utility) {
        await former?.value
        await self.write(entry, for: key, generation)
      }
    }
  }

  private func write(_ entry: CacheEntry, for key: CacheKey, _ generation: Int) async {
    guard isCurrent(generation, key.scope) else { return }
    try? await store.store(entry, for: key)
    // Cleared while it was being written: the clearing may have come first in the store.
    if !isCurrent(generation, key.scope) { try? await store.removeEntry(for: key) }
  }

  private func isCurrent(_ generation: Int, _ scope: String?) -> Bool {
    state.withLock { $0.generations[scope, default: 0] == generation }
  }

  /// Removes all entries of a scope. On return none is left, and no write that was under way brings one back.
  func clear(_ scope: String?) async throws {
    let writes = state.withLock { state in
      state.generations[scope, default: 0] += 1
      return state.writes.filter { $0.key.scope == scope }.map(\.value)
    }
    try await store.removeEntries(in: scope)
    for write in writes { await write.value }
  }

  /// Waits for all writes that have been asked for.
  func settle() async {
    for write in state.withLock({ Array($0.writes.values) }) { await write.value }
  }
}
