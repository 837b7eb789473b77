import Foundation
import LaunchFlowAuthoring
import LaunchFlowTestFlows

/// What a launch costs before its first request or action: each time in a new process of the program `FirstLaunch`, as in
/// an app that starts.
enum FirstRequest {
  /// One start: milliseconds from its begin to each point, and what the process then holds more than before.
  struct Figures: Codable {
    var read = 0.0
    var engine = 0.0
    var started = 0.0
    var first = 0.0
    var threads = 0
    var kilobytes = 0
    /// Of these, what no other process and no file shares.
    var ownKilobytes = 0
  }

  /// Arguments: flow files; without any, the rider's launch and one of a thousand steps.
  static func run(_ arguments: [String]) async throws {
    print(
      "| flow | read and checked by ms | engine | started | first request | threads | memory kB | own kB |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    if arguments.isEmpty {
      tell("rider-launch", try medians(of: "flows/rider-launch.json"))
      tell("thousand-steps", try mediansOfThousandSteps())
    }
    for path in arguments {
      tell(URL(filePath: path).deletingPathExtension().lastPathComponent, try medians(of: path))
    }
  }

  private static func tell(_ name: String, _ figures: Figures) {
    let times = [figures.read, figures.engine, figures.started, figures.first]
    let cells = times.map { String(format: "%.2f", $0) }.joined(separator: " | ")
    print(
      "| \(name) | \(cells) | \(figures.threads) | +\(figures.kilobytes) | +\(figures.ownKilobytes) |")
  }

  /// The medians of 25 starts.
  static func medians(of path: String) throws -> Figures {
    try build()
    let all = try (0..<25).map { _ in try start(path) }
    func median<Value: Comparable>(_ value: (Figures) -> Value) -> Value { all.map(value).sorted()[12] }
    return Figures(
      read: median { $0.read }, engine: median { $0.engine }, started: median { $0.started },
      first: median { $0.first }, threads: median { $0.threads }, kilobytes: median { $0.kilobytes },
      ownKilobytes: median { $0.ownKilobytes })
  }

  static func mediansOfThousandSteps() throws -> Figures {
    let file = FileManager.default.temporaryDirectory.appending(path: "thousand-\(UUID().uuidString).json")
    try Data(FlowShapes.layers(width: 25, depth: 40).json.text().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try medians(of: file.path(percentEncoded: false))
  }

  private static func build() throws {
    let build = Process()
    build.executableURL = URL(filePath: "/usr/bin/env")
    build.arguments = ["swift", "build", "-c", "release", "--product", "FirstLaunch"]
    build.standardOutput = FileHandle.nullDevice
    try build.run()
    build.waitUntilExit()
  }

  private static func start(_ path: String) throws -> Figures {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: ".build/release/FirstLaunch")
    // As a bundle's address is. Foundation takes 0.1 ms for the path of a relative one.
    process.arguments = [URL(filePath: path).absoluteURL.path(percentEncoded: false)]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Figures.self, from: data)
  }
}
