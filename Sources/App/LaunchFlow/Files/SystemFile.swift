#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

package struct SystemFailure: Error, Hashable, Sendable {
  package var call: String
  package var number: Int32
  /// The problem in words, if there is no regular file at the path.
  package var found: String?

  /// - Parameter number: The error number; by default that in `errno`.
  package init(_ call: String, number: Int32 = errno, found: String? = nil) {
    self.call = call
    self.number = number
    self.found = found
  }

  /// The reason, in the system's words.
  package var reason: String {
    found ?? strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}

/// Identifies a file, independent of its path.
package struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64

  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Reads and writes files with the C library only.
package enum SystemFile {
  /// The bytes of a regular file, at most one more than the limit, so that the caller notices a longer file.
  ///
  /// Anything else at the path is refused at once. Reading a pipe would wait for its writer.
  ///
  /// - Parameter followsLinks: Whether the path may end in a symbolic link.
  package static func read(
    _ path: String, limit: Int, followsLinks: Bool = true
  ) throws(SystemFailure) -> (bytes: [UInt8], identity: FileIdentity) {
    let (descriptor, identity) = try openRegular(path, followsLinks: followsLinks)
    defer { close(descriptor) }
    return (try read(descriptor, limit: limit), identity)
  }

  /// Opens a regular file for reading; refuses anything else at the path.
  package static func openRegular(
    _ path: String, followsLinks: Bool = true
  ) throws(SystemFailure) -> (descriptor: Int32, identity: FileIdentity) {
    // Without `O_NONBLOCK`, opening a pipe would wait for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = try open(path, flags)
    do throws(SystemFailure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw SystemFailure("fstat") }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return (descriptor, FileIdentity(status))
      case S_IFDIR: throw SystemFailure("read", number: EISDIR)
      default: throw SystemFailure("read", number: EINVAL, found: "Not a regular file")
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The remaining bytes of a descriptor, at most one more than the limit.
  package static func read(_ descriptor: Int32, limit: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= limit {
      let wanted = min(chunk.count, limit + 1 - bytes.count)
      let count = retrying { chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, wanted) } }
      guard count >= 0 else { throw SystemFailure("read") }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let count = retrying {
        bytes.withUnsafeBytes { buffer in
          systemWrite(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
        }
      }
      guard count > 0 else { throw SystemFailure("write") }
      written += count
    }
  }

  /// - Parameter mode: The permissions of a new file, before the process's mask.
  package static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0o600
  ) throws(SystemFailure) -> Int32 {
    let descriptor = retrying { systemOpen(path, flags, mode) }
    guard descriptor >= 0 else { throw SystemFailure("open") }
    return descriptor
  }

  /// Forces written bytes to the disk.
  package static func force(_ descriptor: Int32) throws(SystemFailure) {
    #if canImport(Darwin)
      // On Apple's systems `fsync` leaves the bytes in the drive's cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems do not support this.
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw SystemFailure("fsync") }
  }

  /// Repeats a call while a signal interrupts it.
  package static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let answer = call()
      if answer >= 0 || errno != EINTR { return answer }
    }
  }
}

// The C library's functions; members of the same names hide them.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
