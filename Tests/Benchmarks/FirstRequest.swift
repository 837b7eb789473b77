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
  }

  /// Arguments: flow files; without any, the rider's launch and one of a thousand steps.
  static func run(_ arguments: [String]) async throws {
    if arguments.first == "--once", let path = arguments.dropFirst().first { return try await once(path) }
    print("| flow | read and checked ms | engine | started | first request | threads | memory kB |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    let large = FileManager.default.temporaryDirectory.appending(path: "thousand-steps.json")
    try Data(FlowShapes.layers(width: 25, depth: 40).json.text().utf8).write(to: large)
    defer { try? FileManager.default.removeItem(at: large) }
    let standard = ["flows/rider-launch.json", large.path(percentEncoded: false)]
    for path in arguments.isEmpty ? standard : arguments {
      let all = try (0..<9).map { _ in try start(path) }
      func median(_ value: KeyPath<Figures, Double>) -> String {
        String(format: "%.2f", all.map { $0[keyPath: value] }.sorted()[4])
      }
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      let (threads, memory) = (all.map(\.threads).sorted()[4], all.map(\.kilobytes).sorted()[4])
      print(
        "| \(name) | \(median(\.read)) | \(median(\.engine)) | \(median(\.started)) | \(median(\.first)) "
          + "| \(threads) | +\(memory) |")
    }
  }

  /// Runs this program once more.
  private static func start(_ path: String) throws -> Figures {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["first-request", "--once", path]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Figures.self, from: data)
  }

  private static func once(_ path: String) async throws {
    let (memory, threads) = (ProcessFigures.residentKilobytes ?? 0, ProcessFigures.threads)
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
    run.cancel()
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }

  /// Tells the time of the first request, and answers none.
  private struct Told: HTTPTransport {
    let first: Promise<ContinuousClock.Instant>

    func send(
      _ request: HTTPRequest, timeout: Duration, progress: (@Sendable (TransferProgress) -> Void)?,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      first.fulfil(.now)
      return {}
    }
  }
}
