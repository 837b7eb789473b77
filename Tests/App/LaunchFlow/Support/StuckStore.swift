import LaunchFlow

/// A store that never answers when it is read.
struct StuckStore: CacheStore {
  func entry(for key: CacheKey) async throws -> CacheEntry? {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    return nil
  }
  func store(_ entry: CacheEntry, for key: CacheKey) async throws {}
  func removeEntry(for key: CacheKey) async throws {}
  func removeEntries(in scope: String?) async throws {}
}
