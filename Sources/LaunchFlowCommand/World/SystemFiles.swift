#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The machine's own files. The C library is enough for them; Foundation would triple the start-up time.
package struct SystemFiles: FileAccess {
  /// Reaches the machine's files.
  package init() {}

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(path) }
    defer { close(descriptor) }
    return try Self.read(descriptor, limit: limit, path: path)
  }

  package func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
    try Self.read(STDIN_FILENO, limit: limit, path: "standard input")
  }

  package func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(path) }
    let failure = writeAll(bytes, to: descriptor)
    // A full disk may show only as the file is closed.
    guard close(descriptor) == 0, failure == nil else {
      throw FileError(path: path, reason: Self.reason(failure ?? errno))
    }
  }

  package func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  package func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
    guard let folder = opendir(path) else { throw Self.error(path) }
    defer { closedir(folder) }
    var entries: [FolderEntry] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let inside = path + "/" + name
      guard name != ".", name != "..", let kind = kind(of: inside) else { continue }
      if kind == .file || !Self.isLink(inside) { entries.append(FolderEntry(name, kind)) }
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// What the system calls an error.
  static func reason(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func error(_ path: String) -> FileError {
    FileError(path: path, reason: reason(errno))
  }

  private static func read(_ descriptor: Int32, limit: Int, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
      let wanted = min(chunk.count, limit + 1 - bytes.count)
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw error(path) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}

/// The C library's `read`, which a member of that name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Writes all of the bytes; what went wrong as an error number, nil when nothing did.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
    }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return errno }
    written += count
  }
  return nil
}
