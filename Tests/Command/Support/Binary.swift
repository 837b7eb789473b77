import Foundation
import LaunchFlowTestFlows

/// The built command, run as a process.
enum Binary {
  /// How a process ended and what it wrote.
  struct Outcome: Equatable {
    var status: Int32
    var data: Data
    var diagnostics: String
  }

  /// The package's folder, from which the processes run.
  static let package = packageFolder

  /// The command stands beside the test bundle.
  static let path: String = {
    let arguments = CommandLine.arguments
    let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments[$0 + 1] } ?? arguments[0]
    var folder = URL(filePath: bundle).deletingLastPathComponent()
    // On macOS the bundle's executable stands three folders deep in it.
    while folder.path().contains(".xctest") { folder = folder.deletingLastPathComponent() }
    return folder.appending(path: "launchflow").path()
  }()

  /// Runs the command with these words.
  static func run(_ words: [String], input: Data = Data()) throws -> Outcome {
    try run(path, words, input: input)
  }

  /// Runs another executable of the package, which stands beside the command.
  static func run(product: String, _ words: [String]) throws -> Outcome {
    let folder = URL(filePath: path).deletingLastPathComponent()
    return try run(folder.appending(path: product).path(), words, input: Data())
  }

  /// Runs a line of shell in which `$launchflow` is the command.
  static func shell(_ line: String) throws -> Outcome {
    try run("/bin/sh", ["-c", line], input: Data())
  }

  private static func run(_ executable: String, _ words: [String], input: Data) throws -> Outcome {
    let folder = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let urls = ["in", "out", "err"].map { folder.appending(path: $0) }
    try input.write(to: urls[0])
    for url in urls[1...] { try Data().write(to: url) }
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = words
    process.currentDirectoryURL = package
    process.environment = ["launchflow": path, "PATH": "/usr/bin:/bin"]
    process.standardInput = try FileHandle(forReadingFrom: urls[0])
    process.standardOutput = try FileHandle(forWritingTo: urls[1])
    process.standardError = try FileHandle(forWritingTo: urls[2])
    try process.run()
    process.waitUntilExit()
    let diagnostics = String(decoding: try Data(contentsOf: urls[2]), as: UTF8.self)
    return Outcome(
      status: process.terminationStatus, data: try Data(contentsOf: urls[1]), diagnostics: diagnostics)
  }
}
