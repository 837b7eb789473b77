import Foundation

/// Stores the values of caches between runs.
///
/// A run reads its caches once, at its start, within a share of its deadline. It writes them in tasks that it does not
/// wait for, so a slow store delays no landing. A value that a store cannot read counts as absent.
public protocol CacheStore: Sendable {
  /// The entry under a key; nil if there is none or it is damaged.
  func entry(for key: CacheKey) async throws -> CacheEntry?
  /// Reads the entry under a key and calls back once, on any thread. Runs read their caches with this method.
  ///
  /// The default calls `entry(for:)` on threads for stores. Before iOS 18 and macOS 15 an `async` function still runs
  /// on Swift's pool, which the app's code can block. A store that must be readable even then implements this method
  /// with its own queue.
  func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void)
  /// Stores an entry under a key, replacing an earlier one. On return it survives any crash.
  func store(_ entry: CacheEntry, for key: CacheKey) async throws
  /// Removes the entry under a key, if there is one.
  func removeEntry(for key: CacheKey) async throws
  /// Removes all entries of a scope together; nil means the caches without a scope.
  func removeEntries(in scope: String?) async throws
}

extension CacheStore {
  /// Reads an entry with `entry(for:)`.
  public func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    read(key, on: HandlerThreads.stores, completion)
  }

  /// Reads an entry with `entry(for:)` on some threads.
  package func read(
    _ key: CacheKey, on place: any HandlerPlace,
    _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    _ = HandlerTask(on: place) { () -> Result<CacheEntry?, any Error> in
      do {
        return .success(try await entry(for: key))
      } catch {
        return .failure(error)
      }
    } onEnd: {
      completion($0)
    }
  }
}

/// The place of an entry: a cache's name within its scope.
public struct CacheKey: Hashable, Sendable {
  /// The cache's name.
  public var name: String
  /// The scope, whose caches are cleared together; nil for a cache without a scope.
  public var scope: String?

  /// Names an entry.
  public init(_ name: String, scope: String? = nil) {
    self.name = name
    self.scope = scope
  }

  init(_ cache: Flow.Cache) {
    self.init(cache.name, scope: cache.scope)
  }
}

/// A cached value with the time at which it was stored.
public struct CacheEntry: Hashable, Sendable {
  /// The value.
  public var value: JSONValue
  /// The time of storing, by the device's calendar clock, since only this clock survives a restart.
  public var storedAt: Date

  /// Dates a value.
  public init(_ value: JSONValue, storedAt: Date) {
    self.value = value
    self.storedAt = storedAt
  }

  /// The age of the entry. An entry from the future (the clock was set back) has the age zero.
  package func age(at now: Date) -> Duration {
    // Limited to a century, since a wrong clock must not break the arithmetic.
    .seconds(min(max(0, now.timeIntervalSince(storedAt)), 3_155_760_000))
  }
}
