import Foundation
import LaunchFlow

final class SystemFiles: FileAccess {
  /// Every file that has been read or written.
  private let files = Locked<Set<FileIdentity>>([])

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard path != World.standardStream else {
      return try Self.naming("standard input") { () throws(SystemFailure) in
        try SystemFile.read(STDIN_FILENO, limit: limit)
      }
    }
    let (bytes, identity) = try Self.naming(path) { () throws(SystemFailure) in
      try SystemFile.read(path, limit: limit)
    }
    files.withLock { _ = $0.insert(identity) }
    return bytes
  }

  func stream(_ path: String, _ body: ([UInt8]) -> Bool) throws(FileError) {
    var (program, isFirst): (String?, Bool) = (nil, true)
    func take(_ part: [UInt8]) -> Bool {
      if isFirst { program = Unpacking.program(for: part) }
      isFirst = false
      return program == nil && body(part)
    }
    guard path != World.standardStream else {
      _ = try Self.parts(of: STDIN_FILENO, "standard input", take)
      guard let program else { return }
      throw FileError(
        path: "standard input",
        reason:
          "is compressed; name the file, or write '\(program) -dc FILE | launchflow …' with '-' as the file")
    }
    let (descriptor, identity) = try Self.naming(path) { () throws(SystemFailure) in
      try SystemFile.openRegular(path)
    }
    defer { close(descriptor) }
    files.withLock { _ = $0.insert(identity) }
    _ = try Self.parts(of: descriptor, path, take)
    guard let program else { return }
    let unpacking = try Unpacking(path, by: program)
    let isWhole = try Self.parts(of: unpacking.descriptor, path, body)
    try unpacking.end(path, isWhole: isWhole)
  }

  /// Hands over the bytes of a file a part at a time. Returns whether it came to the end.
  private static func parts(
    of descriptor: Int32, _ path: String, _ body: ([UInt8]) -> Bool
  ) throws(FileError) -> Bool {
    while true {
      let part = try naming(path) { () throws(SystemFailure) in
        try SystemFile.read(descriptor, limit: (1 << 18) - 1)
      }
      guard !part.isEmpty else { return true }
      guard body(part) else { return false }
    }
  }

  func write(_ next: () -> [UInt8]?, to path: String) throws(FileError) {
    var status = stat()
    let failure = stat(path, &status) == 0 ? nil : SystemFailure("stat")
    if failure == nil, status.st_mode & S_IFMT != S_IFREG {
      return try Self.naming(path) { () throws(SystemFailure) in try Self.pour(next, into: path) }
    }
    if let identity = FileIdentity(path: path), files.withLock({ $0.contains(identity) }) {
      throw FileError(path: path, reason: "is an input or another output of this command; name another file")
    }
    try Self.naming(path) { () throws(SystemFailure) in
      guard let failure else { return try Self.replaceFile(next, at: path, status) }
      // A link that leads nowhere is not replaced.
      if Self.isLink(path) { throw failure }
      try Self.put(next, at: path, like: nil)
    }
    if let identity = FileIdentity(path: path) { files.withLock { _ = $0.insert(identity) } }
  }

  func replace(_ bytes: [UInt8], at path: String) throws(FileError) {
    try Self.naming(path) { () throws(SystemFailure) in
      var status = stat()
      guard stat(path, &status) == 0 else { throw SystemFailure("stat") }
      var left: [UInt8]? = bytes
      try Self.replaceFile({ left.take() }, at: path, status)
    }
  }

  func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
    guard let folder = opendir(path) else {
      throw FileError(path: path, reason: SystemFailure("opendir").reason)
    }
    defer { closedir(folder) }
    var entries: [FolderEntry] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let inside = path + "/" + name
      guard name != ".", name != "..", let kind = kind(of: inside) else { continue }
      if kind == .file || !Self.isLink(inside) { entries.append(FolderEntry(name: name, kind: kind)) }
    }
    return entries.sorted { $0.name < $1.name }
  }

  func makeFolder(_ path: String) throws(FileError) {
    if kind(of: path) == .folder { return }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !parent.isEmpty { try makeFolder(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST && kind(of: path) == .folder else {
      throw FileError(path: path, reason: SystemFailure("mkdir").reason)
    }
  }

  func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Does something with a file, and adds the path to an error.
  private static func naming<Answer>(
    _ path: String, _ work: () throws(SystemFailure) -> Answer
  ) throws(FileError) -> Answer {
    do {
      return try work()
    } catch {
      throw FileError(path: path, reason: error.reason)
    }
  }
}
