import Foundation
import LaunchFlowAuthoring
import LaunchFlowDelivery

/// The documents of a folder on disk.
struct StudioFolder: Sendable {
  /// Held while a document is compared and written.
  private let lock = NSLock()
  let world: World
  /// The folder's path as given.
  let path: String

  static let mostDocuments = 500

  /// nil if there is no such folder.
  init?(_ path: String, in world: World) {
    guard let files = ConfinedFiles(world.files, folder: path) else { return nil }
    var world = world
    world.files = files
    self.world = world
    self.path = path
  }

  /// The paths of the `.json` files, in order.
  private func paths() throws(FileError) -> [String] {
    let found = try DocumentPaths.find(path == "." ? [] : [path], in: world.files)
    return Array(found.map(\.path).prefix(Self.mostDocuments))
  }

  /// A document that the list may contain.
  ///
  /// - Throws: `UsageError` for a path that no list contains; `FileError` for a file that cannot be read.
  func document(_ path: String) throws -> DocumentFile {
    let prefix = self.path == "." ? "" : self.path.hasSuffix("/") ? self.path : self.path + "/"
    let names = path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard path.hasPrefix(prefix), path.hasSuffix(".json"), !path.contains("\0"),
      names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") })
    else { throw UsageError("the folder has no document '\(path)'") }
    return try DocumentFile(path, in: world)
  }

  /// Writes a document if its text on disk is still the given one; returns whether it was.
  func write(_ bytes: [UInt8], to path: String, over expected: [UInt8]) throws(FileError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return try world.replace(bytes, at: path, over: expected)
  }
}

extension StudioFolder {
  /// A text that changes when a document appears, is written or disappears.
  var state: String {
    let stamps = ((try? paths()) ?? []).map { "\($0): \(world.files.stamp(of: $0))" }
    return SHA256.hex(Array(stamps.joined(separator: "\n").utf8))
  }
}

extension StudioFolder {
  /// The paths of the flows, each with its title or name, and of files that are not JSON, without a title.
  func documents() throws(FileError) -> [(path: String, title: String?)] {
    try paths().compactMap { path -> (path: String, title: String?)? in
      guard let file = try? DocumentFile(path, in: world) else { return nil }
      guard let json = try? JSONDocument(file.source) else {
        return path.hasSuffix(".scenarios.json") ? nil : (path, nil)
      }
      guard DocumentKind(json) == .flow else { return nil }
      return (path, json.member("title")?.value.string ?? json.member("flow")?.value.string ?? "")
    }
  }

  /// The diagnostics of `check` for a document and its scenarios.
  func check(_ path: String) -> [(severity: Diagnostic.Severity, text: String)] {
    let paths = [path, DocumentFile.scenariosPath(besides: path)].compactMap(\.self)
    return paths.flatMap { path -> [(severity: Diagnostic.Severity, text: String)] in
      guard let file = try? document(path) else { return [] }
      let text = DiagnosticText(file.source, width: 100)
      let found = DocumentCheck.diagnostics(of: file, isNamed: false, in: world) ?? []
      return found.map { ($0.severity, text.text($0)) }
    }
  }
}
