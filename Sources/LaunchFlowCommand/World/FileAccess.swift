/// The files that a command reads and writes; tests bring their own.
package protocol FileAccess {
  /// A file's bytes, at most one more than the limit, so that what is too long shows.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]
  /// What comes in on standard input, at most one byte more than the limit.
  func readStandardInput(limit: Int) throws(FileError) -> [UInt8]
  /// Makes a file of these bytes, in place of one that is there.
  func write(_ bytes: [UInt8], to path: String) throws(FileError)
  /// Puts these bytes in place of a file that is there, whole or not at all; its permissions stay.
  func replace(_ bytes: [UInt8], at path: String) throws(FileError)
  /// Makes a folder, with those around it, where there is none.
  func makeFolder(_ path: String) throws(FileError)
  /// Whether there is a file, a folder or nothing.
  func kind(of path: String) -> FileKind?
  /// What stands in a folder, sorted by name; folders that are mere links are left out, since they may go in
  /// circles.
  func entries(inFolder path: String) throws(FileError) -> [FolderEntry]
}

/// What stands at a path.
package enum FileKind: Sendable {
  case file, folder
}

/// A file or folder within a folder.
package struct FolderEntry: Hashable, Sendable {
  package var name: String
  package var kind: FileKind

  package init(_ name: String, _ kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

/// Why a file could not be read or written.
package struct FileError: Error, Hashable, Sendable {
  package var path: String
  /// The system's own words.
  package var reason: String

  /// Pairs a path with what went wrong.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
