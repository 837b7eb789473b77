import Dispatch
import Foundation

/// Stores entries in files that only this user can read, with a folder for each scope.
///
/// After any crash an entry is complete or absent: a new entry replaces the old one in one step, and is on the disk
/// when `store` returns. A damaged entry, or a folder, a link or a pipe in its place, is reported, removed and counts
/// as absent. All work is done on the store's own queue, so it blocks neither callers nor Swift's thread pool. Two
/// stores, even in two processes, may share a folder; the last write of an entry wins.
public final class FileCacheStore: CacheStore {
  package let folder: URL
  /// The largest size of an entry's file, in bytes.
  let entryLimit: Int

  /// The queue for reading. No code of the app runs there, and writes do not delay reads.
  private let reading = DispatchQueue(label: "launchflow.store.read", qos: .userInitiated)
  private let writing = DispatchQueue(label: "launchflow.store.write", qos: .utility)
  /// The queue for reports of damage to the app's own code.
  private let reporting = DispatchQueue(label: "launchflow.store.report", qos: .utility)
  private let onDamage: @Sendable (CacheKey, String) -> Void
  private let swept = Locked(Set<String>())

  /// Opens a store. The folder is created when it is first needed.
  ///
  /// - Parameters:
  ///   - folder: A folder for the store only. If the store creates it, only this user can read it; an existing folder
  ///     keeps its permissions.
  ///   - entryLimit: The largest size of an entry's file, in bytes; 4 MiB by default.
  ///   - onDamage: Called on a separate queue with the key of each damaged entry and the kind of damage, such as
  ///     `checksum`.
  public init(
    folder: URL, entryLimit: Int = 4 << 20,
    onDamage: @escaping @Sendable (_ key: CacheKey, _ flaw: String) -> Void = { _, _ in }
  ) {
    self.folder = folder
    self.entryLimit = entryLimit
    self.onDamage = onDamage
  }

  /// Creates the store's folder now, so that a failure is reported at once.
  package func makeFolder() async throws {
    try await perform { store throws(SystemFailure) in try DurableFolder(path: store.folder.path).create() }
  }

  /// The entry under a key; nil when there is none or it is damaged.
  ///
  /// - Throws: The system's error when the file is there and cannot be read.
  public func entry(for key: CacheKey) async throws -> CacheEntry? {
    try await withCheckedThrowingContinuation { continuation in
      read(key) { continuation.resume(with: $0) }
    }
  }

  /// Reads the entry under a key on the store's own queue and calls back there.
  public func read(
    _ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void
  ) {
    reading.async {
      do throws(SystemFailure) {
        completion(.success(try self.read(key)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Puts an entry under a key; on return it is on the disk.
  ///
  /// - Throws: The system's error; the old entry then remains, or, if only the last step failed, the new one.
  public func store(_ entry: CacheEntry, for key: CacheKey) async throws {
    let bytes = EntryFormat.bytes(of: entry, key: key)
    guard bytes.count <= entryLimit else { throw SystemFailure("write", number: EFBIG) }
    try await perform { store throws(SystemFailure) in
      let folder = store.sweptFolder(store.path(of: key.scope))
      // Another process may have removed it since.
      try folder.create()
      try folder.write(bytes, as: EntryName.fileName(key.name))
    }
  }

  /// Removes the entry under a key.
  ///
  /// - Throws: The system's error.
  public func removeEntry(for key: CacheKey) async throws {
    try await perform { store throws(SystemFailure) in
      try store.sweptFolder(store.path(of: key.scope)).remove(EntryName.fileName(key.name))
    }
  }

  /// Removes all entries of a scope: after a crash either all of them are there or none.
  ///
  /// - Throws: The system's error.
  public func removeEntries(in scope: String?) async throws {
    try await perform { store throws(SystemFailure) in
      try store.sweptFolder(store.folder.path).remove(Self.folderName(scope))
    }
  }

  /// Reads an entry. A damaged one is removed on the queue of writes, unless it has been replaced meanwhile.
  private func read(_ key: CacheKey, isWriting: Bool = false) throws(SystemFailure) -> CacheEntry? {
    switch try reading(of: key) {
    case .entry(let entry): return entry
    case nil: return nil
    case .damaged where !isWriting:
      return try writing.sync {
        Result { () throws(SystemFailure) in try read(key, isWriting: true) }
      }.get()
    case .damaged(let flaw):
      reporting.async { [onDamage] in onDamage(key, flaw) }
      // An entry that cannot be removed, for example on a read-only volume, is reported again later.
      try? sweptFolder(path(of: key.scope)).remove(EntryName.fileName(key.name))
      return nil
    }
  }

  /// The content of an entry's file; nil if there is none.
  private func reading(of key: CacheKey) throws(SystemFailure) -> EntryFormat.Reading? {
    do throws(SystemFailure) {
      let folder = sweptFolder(path(of: key.scope))
      guard let bytes = try folder.read(EntryName.fileName(key.name), limit: entryLimit) else { return nil }
      return bytes.count > entryLimit ? .damaged("tooLarge") : EntryFormat.read(bytes, key: key)
    } catch  where Self.isForeign(error) {
      return .damaged("notAFile")
    }
  }

  /// Whether a folder, a link or a pipe has the entry's name.
  private static func isForeign(_ failure: SystemFailure) -> Bool {
    failure.call == "read" && (failure.number == EISDIR || failure.found != nil)
      || failure.call == "open" && [ELOOP, EMLINK, ENXIO].contains(failure.number)
  }

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
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
