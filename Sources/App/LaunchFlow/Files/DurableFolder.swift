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

/// A private folder in which a file is, after any crash, either as it was or as it was to become.
///
/// A file is written under a temporary name in the same folder, forced to the disk, renamed, and the folder is forced
/// to the disk as well. A writer holds a lock on its temporary file, which the system drops when the process dies. So a
/// sweep can tell what dead writers left from what living ones write.
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

  /// Makes the folder, and those above it, readable by this user alone. One that exists stays as it is.
  package func create() throws(SystemFailure) {
    var parents: [String] = []
    var current = path
    while mkdir(current, 0o700) != 0 {
      if errno == EEXIST { break }
      let parent = (current as NSString).deletingLastPathComponent
      guard errno == ENOENT, !parent.isEmpty, parent != current else { throw SystemFailure("mkdir") }
      parents.append(current)
      current = parent
    }
    for parent in parents.reversed() where mkdir(parent, 0o700) != 0 && errno != EEXIST {
      throw SystemFailure("mkdir")
    }
  }

  /// The bytes of a file, at most one more than the limit; nil when there is none.
  package func read(_ name: String, limit: Int) throws(SystemFailure) -> [UInt8]? {
    do throws(SystemFailure) {
      return try SystemFile.read("\(path)/\(name)", limit: limit, followsLinks: false).bytes
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Puts bytes under a name, whole or not at all; on return they are on the disk. The folder must exist.
  ///
  /// - Parameter isForced: Whether they must outlive a crash of the system, not only of the process.
  package func write(_ bytes: [UInt8], as name: String, isForced: Bool = true) throws(SystemFailure) {
    let (descriptor, temporary) = try openTemporary()
    do throws(SystemFailure) {
      defer { close(descriptor) }
      try SystemFile.write(bytes, to: descriptor)
      if isForced { try SystemFile.force(descriptor) }
      // Renamed while the lock is held: a sweep must not take it for a left-over between the two.
      if systemRename("\(path)/\(temporary)", "\(path)/\(name)") != 0 {
        // A folder cannot be replaced by a file, and must not stay in its place for ever.
        guard errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST else { throw SystemFailure("rename") }
        try bury(name)
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

  /// Gives a file another name, in place of one that exists. Returns whether there was one.
  package func rename(_ name: String, to other: String) -> Bool {
    systemRename("\(path)/\(name)", "\(path)/\(other)") == 0
  }

  /// Removes a file, or whatever is in its place; does nothing when there is none.
  ///
  /// - Parameter isForced: Whether it must stay away after a crash of the system.
  package func remove(_ name: String, isForced: Bool = true) throws(SystemFailure) {
    if unlink("\(path)/\(name)") != 0 {
      if errno == ENOENT { return }
      guard errno == EISDIR || errno == EPERM else { throw SystemFailure("unlink") }
      try bury(name)
    }
    if isForced { try force() }
  }

  /// Removes a folder within this one with all its files, as a whole: after a crash it is either there with all of
  /// them or gone.
  func removeFolder(_ name: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      try bury(name)
    } catch {
      if error.number == ENOENT { return }
      throw error
    }
    try force()
  }

  /// Takes what has a name out of the way, then removes it. What a crash leaves of it is swept later.
  private func bury(_ name: String) throws(SystemFailure) {
    let grave = temporaryName()
    guard systemRename("\(path)/\(name)", "\(path)/\(grave)") == 0 else { throw SystemFailure("rename") }
    try? FileManager.default.removeItem(atPath: "\(path)/\(grave)")
  }

  /// Removes what dead writers have left.
  package func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where isTemporary(name) {
      let file = "\(path)/\(name)"
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      guard let descriptor = try? SystemFile.open(file, flags) else { continue }
      defer { close(descriptor) }
      // A living writer holds the lock. Nobody locks a removed folder.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
  }

  private func temporaryName() -> String { temporaryPrefix + UUID().uuidString.lowercased() }

  private func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && UUID(uuidString: String(name.dropFirst(temporaryPrefix.count))) != nil
  }

  /// Makes a temporary file and locks it against sweeps, where the file system has locks.
  ///
  /// - Parameter mode: Its permissions, before the process's mask.
  package func openTemporary(
    mode: mode_t = 0o600
  ) throws(SystemFailure) -> (descriptor: Int32, name: String) {
    for _ in 0..<100 {
      let name = temporaryName()
      let file = "\(path)/\(name)"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = try SystemFile.open(file, flags, mode: mode)
      // A sweep may have come between creating and locking; then the file is gone, and another one is due. What cannot
      // be locked is never swept.
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

// The C library's function, which a member of this name hides.
private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }
