import Foundation
import LaunchFlow

/// The machine's own files.
package final class SystemFiles: FileAccess {
  /// Every file that has been read.
  private let inputs = Locked<Set<FileIdentity>>([])

  /// Gives access to the machine's files.
  package init() {}

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let (bytes, identity) = try Self.naming(path) { () throws(SystemFailure) in
      try SystemFile.read(path, limit: limit)
    }
    inputs.withLock { _ = $0.insert(identity) }
    return bytes
  }

  package func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
    try Self.naming("standard input") { () throws(SystemFailure) in
      try SystemFile.read(STDIN_FILENO, limit: limit)
    }
  }

  package func stream(_ path: String, _ body: ([UInt8]) -> Bool) throws(FileError) {
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
    inputs.withLock { _ = $0.insert(identity) }
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
        try SystemFile.read(descriptor, limit: Self.part - 1)
      }
      guard !part.isEmpty else { return true }
      guard body(part) else { return false }
    }
  }

  /// The bytes of a part of a stream.
  private static let part = 1 << 18

  package func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var left: [UInt8]? = bytes
    try write({ left.take() }, to: path)
  }

  package func write(_ next: () -> [UInt8]?, to path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // Links lead to the place of the new file, unless they lead in a circle.
      let target = place(of: path)
      return try Self.naming(path) { () throws(SystemFailure) in
        if exists(target) { throw SystemFailure("stat", number: ELOOP) }
        try Self.put(next, at: target, like: nil)
      }
    }
    if let identity = FileIdentity(path: path), inputs.withLock({ $0.contains(identity) }) {
      throw FileError(path: path, reason: "is an input of this command; name another file for the output")
    }
    try Self.naming(path) { () throws(SystemFailure) in
      if status.st_mode & S_IFMT == S_IFREG {
        try Self.replaceFile(next, at: path, status)
      } else {
        try Self.pour(next, into: path)
      }
    }
  }

  package func replace(_ bytes: [UInt8], at path: String) throws(FileError) {
    try Self.naming(path) { () throws(SystemFailure) in
      var status = stat()
      guard stat(path, &status) == 0 else { throw SystemFailure("stat") }
      var left: [UInt8]? = bytes
      try Self.replaceFile({ left.take() }, at: path, status)
    }
  }

  package func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  package func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  package func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
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
      if kind == .file || !Self.isLink(inside) { entries.append(FolderEntry(name, kind)) }
    }
    return entries.sorted { $0.name < $1.name }
  }

  package func makeFolder(_ path: String) throws(FileError) {
    if kind(of: path) == .folder { return }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !parent.isEmpty { try makeFolder(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST && kind(of: path) == .folder else {
      throw FileError(path: path, reason: SystemFailure("mkdir").reason)
    }
  }

  package func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package func linkTarget(of path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  package func stamp(of path: String) -> [Int64] {
    guard let file = resolved(path),
      let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      let changed = attributes[.modificationDate] as? Date
    else { return [] }
    let numbers = [FileAttributeKey.systemNumber, .systemFileNumber, .size].map { key in
      (attributes[key] as? NSNumber)?.int64Value ?? 0
    }
    return numbers + [Int64(changed.timeIntervalSince1970 * 1_000_000)]
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
