import Foundation
import LaunchFlow
import LaunchFlowSimulator

/// Fills the store before a tested run, and reads it afterwards. Both have their own virtual time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class StoreKeeper {
  /// The problems of a store that left virtual time before or after the run.
  private(set) var problems: [String] = []
  private let store: any CacheStore
  private let isOwn: Bool
  private let caches: [(name: String, key: CacheKey)]

  /// - Parameter store: The app's own store; nil for a store in memory.
  init(_ store: (any CacheStore)?, of flow: Flow) {
    self.store = store ?? MemoryCacheStore()
    isOwn = store != nil
    caches = flow.caches.map { ($0.name, CacheKey($0.name, scope: $0.scope)) }
  }

  func store(on host: VirtualHost) -> any CacheStore {
    isOwn ? VirtualStore(store: store, host: host) : store
  }

  /// Stores the scenario's content of the flow's caches, and empties the other caches.
  func fill(_ script: ScenarioScript) throws {
    var entries: [CacheKey: CacheEntry] = [:]
    for (cache, content) in zip(caches, script.caches) {
      guard case .known(let value)? = content?.value else { continue }
      let age = Double(content?.age ?? 0) / 1_000_000_000
      entries[cache.key] = CacheEntry(value, storedAt: Date(timeIntervalSinceReferenceDate: -age))
    }
    _ = try perform { [store, caches, entries] in
      for cache in caches {
        if let entry = entries[cache.key] {
          try await store.store(entry, for: cache.key)
        } else {
          try await store.removeEntry(for: cache.key)
        }
      }
    }
  }

  /// By name: the contents of the flow's caches.
  func contents() throws -> [String: JSONValue] {
    let values = try perform { [store, caches] in
      var values: [String: JSONValue] = [:]
      for cache in caches { values[cache.name] = try await store.entry(for: cache.key)?.value }
      return values
    }
    return values ?? [:]
  }

  private func perform<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer? {
    let time = VirtualTime(orderSeed: 0)
    let result = time.perform(work)
    problems += time.absentHandlers.map { step, absence in absence.problem(of: step) }
    return try result?.get()
  }
}
