import Foundation
import LaunchFlowAuthoring
import LaunchFlowModel

/// The documents of a folder, as they are on disk; for any thread.
final class StudioFolder: @unchecked Sendable {
  // `lock` guards every variable. `world` never changes, and its files are for any thread.
  private let lock = NSLock()
  private let world: World
  private var stamps: [String: [Int64]] = [:]
  private var number = 0
  private var nextLook = ContinuousClock.now
  private var isStopped = false
  /// The folder's path as it was given.
  let path: String

  /// The most documents that are listed.
  static let mostDocuments = 500
  /// How often the folder is looked at while a page waits.
  private static let pace = Duration.milliseconds(200)

  /// nil without such a folder.
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
  /// - Throws: `StudioProblem` for a path that no list contains; `FileError` for a file that cannot be read.
  func document(_ path: String) throws -> DocumentFile {
    let prefix = self.path == "." ? "" : self.path.hasSuffix("/") ? self.path : self.path + "/"
    let names = path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard path.hasPrefix(prefix), path.hasSuffix(".json"), !path.contains("\0"),
      names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") })
    else { throw StudioProblem("the folder has no document '\(path)'") }
    return try DocumentFile(path, in: world)
  }

  /// The text that a document includes; nil when it cannot be read.
  func included(_ name: String, by path: String) -> SourceText? {
    (try? DocumentFile(path, in: world))?.included(name, in: world)
  }

  /// The scenarios file beside a flow; nil without one.
  func scenarios(besides flow: String) -> SourceText? {
    guard let beside = DocumentFile.scenariosPath(besides: flow), world.files.kind(of: beside) == .file
    else { return nil }
    return (try? DocumentFile(beside, in: world))?.source
  }

  /// Writes a document whose text on disk is still the given one.
  ///
  /// - Returns: Whether it was.
  func write(_ bytes: [UInt8], to path: String, over expected: [UInt8]) throws(FileError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard try DocumentFile(path, in: world).source.bytes == expected else { return false }
    try world.files.replace(bytes, at: path)
    return true
  }
}

extension StudioFolder {
  /// Waits until the folder is no longer as it was at a number, or a time is over; returns its present number.
  func wait(since seen: Int, for time: Duration) -> Int {
    let end = ContinuousClock.now + time
    while true {
      let (number, isStopped) = look()
      if number != seen || isStopped || ContinuousClock.now >= end { return number }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Ends all waits.
  func stop() { lock.withLock { isStopped = true } }

  private func look() -> (number: Int, isStopped: Bool) {
    lock.withLock {
      let begun = ContinuousClock.now
      guard begun >= nextLook else { return (number, isStopped) }
      let found = currentStamps()
      if found != stamps {
        stamps = found
        number += 1
      }
      // A large folder is looked at less often, so that looking takes a twentieth of the time at most.
      nextLook = ContinuousClock.now + max(Self.pace, begun.duration(to: .now) * 20)
      return (number, isStopped)
    }
  }

  private func currentStamps() -> [String: [Int64]] {
    let paths = (try? paths()) ?? []
    return Dictionary(
      paths.map { ($0, world.files.stamp(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }
}

/// A document of the list.
struct StudioDocument: Sendable {
  var path: String
  /// The flow's title or name; nil for a text that is not JSON.
  var title: String?
}

/// The diagnostics of a flow and of its scenarios.
struct StudioChecked: Sendable {
  /// Each as `check` writes it.
  var diagnostics: [String] = []
  var errors = 0
  var warnings = 0
}

extension StudioFolder {
  /// The flows, and the files that are not JSON.
  func documents() throws(FileError) -> [StudioDocument] {
    try paths().compactMap { path in
      guard let file = try? DocumentFile(path, in: world) else { return nil }
      guard let json = try? JSONDocument(file.source) else {
        return path.hasSuffix(".scenarios.json") ? nil : StudioDocument(path: path)
      }
      guard DocumentKind(json) == .flow else { return nil }
      let title = json.member("title")?.value.string ?? json.member("flow")?.value.string
      return StudioDocument(path: path, title: title ?? "")
    }
  }

  /// What `check` says of a document and of its scenarios.
  func check(_ path: String) -> StudioChecked {
    var checked = StudioChecked()
    for path in [path, DocumentFile.scenariosPath(besides: path) ?? ""] {
      guard let file = try? document(path) else { continue }
      var check = DocumentCheck(file, isNamed: false, in: world)
      let found = check.diagnostics() ?? []
      checked.errors += found.count { $0.severity == .error }
      checked.warnings += found.count { $0.severity == .warning }
      let text = DiagnosticText(file.source, width: 100)
      checked.diagnostics += found.map { text.text($0) }
    }
    return checked
  }
}
