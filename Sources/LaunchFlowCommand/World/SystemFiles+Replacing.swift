#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemFiles {
  package func replace(_ bytes: [UInt8], at path: String) throws(FileError) {
    // What is reached through a link is replaced where it lies; the link stays.
    guard let resolved = realpath(path, nil) else { throw Self.error(path) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    // A file that may not be written is not to be replaced either, though its folder would allow it.
    guard stat(target, &status) == 0, access(target, W_OK) == 0 else { throw Self.error(path) }
    let slash = target.lastIndex(of: "/") ?? target.startIndex
    let beside = "\(target[..<slash])/.\(target[slash...].dropFirst()).\(getpid())"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.error(path) }
    var failure = writeAll(bytes, to: descriptor)
    // The owner comes first: giving a file away takes some of its permissions. Only root may, and nobody else needs to.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    if failure == nil, fchmod(descriptor, status.st_mode & 0o7777) != 0 { failure = errno }
    if failure == nil, fsync(descriptor) != 0, errno != EINVAL { failure = errno }
    if close(descriptor) != 0 { failure = failure ?? errno }
    if failure == nil, rename(beside, target) != 0 { failure = errno }
    if let failure {
      unlink(beside)
      throw FileError(path: path, reason: Self.reason(failure))
    }
  }

  package func makeFolder(_ path: String) throws(FileError) {
    if kind(of: path) == .folder { return }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !parent.isEmpty { try makeFolder(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST && kind(of: path) == .folder else {
      throw Self.error(path)
    }
  }
}
