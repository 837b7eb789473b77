import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow compare` for two switches, or for two scenarios of one switch.
struct SwitchCompareCommand {
  private let given: Given
  private let world: World
  private let names: [String]

  /// One side: a run, or the figures of many.
  private struct Side {
    var trace: SwitchTrace?
    var figures: SwitchFigures
  }

  /// Plays both sides and writes the differences.
  ///
  /// - Parameter file: The first switch.
  static func run(_ given: Given, _ file: DocumentFile, in world: World) throws -> ExitStatus {
    guard given[CompareCommand.format] != .html else {
      throw UsageError("two switches are compared as text or json, not as html")
    }
    let sides = try ComparedSides(given)
    let hasScenarios = sides.scenarios.count == 2 && sides.scenarios[0] != sides.scenarios[1]
    let command = SwitchCompareCommand(
      given: given, world: world, names: hasScenarios ? sides.scenarios : sides.paths)
    var played: [Side] = []
    var stops: [StoppedRun] = []
    for (index, path) in sides.paths.enumerated() {
      let own = sides.given(index, path: path)
      guard let file = try path == file.path ? file : SwitchRequest.file(own, in: world) else {
        throw UsageError("\(path) is not a switch, but \(sides.paths[0]) is one")
      }
      guard let request = try SwitchRequest(own, file, in: world) else { return .problemsFound }
      for scenario in request.scenarios {
        played.append(command.play(try request.simulation(scenario), request, &stops))
      }
    }
    guard played.count == 2 else { throw UsageError("compare two scenarios, not \(played.count)") }
    let isJSON = given[CompareCommand.format] == .json
    let text = isJSON ? command.json(played) : command.picture(played)
    try world.write(text, as: isJSON ? .json : .text, to: given[SharedOptions.output])
    return world.report(stops)
  }

  private func play(
    _ simulation: SwitchSimulation, _ request: SwitchRequest, _ stops: inout [StoppedRun]
  ) -> Side {
    if let runs = given[PlayOptions.runs] {
      let progress = ProgressLine(in: world)
      return Side(figures: request.figures(simulation, runs: runs, showing: progress, &stops))
    }
    let trace = request.run(simulation, given[PlayOptions.run] ?? 0, &stops)
    return Side(trace: trace, figures: SwitchFigures(trace))
  }

  private func picture(_ sides: [Side]) -> String {
    let options = TextOptions(given, output: given[SharedOptions.output], in: world)
    let pictures = sides.compactMap(\.trace).map { Picture($0).text(options) + "\n" }
    let rows = zip(names, sides).map { ($0, $1.figures) }
    return pictures.joined() + Picture(SwitchTable("figures", rows)).text(options)
  }

  /// Two runs in the form of `simulate`, or the figures of many runs.
  private func json(_ sides: [Side]) -> String {
    let values = sides.map { $0.trace.map(SwitchJSON.value) ?? SwitchJSON.figures($0.figures) }
    let value: JSONValue = [
      "format": .integer(SwitchJSON.format), "before": values[0], "after": values[1],
    ]
    return value.text(.pretty) + "\n"
  }
}
