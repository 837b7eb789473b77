import Foundation
import LaunchFlow
import LaunchFlowSimulator

/// The app's own store in a tested run: its functions run as handlers do, in virtual time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct VirtualStore: CacheStore {
  let store: any CacheStore
  let host: VirtualHost

  /// Reads with `entry(for:)`, since the store's own queue would be outside of virtual time.
  func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    store.read(key, on: host, completion)
  }

  func entry(for key: CacheKey) async throws -> CacheEntry? { try await store.entry(for: key) }

  func store(_ entry: CacheEntry, for key: CacheKey) async throws { try await store.store(entry, for: key) }

  func removeEntry(for key: CacheKey) async throws { try await store.removeEntry(for: key) }

  func removeEntries(in scope: String?) async throws { try await store.removeEntries(in: scope) }
}
