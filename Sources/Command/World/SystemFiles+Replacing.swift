import Foundation
import LaunchFlow

// A file is written beside its target and renamed, so it is new or unchanged, also when the disk is full or the process
// is killed. The next writer sweeps what a killed one leaves.
extension SystemFiles {
  /// Replaces a regular file. The target of a link is replaced in its own folder; the link stays.
  static func replaceFile(_ next: () -> [UInt8]?, at path: String, _ status: stat) throws(SystemFailure) {
    guard let resolved = realpath(path, nil) else { throw SystemFailure("realpath") }
    defer { free(resolved) }
    // A read-only file must not be replaced, though its folder would allow it.
    guard access(path, W_OK) == 0 else { throw SystemFailure("access") }
    guard status.st_nlink < 2 else {
      let found = "it has \(status.st_nlink) hard links, and only this one would change; name another file"
      throw SystemFailure("rename", found: found)
    }
    try put(next, at: String(cString: resolved), like: status)
  }

  /// Puts a file in its place.
  ///
  /// - Parameter former: The file that it replaces, whose owner and permissions it keeps; nil for a new one.
  static func put(_ next: () -> [UInt8]?, at target: String, like former: stat?) throws(SystemFailure) {
    let parent = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    let folder = DurableFolder(path: parent, temporaryPrefix: ".launchflow-")
    folder.sweep()
    let (descriptor, name) = try folder.openTemporary(mode: former == nil ? 0o666 : 0o600)
    let beside = "\(parent)/\(name)"
    do throws(SystemFailure) {
      // Closed, and so unlocked, after the renaming: until then nobody may sweep it.
      defer { close(descriptor) }
      while let part = next() { try SystemFile.write(part, to: descriptor) }
      if let former { try make(descriptor, like: former) }
      try SystemFile.force(descriptor)
      guard rename(beside, target) == 0 else { throw SystemFailure("rename") }
    } catch {
      unlink(beside)
      throw error
    }
  }

  /// Gives a file the owner and permissions of another one.
  private static func make(_ descriptor: Int32, like former: stat) throws(SystemFailure) {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { throw SystemFailure("fstat") }
    // The owner comes first: giving a file away takes some of its permissions.
    if (own.st_uid, own.st_gid) != (former.st_uid, former.st_gid),
      fchown(descriptor, former.st_uid, former.st_gid) != 0
    {
      throw SystemFailure("fchown", found: "its owner or group would change; name another file")
    }
    guard fchmod(descriptor, former.st_mode & 0o7777) == 0 else { throw SystemFailure("fchmod") }
  }

  /// Writes to a device, or to a pipe with a reader.
  static func pour(_ next: () -> [UInt8]?, into path: String) throws(SystemFailure) {
    // Without `O_NONBLOCK`, opening a pipe without a reader would block.
    let descriptor = try SystemFile.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    defer { close(descriptor) }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) >= 0 else {
      throw SystemFailure("fcntl")
    }
    while let part = next() { try SystemFile.write(part, to: descriptor) }
  }
}
