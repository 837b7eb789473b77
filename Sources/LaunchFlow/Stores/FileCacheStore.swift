import Dispatch
import Foundation
import LaunchFlowModel

/// Keeps entries in files that only this user can read, a folder for each scope.
///
/// An entry is whole or absent, after any crash: a new one takes the old one's place in one step, and is on the disk
/// when `store` returns. A damaged one is reported, removed, and counts as absent; so does a folder, a link or a pipe
/// in its place. All work is done on a queue of the store's own, so it blocks neither its callers nor Swift's thread
/// pool. Two stores, also in two processes, may share a folder; the last one to write an entry wins.
public final class FileCacheStore: CacheStore {
  /// The folder with all entries.
  public let folder: URL
  /// The bytes that an entry's file may have.
  public let entryLimit: Int

  private let queue = DispatchQueue(label: "launchflow.store", qos: .utility)
  private let reportDamage: @Sendable (DamagedEntry) -> Void
  /// The folders in which left-overs have been swept.
  private let swept = Locked(Set<String>())

  /// Opens a store; the folder is made when it is first needed.
  ///
  /// - Parameters:
  ///   - folder: A folder of the store's own. One that the store makes is readable by this user alone; the
  ///     permissions of one that exists stay.
  ///   - entryLimit: The bytes that an entry's file may have; 4 MiB unless told.
  ///   - onDamage: Called, on the store's queue, with each entry that was found damaged.
  public init(
    folder: URL, entryLimit: Int = 4 << 20, onDamage: @escaping @Sendable (DamagedEntry) -> Void = { _ in }
  ) {
    self.folder = folder
    self.entryLimit = entryLimit
    reportDamage = onDamage
  }

  /// Makes the store's folder now, so that one that cannot be made is an error at once.
  package func makeFolder() async throws {
    try await perform { store throws(SystemFailure) in try DurableFolder(path: store.folder.path).create() }
  }

  /// The entry under a key; nil when there is none or it is damaged.
  ///
  /// - Throws: `CacheStoreError` when the file is there and the system does not let it be read.
  public func entry(for key: CacheKey) async throws -> CacheEntry? {
    try await perform { store throws(SystemFailure) in try store.read(key) }
  }

  /// Puts an entry under a key; on return it is on the disk.
  ///
  /// - Throws: `CacheStoreError`; the old entry then stands, or, if only the last step failed, the new one.
  public func store(_ entry: CacheEntry, for key: CacheKey) async throws {
    let bytes = EntryFormat.bytes(of: entry, key: key)
    guard bytes.count <= entryLimit else {
      throw CacheStoreError.tooLarge(bytes: bytes.count, limit: entryLimit)
    }
    try await perform { store throws(SystemFailure) in
      let folder = store.sweptFolder(store.path(of: key.scope))
      // Another process may have removed it since.
      try folder.create()
      try folder.write(bytes, as: EntryName.fileName(key.name))
    }
  }

  /// Removes the entry under a key.
  ///
  /// - Throws: `CacheStoreError`.
  public func removeEntry(for key: CacheKey) async throws {
    try await perform { store throws(SystemFailure) in
      try store.sweptFolder(store.path(of: key.scope)).remove(EntryName.fileName(key.name))
    }
  }

  /// Removes all entries of a scope: after a crash either all of them are there or none.
  ///
  /// - Throws: `CacheStoreError`.
  public func removeEntries(in scope: String?) async throws {
    try await perform { store throws(SystemFailure) in
      try store.sweptFolder(store.folder.path).removeFolder(Self.folderName(scope))
    }
  }

  private func read(_ key: CacheKey) throws(SystemFailure) -> CacheEntry? {
    let folder = sweptFolder(path(of: key.scope))
    let name = EntryName.fileName(key.name)
    let reading: EntryFormat.Reading
    do throws(SystemFailure) {
      guard let bytes = try folder.read(name, limit: entryLimit) else { return nil }
      reading = bytes.count > entryLimit ? .damaged(.tooLarge) : EntryFormat.read(bytes, key: key)
    } catch  where Self.isForeign(error) {
      reading = .damaged(.notAFile)
    }
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

  /// Whether something else than a file has an entry's name: a folder, a link, a pipe.
  private static func isForeign(_ failure: SystemFailure) -> Bool {
    failure.call == "read" && (failure.number == EISDIR || failure.found != nil)
      || failure.call == "open" && [ELOOP, EMLINK, ENXIO].contains(failure.number)
  }

  /// A folder in which what dead writers left has been swept, once.
  private func sweptFolder(_ path: String) -> DurableFolder {
    let folder = DurableFolder(path: path)
    if swept.withLock({ $0.insert(path).inserted }) { folder.sweep() }
    return folder
  }

  private func path(of scope: String?) -> String {
    "\(folder.path)/\(Self.folderName(scope))"
  }

  private static func folderName(_ scope: String?) -> String {
    scope.map { "scope-\(EntryName.fileName($0))" } ?? "unscoped"
  }

  private func perform<Answer: Sendable>(
    _ work: @escaping @Sendable (FileCacheStore) throws(SystemFailure) -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        do throws(SystemFailure) {
          continuation.resume(returning: try work(self))
        } catch {
          continuation.resume(throwing: CacheStoreError.system(call: error.call, number: error.number))
        }
      }
    }
  }
}
