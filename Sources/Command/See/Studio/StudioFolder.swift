import Foundation
import LaunchFlowAuthoring

/// The documents of a folder on disk; for any thread.
final class StudioFolder: @unchecked Sendable {
  // `lock` guards every variable. `world` never changes, and its files are for any thread.
  private let lock = NSLock()
  private let world: World
  private var stamps: [String: [Int64]] = [:]
  private var number = 0
  private var nextLook = ContinuousClock.now
  private var isStopped = false
  /// The folder's path as given.
  let path: String

  static let mostDocuments = 500
  /// The interval between two checks of the folder while a page waits.
  private static let pace = Duration.milliseconds(200)

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

  /// Writes a document if its text on disk is still the given one; returns whether it was.
  func write(_ bytes: [UInt8], to path: String, over expected: [UInt8]) throws(FileError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return try world.replace(bytes, at: path, over: expected)
  }
}

extension StudioFolder {
  /// Waits until the folder changes after the state with a number, or a time is over; returns its present number.
  func wait(since seen: Int, for time: Duration) -> Int {
    let end = ContinuousClock.now + time
    while true {
      let (number, isStopped) = look()
      if number != seen || isStopped || ContinuousClock.now >= end { return number }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

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
      // A large folder is checked less often, so that checks take a twentieth of the time at most.
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
      var check = DocumentCheck(file, isNamed: false, in: world)
      let text = DiagnosticText(file.source, width: 100)
      return (check.diagnostics() ?? []).map { ($0.severity, text.text($0)) }
    }
  }
}
