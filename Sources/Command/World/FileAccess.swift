/// The files that a command reads and writes, from any thread; tests have their own.
package protocol FileAccess: Sendable {
  /// The bytes of a regular file, at most one more than the limit, so that the reader notices a file that is too long.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]
  /// The bytes of standard input, at most one more than the limit.
  func readStandardInput(limit: Int) throws(FileError) -> [UInt8]
  /// Passes the bytes of a regular file, or of standard input for `-`, to the body, a part at a time, until
  /// it returns false.
  func stream(_ path: String, _ body: ([UInt8]) -> Bool) throws(FileError)
  /// Writes a file completely or not at all, and replaces an existing one. A file that was read is refused.
  func write(_ bytes: [UInt8], to path: String) throws(FileError)
  /// Writes a file the same way, a part at a time, until there is none.
  func write(_ next: () -> [UInt8]?, to path: String) throws(FileError)
  /// Replaces an existing file completely or not at all; its permissions stay.
  func replace(_ bytes: [UInt8], at path: String) throws(FileError)
  /// Makes a folder and its parents, unless it exists.
  func makeFolder(_ path: String) throws(FileError)
  /// The kind of a path's target; nil for nothing.
  func kind(of path: String) -> FileKind?
  /// The files and folders in a folder, sorted by name. Links to folders are left out, since they may go in circles.
  func entries(inFolder path: String) throws(FileError) -> [FolderEntry]
  /// The absolute path of a path's target, without links, `.` and `..`; nil for nothing.
  func resolved(_ path: String) -> String?
}

extension FileAccess {
  /// For files in memory: all at once.
  package func stream(_ path: String, _ body: ([UInt8]) -> Bool) throws(FileError) {
    let limit = 1 << 40
    _ = body(try path == World.standardStream ? readStandardInput(limit: limit) : read(path, limit: limit))
  }

  /// For files in memory: all at once.
  package func write(_ next: () -> [UInt8]?, to path: String) throws(FileError) {
    var bytes: [UInt8] = []
    while let part = next() { bytes += part }
    try write(bytes, to: path)
  }

  /// For files without links: the path as it is.
  package func resolved(_ path: String) -> String? { kind(of: path) == nil ? nil : path }
}

/// The kind of a path's target.
package enum FileKind: Sendable {
  case file, folder
}

package struct FolderEntry: Hashable, Sendable {
  package var name: String
  package var kind: FileKind

  package init(_ name: String, _ kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

/// The reason why a file could not be read or written.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// The system's own words.
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(path): \(reason)" }
}
