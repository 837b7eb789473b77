/// The files of one folder. Paths that lead out of it, by `..` or through a link, are refused.
struct ConfinedFiles: FileAccess {
  private let files: any FileAccess
  /// The folder's absolute path without links.
  private let root: String

  /// nil if there is no such folder.
  init?(_ files: any FileAccess, folder: String) {
    guard let root = files.resolved(folder), files.kind(of: root) == .folder else { return nil }
    self.files = files
    self.root = root
  }

  /// Accesses a path in the folder.
  private func reach<Answer>(
    _ path: String, _ body: (any FileAccess) throws(FileError) -> Answer
  ) throws(FileError) -> Answer {
    guard let resolved = files.resolved(path) else {
      throw FileError(path: path, reason: "No such file or directory")
    }
    guard isInside(resolved) else { throw FileError(path: path, reason: "is outside of the studio's folder") }
    return try body(files)
  }

  private func isInside(_ resolved: String) -> Bool {
    resolved == root || resolved.hasPrefix(root == "/" ? root : root + "/")
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try reach(path) { files throws(FileError) in try files.read(path, limit: limit) }
  }

  func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
    throw FileError(path: "standard input", reason: "is not read by the studio")
  }

  func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    throw FileError(path: path, reason: "the studio makes no new files")
  }

  func replace(_ bytes: [UInt8], at path: String) throws(FileError) {
    try reach(path) { files throws(FileError) in try files.replace(bytes, at: path) }
  }

  func makeFolder(_ path: String) throws(FileError) {
    throw FileError(path: path, reason: "the studio makes no folders")
  }

  func kind(of path: String) -> FileKind? { try? reach(path) { $0.kind(of: path) } }

  /// The entries, without links that lead out of the folder.
  func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
    try reach(path) { files throws(FileError) in
      try files.entries(inFolder: path).filter { entry in
        files.resolved(path + "/" + entry.name).map(isInside) ?? false
      }
    }
  }

  func resolved(_ path: String) -> String? { try? reach(path) { $0.resolved(path) } }

  func stamp(of path: String) -> [Int64] { (try? reach(path) { $0.stamp(of: path) }) ?? [] }
}
