import Foundation
import LaunchFlowAuthoring
import LaunchFlowTestFlows
import LaunchFlowTestProcesses

/// What whole subcommands cost, each time in a process of its own: their time, the processor's, and the most memory.
enum CommandCost {
  /// What a process that ran a command reports as its last line on standard error.
  private struct Cost: Codable {
    var seconds: Double
    var processor: Double
    var kilobytes: Int
  }

  /// A command line is measured this often, but not for longer than `longest` seconds in all.
  private static let times = 9
  private static let longest = 12.0

  /// The arguments are a command line. Without any: the repository's files, a large dependency graph, a long page.
  static func run(_ arguments: [String]) async throws {
    if arguments.first == "--once" { return try once(Array(arguments.dropFirst())) }
    print("medians of \(times); the start of the command is part of each\n")
    print("| command | ms | processor ms | MB | measured |\n| --- | --: | --: | --: | --: |")
    guard arguments.isEmpty else { return try tell(arguments.joined(separator: " "), arguments) }
    try tell("help", ["help"])
    try tell("check flows examples", ["check", "flows", "examples"])
    for name in ["rider-launch", "loan-launch"] {
      try tell("verify \(name)", ["verify", "flows/\(name).json"])
    }
    try tell(
      "simulate --runs 1000000, odd day",
      ["simulate", "flows/rider-launch.json", "--scenario", "odd-day", "--runs", "1000000"])
    let folder = FileManager.default.temporaryDirectory.appending(path: "costs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let graph = try write(
      FlowShapes.dependencies(9075, needs: 50_112, levels: 36, seed: 7), "dependencies.json", folder)
    let name = "9,075 steps, 50,112 needs"
    try tell("simulate, \(name)", ["simulate", graph])
    try tell("check, \(name)", ["check", graph])
    try tell("verify --timeout 10s, \(name)", ["verify", "--timeout", "10s", graph])
    let layers = try write(FlowShapes.layers(width: 100, depth: 100), "layers.json", folder)
    let page = folder.appending(path: "page.html")
    try tell(
      "page of 10,000 steps",
      ["simulate", layers, "--format", "html", "--output", page.path(percentEncoded: false)])
  }

  private static func write(_ flow: Flow, _ name: String, _ folder: URL) throws -> String {
    let file = folder.appending(path: name)
    try Data(flow.json.text(.pretty).utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  /// The median time of a command, in seconds.
  static func seconds(of arguments: [String]) throws -> Double {
    let costs = try costs(of: arguments)
    return costs.map(\.seconds).sorted()[costs.count / 2]
  }

  private static func costs(of arguments: [String]) throws -> [Cost] {
    var costs: [Cost] = []
    while costs.count < times, costs.reduce(0, { $0 + $1.seconds }) < longest {
      costs.append(try cost(of: arguments))
    }
    return costs
  }

  private static func tell(_ name: String, _ arguments: [String]) throws {
    let costs = try costs(of: arguments)
    func median(_ value: (Cost) -> Double) -> Double { costs.map(value).sorted()[costs.count / 2] }
    let cells = [
      String(format: "%.1f", median { $0.seconds } * 1000),
      String(format: "%.1f", median { $0.processor } * 1000),
      "\(Int(median { Double($0.kilobytes) } / 1000))", "\(costs.count) ×",
    ]
    print("| \(name) | \(cells.joined(separator: " | ")) |")
  }

  /// Runs this program once more, which runs the command and measures it.
  private static func cost(of arguments: [String]) throws -> Cost {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["commands", "--once"] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let data = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let last = String(decoding: data, as: UTF8.self).split(separator: "\n").last ?? ""
    return try JSONDecoder().decode(Cost.self, from: Data(last.utf8))
  }

  /// Runs the command, which is built beside this program, as the only child of this process.
  private static func once(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "launchflow")
    process.arguments = arguments
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    let seconds = start.duration(to: .now) / .seconds(1)
    let (processor, kilobytes) = ProcessFigures.children
    let cost = Cost(seconds: seconds, processor: processor, kilobytes: kilobytes)
    FileHandle.standardError.write(Data("\n".utf8) + (try JSONEncoder().encode(cost)) + Data("\n".utf8))
  }
}
