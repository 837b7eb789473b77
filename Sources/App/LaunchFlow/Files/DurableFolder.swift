import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A private folder whose files have, after any crash, either their old or their new content.
///
/// A file is written under a temporary name in the same folder, forced to the disk and renamed; then the folder is
/// forced to the disk. A writer locks its temporary file, and the system drops the lock when the process ends. So a
/// sweep recognizes the files of dead writers.
///
/// Reading changes nothing, so it works on a volume that cannot be written.
package struct DurableFolder: Sendable {
  package let path: String

  /// Names of temporary files are this and a random UUID.
  private let temporaryPrefix: String

  package init(path: String, temporaryPrefix: String = "_tmp-") {
    self.path = path
    self.temporaryPrefix = temporaryPrefix
  }

  /// Makes the folder and those above it, readable by this user only. An existing folder is not changed.
  package func create() throws(SystemFailure) { try Self.create(path) }

  private static func create(_ path: String) throws(SystemFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw SystemFailure("mkdir") }
    let parent = (path as NSString).deletingLastPathComponent
    guard !parent.isEmpty, parent != path else { throw SystemFailure("mkdir", number: ENOENT) }
    try create(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemFailure("mkdir") }
  }

  /// The bytes of a file, at most one more than the limit; nil if it does not exist.
  package func read(_ name: String, limit: Int) throws(SystemFailure) -> [UInt8]? {
    do throws(SystemFailure) {
      return try SystemFile.read("\(path)/\(name)", limit: limit, followsLinks: false).bytes
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Writes a file, completely or not at all. On return it is on the disk. The folder must exist.
  ///
  /// - Parameter isForced: Whether the file must survive a crash of the system, not only of the process.
  package func write(_ bytes: [UInt8], as name: String, isForced: Bool = true) throws(SystemFailure) {
    let (descriptor, temporary) = try openTemporary()
    do throws(SystemFailure) {
      defer { close(descriptor) }
      try SystemFile.write(bytes, to: descriptor)
      if isForced { try SystemFile.force(descriptor) }
      // Renamed under the lock, so that a sweep never removes the file.
      if systemRename("\(path)/\(temporary)", "\(path)/\(name)") != 0 {
        // A file cannot replace a folder, so the folder is removed.
        guard errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST else { throw SystemFailure("rename") }
        try moveAsideAndRemove(name)
        guard systemRename("\(path)/\(temporary)", "\(path)/\(name)") == 0 else {
          throw SystemFailure("rename")
        }
      }
    } catch {
      unlink("\(path)/\(temporary)")
      throw error
    }
    if isForced { try force() }
  }

  /// Renames a file, replacing an existing one. Returns whether the file existed.
  package func rename(_ name: String, to other: String) -> Bool {
    systemRename("\(path)/\(name)", "\(path)/\(other)") == 0
  }

  /// Removes a file, or a folder, link or pipe with its name; does nothing if there is none. After a crash, a folder is
  /// complete or gone.
  ///
  /// - Parameter isForced: Whether the removal must survive a crash of the system.
  package func remove(_ name: String, isForced: Bool = true) throws(SystemFailure) {
    if unlink("\(path)/\(name)") != 0 {
      if errno == ENOENT { return }
      guard errno == EISDIR || errno == EPERM else { throw SystemFailure("unlink") }
      try moveAsideAndRemove(name)
    }
    if isForced { try force() }
  }

  /// Renames a file or folder and then removes it. After a crash in between, a sweep removes it.
  private func moveAsideAndRemove(_ name: String) throws(SystemFailure) {
    let grave = temporaryName()
    guard systemRename("\(path)/\(name)", "\(path)/\(grave)") == 0 else {
      if errno == ENOENT { return }
      throw SystemFailure("rename")
    }
    try? FileManager.default.removeItem(atPath: "\(path)/\(grave)")
  }

  /// Removes the files of dead writers.
  package func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where isTemporary(name) {
      let file = "\(path)/\(name)"
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      guard let descriptor = try? SystemFile.open(file, flags) else { continue }
      defer { close(descriptor) }
      // A living writer has the lock. A renamed folder is never locked.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
  }

  private func temporaryName() -> String { temporaryPrefix + UUID().uuidString.lowercased() }

  private func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && UUID(uuidString: String(name.dropFirst(temporaryPrefix.count))) != nil
  }

  /// Makes a temporary file and locks it against sweeps, if the file system has locks.
  ///
  /// - Parameter mode: The file's permissions, before the process's mask.
  package func openTemporary(
    mode: mode_t = 0o600
  ) throws(SystemFailure) -> (descriptor: Int32, name: String) {
    for _ in 0..<100 {
      let name = temporaryName()
      let file = "\(path)/\(name)"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = try SystemFile.open(file, flags, mode: mode)
      // A sweep between creating and locking removes the file; then another one is made. Files that cannot be locked
      // are never swept.
      var status = stat()
      let isOurs = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isOurs, fstat(descriptor, &status) == 0, status.st_nlink > 0 { return (descriptor, name) }
      unlink(file)
      close(descriptor)
    }
    throw SystemFailure("flock", number: EWOULDBLOCK)
  }

  private func force() throws(SystemFailure) {
    let descriptor = try SystemFile.open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    try SystemFile.force(descriptor)
  }
}

// The C library's function; a member of the same name hides it.
private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }
