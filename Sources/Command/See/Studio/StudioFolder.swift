import Foundation
import LaunchFlowAuthoring

/// The documents of a folder on disk.
struct StudioFolder: Sendable {
  /// Held while a document is compared and written.
  let writing = NSLock()
  /// Held by work that takes long: one job at a time, so that pictures find a free core.
  let turn = NSLock()
  /// No document outside of the folder can be read.
  let world: World
  /// The folder's path as given.
  let path: String

  static let mostDocuments = 500

  /// nil if there is no such folder.
  init?(_ path: String, in world: World) {
    guard let root = world.files.resolved(path), world.files.kind(of: root) == .folder else { return nil }
    var world = world
    world.root = root.hasSuffix("/") ? root : root + "/"
    self.world = world
    self.path = path
  }

  /// The `.json` files that can be read, in order.
  private func files() throws(FileError) -> [DocumentFile] {
    let found = try DocumentPaths.find(path == "." ? [] : [path], in: world.files)
    return found.prefix(Self.mostDocuments).compactMap { try? DocumentFile($0.path, in: world) }
  }

  func document(_ path: String) throws -> DocumentFile {
    guard path.hasSuffix(".json") else { throw UsageError("the folder has no document '\(path)'") }
    return try DocumentFile(path, in: world)
  }

  /// A number that changes when a document appears, is written or disappears.
  func state() throws(FileError) -> Int {
    var hasher = Hasher()
    for file in try files() {
      hasher.combine(file.path)
      hasher.combine(file.source.bytes)
    }
    return hasher.finalize()
  }

  /// The paths of the flows, each with its title or name, and of files that are not JSON, without a title.
  func documents() throws(FileError) -> [JSONValue] {
    try files().compactMap { file -> JSONValue? in
      guard let json = try? JSONDocument(file.source) else {
        return file.path.hasSuffix(".scenarios.json") ? nil : ["path": .string(file.path), "title": .null]
      }
      guard DocumentKind(json) == .flow else { return nil }
      let title = json.member("title")?.value.string ?? json.member("flow")?.value.string ?? ""
      return ["path": .string(file.path), "title": .string(title.visible)]
    }
  }

  /// The diagnostics of `check` for a document and its scenarios.
  func check(_ path: String) -> JSONValue {
    var texts: [JSONValue] = []
    var counts: [Diagnostic.Severity: Int64] = [:]
    for path in [path, DocumentFile.scenariosPath(besides: path)].compactMap(\.self) {
      guard let file = try? document(path) else { continue }
      for found in DocumentCheck.diagnostics(of: file, isNamed: false, in: world) ?? [] {
        counts[found.severity, default: 0] += 1
        texts.append(.string(DiagnosticText(file.source, width: 100).text(found)))
      }
    }
    return [
      "errors": .integer(counts[.error] ?? 0), "warnings": .integer(counts[.warning] ?? 0),
      "diagnostics": .array(texts),
    ]
  }
}
