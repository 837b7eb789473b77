import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow compare` for two switches, or for two scenarios of one switch.
enum SwitchCompareCommand {
  /// One side: a run, or the figures of many.
  private typealias Side = (trace: SwitchTrace?, figures: SwitchFigures)

  /// Plays both sides and writes the differences.
  ///
  /// - Parameter file: The first switch.
  static func run(_ given: Given, _ file: DocumentFile, in world: World) throws -> ExitStatus {
    guard given.format != .html else {
      throw UsageError("two switches are compared as text or json, not as html")
    }
    let sides = try ComparedSides(given)
    var played: [Side] = []
    var stops: [StoppedRun] = []
    for (index, path) in sides.paths.enumerated() {
      let own = sides.given(index, path: path)
      guard let file = try path == file.path ? file : SwitchRequest.file(own, in: world) else {
        throw UsageError("\(path) is not a switch, but \(sides.paths[0]) is one")
      }
      guard let request = try SwitchRequest(own, file, in: world) else { return .problemsFound }
      for scenario in request.scenarios {
        let simulation = try request.simulation(scenario)
        if let runs = given[PlayOptions.runs] {
          played.append((nil, request.figures(simulation, runs: runs, &stops)))
        } else {
          let trace = request.run(simulation, &stops)
          played.append((trace, SwitchFigures(trace)))
        }
      }
    }
    guard played.count == 2 else { throw UsageError("compare two scenarios, not \(played.count)") }
    let hasScenarios = sides.scenarios.count == 2 && sides.scenarios[0] != sides.scenarios[1]
    let report = Report(given, in: world)
    try report.write(text(played, hasScenarios ? sides.scenarios : sides.paths, report))
    return world.report(stops)
  }

  /// Two runs in the form of `simulate`, and the figures of both. As JSON, runs replace the figures.
  private static func text(_ sides: [Side], _ names: [String], _ report: Report) -> String {
    let runs = report.format == .text ? sides.compactMap(\.trace).map { report.text($0) + "\n" } : []
    let rows = zip(names, sides).map { ($0, $1.figures) }
    let values = sides.map { $0.trace.map(SwitchJSON.value) ?? SwitchJSON.figures($0.figures) }
    return runs.joined()
      + report.text(
        Picture(SwitchTable("figures", rows)),
        ["format": .integer(SwitchJSON.format), "before": values[0], "after": values[1]])
  }
}
