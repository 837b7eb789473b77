import Foundation
import LaunchFlow
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows

/// What a launch costs before its first request or action: each time in a process of its own, as in an app that starts.
enum FirstRequest {
  /// One start: milliseconds to each point, and what the process then holds more than before.
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
    if arguments.first == "--once", let path = arguments.dropFirst().first { return try await once(path) }
    print("| flow | read and checked ms | engine | started | first request | threads | memory kB | own kB |")
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

  /// Runs this program once more.
  private static func start(_ path: String) throws -> Figures {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    // As a bundle's address is. Foundation takes 0.1 ms for the path of a relative one.
    let file = URL(filePath: path).absoluteURL.path(percentEncoded: false)
    process.arguments = ["first-request", "--once", file]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Figures.self, from: data)
  }

  private static func once(_ path: String) async throws {
    let (memory, threads) = (ProcessFigures.residentKilobytes ?? 0, ProcessFigures.threads)
    let own = ProcessFigures.ownKilobytes ?? 0
    let begin = ContinuousClock.now
    func milliseconds() -> Double { begin.duration(to: .now) / .milliseconds(1) }
    var figures = Figures()
    let flow = try Flow(contentsOf: URL(filePath: path))
    figures.read = milliseconds()
    let first = Promise<ContinuousClock.Instant>()
    var actions = FlowActions()
    for action in Set(flow.actionNames) {
      actions.register(action) { _ in
        first.fulfil(.now)
        return 1
      }
    }
    let before = ContinuousClock.now
    var configuration = FlowEngine.Configuration()
    configuration.transport = Told(first: first)
    let engine = try FlowEngine(flow, actions: actions, configuration: configuration)
    figures.engine = before.duration(to: .now) / .milliseconds(1)
    let missing = flow.inputs.filter { $0.defaultValue == nil }
    let inputs = missing.map { ($0.name, $0.kind == .boolean ? JSONValue.bool(true) : "x") }
    let atStart = ContinuousClock.now
    let run = try engine.start(inputs: Dictionary(uniqueKeysWithValues: inputs))
    figures.started = atStart.duration(to: .now) / .milliseconds(1)
    figures.first = begin.duration(to: await first.value) / .milliseconds(1)
    figures.threads = ProcessFigures.threads - threads
    figures.kilobytes = (ProcessFigures.residentKilobytes ?? 0) - memory
    figures.ownKilobytes = (ProcessFigures.ownKilobytes ?? 0) - own
    run.cancel()
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }

  /// Tells the time of the first request, and answers none.
  private struct Told: HTTPTransport {
    let first: Promise<ContinuousClock.Instant>

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      first.fulfil(.now)
      return {}
    }
  }
}
