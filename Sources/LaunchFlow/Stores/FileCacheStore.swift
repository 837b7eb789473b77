import Dispatch
import Foundation
import LaunchFlowModel

/// Keeps entries in files that only this user can read, a folder for each scope.
///
/// An entry is whole or absent, after any crash: a new one takes the old one's place in one step, and is on
/// the disk when `store` returns. One that is damaged all the same is reported, removed, and counts as absent.
/// All work is done on a queue of the store's own, so it blocks neither its callers nor Swift's thread pool.
/// Two stores, in two processes even, may share a folder; the last one to write an entry wins.
public final class FileCacheStore: CacheStore {
  /// The folder in which everything stands.
  public let folder: URL
  /// How many bytes an entry's file may have.
  public let entryLimit: Int

  private let queue = DispatchQueue(label: "launchflow.store", qos: .utility)
  private let reportDamage: @Sendable (DamagedEntry) -> Void
  /// The folders in which left-overs have been swept.
  private let swept = Guarded(Set<String>())

  /// Opens a store; the folder is made when it is first needed.
  ///
  /// - Parameters:
  ///   - folder: A folder of the store's own.
  ///   - entryLimit: The bytes that an entry's file may have; 4 MiB unless told.
  ///   - onDamage: Called, on the store's queue, with each entry that was found damaged.
  public init(
    folder: URL, entryLimit: Int = 4 << 20, onDamage: @escaping @Sendable (DamagedEntry) -> Void = { _ in }
  ) {
    self.folder = folder
    self.entryLimit = entryLimit
    reportDamage = onDamage
  }

  /// The entry under a key; nil when there is none or it is damaged.
  ///
  /// - Throws: `CacheStoreError` when the file is there and the system does not let it be read.
  public func entry(for key: CacheKey) async throws -> CacheEntry? {
    try await perform { store throws(CacheStoreError) in try store.read(key) }
  }

  /// Puts an entry under a key; on return it is on the disk.
  ///
  /// - Throws: `CacheStoreError`; the old entry then stands, or, if only the last step failed, the new one.
  public func store(_ entry: CacheEntry, for key: CacheKey) async throws {
    try await perform { store throws(CacheStoreError) in try store.write(entry, key) }
  }

  /// Removes the entry under a key.
  ///
  /// - Throws: `CacheStoreError`.
  public func removeEntry(for key: CacheKey) async throws {
    try await perform { store throws(CacheStoreError) in
      try store.openFolder(key.scope).remove(EntryName.fileName(key.name))
    }
  }

  /// Removes all entries of a scope: after a crash either all of them are there or none.
  ///
  /// - Throws: `CacheStoreError`.
  public func removeEntries(in scope: String?) async throws {
    try await perform { store throws(CacheStoreError) in
      let top = try store.open(store.folder.path)
      try top.removeFolder(Self.folderName(scope))
      store.swept.withLock { _ = $0.remove(store.path(of: scope)) }
    }
  }

  private func read(_ key: CacheKey) throws(CacheStoreError) -> CacheEntry? {
    let folder = try openFolder(key.scope)
    let name = EntryName.fileName(key.name)
    guard let bytes = try folder.read(name, limit: entryLimit) else { return nil }
    let reading = bytes.count > entryLimit ? .damaged(.tooLarge) : EntryFormat.read(bytes, key: key)
    switch reading {
    case .entry(let entry): return entry
    case .otherKey: return nil
    case .damaged(let flaw):
      reportDamage(DamagedEntry(key: key, flaw: flaw))
      // Reported once is enough. If it cannot be removed, it is reported again; there is nothing else to do.
      try? folder.remove(name)
      return nil
    }
  }

  private func write(_ entry: CacheEntry, _ key: CacheKey) throws(CacheStoreError) {
    let bytes = EntryFormat.bytes(of: entry, key: key)
    guard bytes.count <= entryLimit else {
      throw CacheStoreError.tooLarge(bytes: bytes.count, limit: entryLimit)
    }
    try openFolder(key.scope).write(bytes, as: EntryName.fileName(key.name))
  }

  private func openFolder(_ scope: String?) throws(CacheStoreError) -> DurableFolder {
    _ = try open(folder.path)
    return try open(path(of: scope))
  }

  /// Opens a folder; the first time it is swept as well. Another process may have removed it since, so it is
  /// made again each time.
  private func open(_ path: String) throws(CacheStoreError) -> DurableFolder {
    let isNew = swept.withLock { $0.insert(path).inserted }
    return try DurableFolder.open(path, sweeps: isNew)
  }

  private func path(of scope: String?) -> String {
    "\(folder.path)/\(Self.folderName(scope))"
  }

  private static func folderName(_ scope: String?) -> String {
    scope.map { "scope-\(EntryName.fileName($0))" } ?? "unscoped"
  }

  private func perform<Answer: Sendable>(
    _ work: @escaping @Sendable (FileCacheStore) throws(CacheStoreError) -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        do throws(CacheStoreError) {
          continuation.resume(returning: try work(self))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
