import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow compare` for two switches, or for two scenarios of one switch.
struct SwitchCompareCommand {
  private let given: Given
  private let world: World
  private let names: [String]
  private let isSingle: Bool

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
      given: given, world: world, names: hasScenarios ? sides.scenarios : sides.paths,
      isSingle: given[PlayOptions.runs] == nil)
    var traces: [[SwitchTrace]] = []
    for (index, path) in sides.paths.enumerated() {
      let own = sides.given(index, path: path)
      guard let file = try path == file.path ? file : SwitchRequest.file(own, in: world) else {
        throw UsageError("\(path) is not a switch, but \(sides.paths[0]) is one")
      }
      guard let request = try SwitchRequest(own, file, in: world) else { return .problemsFound }
      traces += try request.scenarios.map { scenario in
        request.traces(try request.simulation(scenario), runs: command.runs)
      }
    }
    guard traces.count == 2 else { throw UsageError("compare two scenarios, not \(traces.count)") }
    let isJSON = given[CompareCommand.format] == .json
    let text = isJSON ? command.json(traces) : command.picture(traces)
    try world.write(text, as: isJSON ? .json : .text, to: given[SharedOptions.output])
    return .fine
  }

  /// The numbers of the runs to play.
  private var runs: ClosedRange<UInt64> {
    if let runs = given[PlayOptions.runs] { return 0...UInt64(runs - 1) }
    let run = given[PlayOptions.run] ?? 0
    return run...run
  }

  private func picture(_ traces: [[SwitchTrace]]) -> String {
    let options = TextOptions(given, output: given[SharedOptions.output], in: world)
    let pictures = isSingle ? traces.joined().map { Picture($0).text(options) + "\n" } : []
    let rows = zip(names, traces).map { SwitchTable.Row($0, SwitchFigures($1)) }
    return pictures.joined() + Picture(SwitchTable("figures", rows)).text(options)
  }

  /// Two runs in the form of `simulate`, or the figures of many runs.
  private func json(_ traces: [[SwitchTrace]]) -> String {
    let values = traces.map { isSingle ? SwitchJSON.value($0[0]) : SwitchJSON.figures(SwitchFigures($0)) }
    let value: JSONValue = [
      "format": .integer(SwitchJSON.format), "before": values[0], "after": values[1],
    ]
    return value.text(.pretty) + "\n"
  }
}
