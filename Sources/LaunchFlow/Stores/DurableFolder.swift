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
/// A file is written under a temporary name in the same folder, forced to the disk, renamed, and the folder is
/// forced to the disk as well. A writer holds a lock on its temporary file, which the system drops when the
/// process dies: so a sweep knows the left-overs of the dead from the work of the living.
struct DurableFolder {
  let path: String

  /// Temporary files start with this, which no entry's name does.
  private static let temporaryPrefix = "_tmp-"

  /// Opens a folder, creating it (and those above it) readable by this user alone; with a sweep if asked.
  static func open(_ path: String, sweeps: Bool) throws(CacheStoreError) -> DurableFolder {
    let folder = DurableFolder(path: path)
    try folder.create()
    if sweeps { folder.sweep() }
    return folder
  }

  private func create() throws(CacheStoreError) {
    var parents: [String] = []
    var current = path
    while mkdir(current, 0o700) != 0 {
      if errno == EEXIST { break }
      let parent = (current as NSString).deletingLastPathComponent
      guard errno == ENOENT, !parent.isEmpty, parent != current else { throw systemError("mkdir") }
      parents.append(current)
      current = parent
    }
    for parent in parents.reversed() where mkdir(parent, 0o700) != 0 && errno != EEXIST {
      throw systemError("mkdir")
    }
    // A folder that was there before may be open to others.
    guard chmod(path, 0o700) == 0 else { throw systemError("chmod") }
  }

  /// The bytes of a file; nil when there is none. One that is longer than the limit comes cut just above it.
  func read(_ name: String, limit: Int) throws(CacheStoreError) -> [UInt8]? {
    let descriptor = retrying { Self.openFile("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw systemError("open")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = retrying { Foundation.read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { throw systemError("read") }
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// Puts bytes under a name, whole or not at all; on return they are on the disk.
  func write(_ bytes: [UInt8], as name: String) throws(CacheStoreError) {
    let (descriptor, temporary) = try openTemporary()
    do throws(CacheStoreError) {
      defer { close(descriptor) }
      try fill(descriptor, with: bytes)
      try force(descriptor)
      // Renamed while the lock is held: a sweep must not take it for a left-over between the two.
      guard rename("\(path)/\(temporary)", "\(path)/\(name)") == 0 else { throw systemError("rename") }
    } catch {
      unlink("\(path)/\(temporary)")
      throw error
    }
    try forceFolder()
  }

  /// Removes a file, durably; fine when there is none.
  func remove(_ name: String) throws(CacheStoreError) {
    guard unlink("\(path)/\(name)") == 0 else {
      if errno == ENOENT { return }
      throw systemError("unlink")
    }
    try forceFolder()
  }

  /// Removes a folder within this one with all its files, as a whole: after a crash it is either there with
  /// all of them or gone.
  func removeFolder(_ name: String) throws(CacheStoreError) {
    let grave = Self.temporaryPrefix + UUID().uuidString.lowercased()
    guard rename("\(path)/\(name)", "\(path)/\(grave)") == 0 else {
      if errno == ENOENT { return }
      throw systemError("rename")
    }
    try forceFolder()
    // Nobody can find it any more; what a crash leaves of it is swept later.
    try? FileManager.default.removeItem(atPath: "\(path)/\(grave)")
  }

  /// Removes what writers that died have left.
  func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasPrefix(Self.temporaryPrefix) {
      let file = "\(path)/\(name)"
      let descriptor = retrying { Self.openFile(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // A living writer holds the lock. A removed folder is locked by nobody.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
  }

  private func openTemporary() throws(CacheStoreError) -> (Int32, String) {
    for _ in 0..<100 {
      let name = Self.temporaryPrefix + UUID().uuidString.lowercased()
      let file = "\(path)/\(name)"
      let descriptor = retrying { Self.openFile(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW) }
      guard descriptor >= 0 else { throw systemError("open") }
      // A sweep may have come between creating and locking; then the file is gone, and another one is due.
      var status = stat()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return (descriptor, name)
      }
      unlink(file)
      close(descriptor)
    }
    throw CacheStoreError.system(call: "flock", number: EWOULDBLOCK)
  }

  private static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    Foundation.open(path, flags, 0o600)
  }

  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(CacheStoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = retrying { rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } }
      guard count > 0 else { throw systemError("write") }
      rest = rest.dropFirst(count)
    }
  }

  private func force(_ descriptor: Int32) throws(CacheStoreError) {
    #if canImport(Darwin)
      // There, `fsync` leaves the bytes in the drive's own cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard retrying({ fsync(descriptor) }) == 0 else { throw systemError("fsync") }
  }

  private func forceFolder() throws(CacheStoreError) {
    let descriptor = retrying { Self.openFile(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw systemError("open") }
    defer { close(descriptor) }
    try force(descriptor)
  }

  private func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let answer = call()
      if answer >= 0 || errno != EINTR { return answer }
    }
  }

  private func systemError(_ call: String) -> CacheStoreError {
    .system(call: call, number: errno)
  }
}
