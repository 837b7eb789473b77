import Foundation
import LaunchFlowModel

/// Keeps the values of caches between runs.
///
/// A run reads its caches once, at its start, within a share of its deadline, and writes them from tasks that nothing
/// waits for: a slow store makes no landing late. A value that a store cannot read counts as absent.
public protocol CacheStore: Sendable {
  /// The entry under a key; nil when there is none or when it is damaged.
  func entry(for key: CacheKey) async throws -> CacheEntry?
  /// Reads the entry under a key and calls back once, from anywhere. Runs read their caches this way.
  ///
  /// The default calls `entry(for:)` on threads for stores. Before iOS 18 and macOS 15 an `async` function runs on
  /// Swift's pool all the same, which the app's code can block; a store that must be readable even then implements
  /// this one with a queue of its own.
  func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void)
  /// Puts an entry under a key, in place of what was there. On return it has outlived any crash.
  func store(_ entry: CacheEntry, for key: CacheKey) async throws
  /// Removes the entry under a key; fine when there is none.
  func removeEntry(for key: CacheKey) async throws
  /// Removes all entries of a scope at once; nil is the scope of those that name none.
  func removeEntries(in scope: String?) async throws
}

extension CacheStore {
  /// Reads an entry with `entry(for:)`.
  public func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    _ = HandlerTask(on: HandlerThreads.stores) { () -> Result<CacheEntry?, any Error> in
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
  /// What it is cleared together with; nil for a cache that names no scope.
  public var scope: String?

  /// Names an entry.
  public init(_ name: String, scope: String? = nil) {
    self.name = name
    self.scope = scope
  }

  /// Names the entry of a flow's cache.
  init(_ cache: Flow.Cache) {
    self.init(cache.name, scope: cache.scope)
  }
}

/// A cached value with the time at which it was stored.
public struct CacheEntry: Hashable, Sendable {
  /// The value.
  public var value: JSONValue
  /// When it was stored, by the device's calendar clock, which alone outlives a restart.
  public var storedAt: Date

  /// Dates a value.
  public init(_ value: JSONValue, storedAt: Date) {
    self.value = value
    self.storedAt = storedAt
  }

  /// How old the entry is. One from the future (the clock was set back) is of age zero.
  public func age(at now: Date) -> Duration {
    // A century bounds what a broken clock can do to the arithmetic.
    .seconds(min(max(0, now.timeIntervalSince(storedAt)), 3_155_760_000))
  }
}

/// Why a store could not do what it was asked.
package enum CacheStoreError: Error, Hashable, Sendable {
  /// The entry takes more bytes than the store accepts.
  case tooLarge(bytes: Int, limit: Int)
  /// A call of the system failed, with the number that it left.
  case system(call: String, number: Int32)
}

/// A stored value that could not be read.
package struct DamagedEntry: Hashable, Sendable {
  /// What is wrong with it.
  package enum Flaw: String, Hashable, Sendable {
    /// Longer than any entry may be.
    case tooLarge
    /// A folder, a link or a pipe in place of a file.
    case notAFile
    /// Not an entry of this format: no header, or one of another version.
    case header
    /// Shorter or longer than its header says.
    case length
    /// Not the bytes that were written.
    case checksum
    /// Whole, but not an entry.
    case content
  }

  /// The entry's key.
  package var key: CacheKey
  /// What is wrong with it.
  package var flaw: Flaw
}
