import LaunchFlow
@testable import LaunchFlowCommand

/// Files that live in a dictionary; a path that others begin with is a folder.
struct MemoryFiles: FileAccess, ExpressibleByDictionaryLiteral {
  var contents: [String: [UInt8]] = [:]
  var standardInput: [UInt8] = []
  let written = Written()

  /// What was written; a class, since commands see a copy of the files.
  final class Written: Sendable {
    private let kept = Locked<[String: String]>([:])
    var texts: [String: String] { kept.withLock { $0 } }
    func keep(_ bytes: [UInt8], _ path: String) {
      kept.withLock { $0[path] = String(decoding: bytes, as: UTF8.self) }
    }
  }

  init(dictionaryLiteral elements: (String, String)...) {
    for (path, text) in elements { contents[path] = Array(text.utf8) }
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    if path == World.standardStream { return Array(standardInput.prefix(limit + 1)) }
    guard let bytes = written.texts[path].map({ Array($0.utf8) }) ?? contents[path] else {
      throw FileError(path: path, reason: "No such file or directory")
    }
    return Array(bytes.prefix(limit + 1))
  }

  func write(_ next: () -> [UInt8]?, to path: String) throws(FileError) {
    var bytes: [UInt8] = []
    while let part = next() { bytes += part }
    guard !path.hasPrefix("/nowhere/") else {
      throw FileError(path: path, reason: "No such file or directory")
    }
    written.keep(bytes, path)
  }

  func replace(_ bytes: [UInt8], at path: String) throws(FileError) {
    guard kind(of: path) == .file else { throw FileError(path: path, reason: "No such file or directory") }
    try write(bytes, to: path)
  }

  func makeFolder(_ path: String) throws(FileError) {}

  func kind(of path: String) -> FileKind? {
    if contents[path] != nil || written.texts[path] != nil { return .file }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return contents.keys.contains { $0.hasPrefix(prefix) } ? .folder : nil
  }

  func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
    let folder = path == "." ? "" : path + "/"
    let inside = contents.keys.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(folder.count) }
    return Set(inside.map { String($0.prefix { $0 != "/" }) }).sorted().compactMap { name in
      kind(of: folder + name).map { FolderEntry(name: name, kind: $0) }
    }
  }
}
