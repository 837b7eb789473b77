/// The files that a command reads and writes, from any thread; tests have their own.
protocol FileAccess: Sendable {
  /// The bytes of a regular file, or of standard input for `-`, at most one more than the limit, so that the reader
  /// notices a file that is too long.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]
  /// Passes the bytes of a regular file, or of standard input for `-`, to the body, a part at a time, until
  /// it returns false.
  func stream(_ path: String, _ body: ([UInt8]) -> Bool) throws(FileError)
  /// Writes a file completely or not at all, a part at a time until there is none, and replaces an existing one. A file
  /// that was read or written before is refused.
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
  func stream(_ path: String, _ body: ([UInt8]) -> Bool) throws(FileError) {
    _ = body(try read(path, limit: 1 << 40))
  }

  func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var left: [UInt8]? = bytes
    try write({ left.take() }, to: path)
  }

  /// For files without links: the path as it is.
  func resolved(_ path: String) -> String? { kind(of: path) == nil ? nil : path }
}

enum FileKind: Sendable {
  case file, folder
}

struct FolderEntry: Hashable, Sendable {
  var name: String
  var kind: FileKind
}

/// The reason why a file could not be read or written.
struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  var path: String
  /// The system's own words.
  var reason: String

  var description: String { "\(path): \(reason)" }
}
