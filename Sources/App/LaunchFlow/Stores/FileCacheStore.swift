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
  let entryLimit: Int

  /// Where entries are read. No code of the app's runs there, and no write holds a read up.
  private let reading = DispatchQueue(label: "launchflow.store.read", qos: .userInitiated)
  private let writing = DispatchQueue(label: "launchflow.store.write", qos: .utility)
  /// Where damage is reported, to the app's own code.
  private let reporting = DispatchQueue(label: "launchflow.store.report", qos: .utility)
  private let reportDamage: @Sendable (DamagedEntry) -> Void
  /// The folders in which left-overs have been swept.
  private let swept = Locked(Set<String>())

  /// Opens a store; the folder is made when it is first needed.
  ///
  /// - Parameters:
  ///   - folder: A folder of the store's own. One that the store makes is readable by this user alone; the
  ///     permissions of one that exists stay.
  ///   - entryLimit: The bytes that an entry's file may have; 4 MiB unless told.
  ///   - onDamage: Called, on a queue of its own, with the key of each entry that was found damaged and with a word for
  ///     what is wrong with it, such as `checksum`.
  public convenience init(
    folder: URL, entryLimit: Int = 4 << 20,
    onDamage: @escaping @Sendable (_ key: CacheKey, _ flaw: String) -> Void = { _, _ in }
  ) {
    self.init(folder: folder, entryLimit: entryLimit) { onDamage($0.key, $0.flaw.rawValue) }
  }

  /// The same with the damage as a value.
  package init(
    folder: URL, entryLimit: Int = 4 << 20, reportDamage: @escaping @Sendable (DamagedEntry) -> Void
  ) {
    self.folder = folder
    self.entryLimit = entryLimit
    self.reportDamage = reportDamage
  }

  /// Makes the store's folder now, so that one that cannot be made is an error at once.
  package func makeFolder() async throws {
    try await perform { store throws(SystemFailure) in try DurableFolder(path: store.folder.path).create() }
  }

  /// The entry under a key; nil when there is none or it is damaged.
  ///
  /// - Throws: `CacheStoreError` when the file is there and the system does not let it be read.
  public func entry(for key: CacheKey) async throws -> CacheEntry? {
    try await withCheckedThrowingContinuation { continuation in
      read(key) { continuation.resume(with: $0) }
    }
  }

  /// Reads the entry under a key on a queue of the store's own and calls back there.
  public func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    reading.async {
      do throws(SystemFailure) {
        completion(.success(try self.read(key)))
      } catch {
        completion(.failure(CacheStoreError(error)))
      }
    }
  }

  /// Puts an entry under a key; on return it is on the disk.
  ///
  /// - Throws: `CacheStoreError`; the old entry then remains, or, if only the last step failed, the new one.
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
    switch try reading(of: key) {
    case .entry(let entry): return entry
    case nil, .otherKey: return nil
    case .damaged:
      return try writing.sync {
        Result { () throws(SystemFailure) in try removeDamaged(key) }
      }.get()
    }
  }

  /// What a file says; nil when there is none.
  private func reading(of key: CacheKey) throws(SystemFailure) -> EntryFormat.Reading? {
    do throws(SystemFailure) {
      let folder = sweptFolder(path(of: key.scope))
      guard let bytes = try folder.read(EntryName.fileName(key.name), limit: entryLimit) else { return nil }
      return bytes.count > entryLimit ? .damaged(.tooLarge) : EntryFormat.read(bytes, key: key)
    } catch  where Self.isForeign(error) {
      return .damaged(.notAFile)
    }
  }

  /// Reports a damaged entry and removes it, unless it has been replaced meanwhile; what is there then. Where writes
  /// are made.
  private func removeDamaged(_ key: CacheKey) throws(SystemFailure) -> CacheEntry? {
    switch try reading(of: key) {
    case .entry(let entry): return entry
    case nil, .otherKey: return nil
    case .damaged(let flaw):
      reporting.async { [reportDamage] in reportDamage(DamagedEntry(key: key, flaw: flaw)) }
      // If it cannot be removed, on a volume that cannot be written for instance, it is reported again.
      try? sweptFolder(path(of: key.scope)).remove(EntryName.fileName(key.name))
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
      writing.async {
        do throws(SystemFailure) {
          continuation.resume(returning: try work(self))
        } catch {
          continuation.resume(throwing: CacheStoreError(error))
        }
      }
    }
  }
}

extension CacheStoreError {
  fileprivate init(_ failure: SystemFailure) {
    self = .system(call: failure.call, number: failure.number)
  }
}
