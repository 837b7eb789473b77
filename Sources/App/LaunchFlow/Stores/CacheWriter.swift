import Foundation

/// How often caches have been cleared, with their scope and alone. The counts never decrease.
struct CacheGenerations: Sendable {
  var scopes: [String?: Int] = [:]
  var caches: [CacheKey: Int] = [:]

  subscript(key: CacheKey) -> Int { scopes[key.scope, default: 0] + caches[key, default: 0] }
}

/// Writes to a store and clears scopes. After a scope was cleared, it never contains a value from before, even if a
/// step answers late or the store is slow.
///
/// Entries of one key are written one after another, in the order of the calls. Different keys do not wait for each
/// other. An entry can be read while it is being written, so a run that starts right after another one finds that run's
/// values.
final class CacheWriter: Sendable {
  private struct State {
    var generations = CacheGenerations()
    /// By key: the newest write or removal, until it is done.
    var writes: [CacheKey: Write] = [:]
    var count = 0
  }

  private struct Write {
    var number: Int
    /// The entry; nil removes the stored one.
    var entry: CacheEntry?
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

  /// How often each cache has been cleared. A run notes this at its start.
  var generations: CacheGenerations { state.withLock { $0.generations } }

  /// Writes an entry soon, unless its cache has been cleared since its run started. Errors of the store are ignored.
  ///
  /// - Parameter generations: Those that the run knows.
  func write(_ entry: CacheEntry, for key: CacheKey, of generations: CacheGenerations) {
    let generation = generations[key]
    state.withLock { state in
      if state.generations[key] == generation { put(entry, for: key, generation, &state) }
    }
  }

  /// Empties a cache soon. Values of earlier runs are not stored in it any more; those of the run that clears it are.
  ///
  /// - Parameter generations: The counts that the run knows. This removal is added to them.
  func remove(_ key: CacheKey, for generations: inout CacheGenerations) {
    generations.caches[key, default: 0] += 1
    state.withLock { state in
      state.generations.caches[key, default: 0] += 1
      put(nil, for: key, state.generations[key], &state)
    }
  }

  private func put(_ entry: CacheEntry?, for key: CacheKey, _ generation: Int, _ state: inout State) {
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

  /// The entry that is being written for a key; an inner nil for one that is being removed; an outer nil for neither,
  /// or if the cache has been cleared since.
  func pending(for key: CacheKey) -> CacheEntry?? {
    state.withLock { state in
      guard let write = state.writes[key], state.generations[key] == write.generation else { return nil }
      return .some(write.entry)
    }
  }

  private func write(_ entry: CacheEntry?, for key: CacheKey, _ generation: Int) async {
    guard isCurrent(generation, key) else { return }
    guard let entry else {
      try? await store.removeEntry(for: key)
      return
    }
    try? await store.store(entry, for: key)
    // The cache was cleared during the write, and the store may have cleared it before it wrote.
    if !isCurrent(generation, key) { try? await store.removeEntry(for: key) }
  }

  private func isCurrent(_ generation: Int, _ key: CacheKey) -> Bool {
    state.withLock { $0.generations[key] == generation }
  }

  /// Removes all entries of a scope. On return none is left, and no earlier write adds one again.
  func clear(_ scope: String?) async throws {
    let writes = state.withLock { state in
      state.generations.scopes[scope, default: 0] += 1
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
