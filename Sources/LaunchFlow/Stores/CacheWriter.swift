import Foundation

/// Writes to a store and clears scopes. A value from before a scope was cleared is never there after it, however late
/// its step answered and however slow the store is.
///
/// Entries of one key are written one after another, in the order of the calls; different keys do not wait for one
/// another. An entry that is being written can be read already, so a run that starts right after another finds what
/// that one stored.
final class CacheWriter: Sendable {
  private struct State {
    /// How often each scope has been cleared; a scope that never was is absent.
    var generations: [String?: Int] = [:]
    /// By key: the newest write, until it is done.
    var writes: [CacheKey: Write] = [:]
    /// How many writes there were.
    var count = 0
  }

  private struct Write {
    var number: Int
    var entry: CacheEntry
    /// The scope's generation.
    var generation: Int
    var task: Task<Void, Never>
  }

  private let store: any CacheStore
  private let place: any HandlerPlace
  private let state = Locked(State())

  init(_ store: any CacheStore, on place: any HandlerPlace = HandlerThreads.stores) {
    self.store = store
    self.place = place
  }

  /// How often each scope has been cleared by now. A run notes this at its start.
  var generations: [String?: Int] { state.withLock { $0.generations } }

  /// Writes an entry soon, unless its scope has been cleared since its run started. An error of the store is ignored.
  ///
  /// - Parameter generations: Those of the run's start.
  func write(_ entry: CacheEntry, for key: CacheKey, of generations: [String?: Int]) {
    let generation = generations[key.scope, default: 0]
    state.withLock { state in
      guard state.generations[key.scope, default: 0] == generation else { return }
      let former = state.writes[key]?.task
      state.count += 1
      let number = state.count
      let body: nonisolated(nonsending) @Sendable () async -> Void = {
        await former?.value
        await self.write(entry, for: key, generation)
        self.state.withLock { if $0.writes[key]?.number == number { $0.writes[key] = nil } }
      }
      let task = place.start(body, of: "", onMain: false)
      state.writes[key] = Write(number: number, entry: entry, generation: generation, task: task)
    }
  }

  /// The entry that is being written for a key, unless its scope has been cleared since; nil for none.
  func pending(for key: CacheKey) -> CacheEntry? {
    state.withLock { state in
      guard let write = state.writes[key], state.generations[key.scope, default: 0] == write.generation
      else { return nil }
      return write.entry
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
      return state.writes.filter { $0.key.scope == scope }.map(\.value.task)
    }
    try await store.removeEntries(in: scope)
    for write in writes { await write.value }
  }

  /// Waits for all writes so far.
  func settle() async {
    for task in state.withLock({ $0.writes.map(\.value.task) }) { await task.value }
  }
}
