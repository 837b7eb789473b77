import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow compare` where the files are switches.
struct SwitchCompareCommand {
  private let given: Given
  private let world: World
  private let sides: [SwitchSimulateCommand]
  private let names: [String]

  /// Takes a command line whose first file is a switch; nil for any other, standard input included.
  init?(_ given: Given, in world: World) throws {
    guard try SwitchSimulateCommand(given, in: world) != nil else { return nil }
    self.given = given
    self.world = world
    let scenarios = given.all(CompareCommand.scenario)
    let paths = given.arguments.count == 1 ? [given.arguments[0], given.arguments[0]] : given.arguments
    guard scenarios.count == 2 || given.arguments.count == 2 else {
      throw Self.usage("there is nothing to compare with; name a second file, or a second scenario")
    }
    sides = try paths.enumerated().map { index, path in
      var side = given
      side.arguments = [path]
      if scenarios.count == 2 { side.texts[CompareCommand.scenario.declaration.name] = [scenarios[index]] }
      guard let command = try SwitchSimulateCommand(side, in: world) else {
        throw Self.usage("\(path) is no switch, and \(paths[0]) is one")
      }
      return command
    }
    names = scenarios.count == 2 && scenarios[0] != scenarios[1] ? scenarios : paths
  }

  /// Plays both and writes what differs.
  func run() throws -> ExitStatus {
    guard given[CompareCommand.format] != .html else {
      throw Self.usage("two switches are compared as text or json, not as html")
    }
    var simulations: [SwitchSimulation] = []
    for side in sides {
      guard let found = try side.simulations() else { return .problemsFound }
      simulations += found
    }
    guard simulations.count == 2 else {
      throw Self.usage("compare two scenarios, not \(simulations.count)")
    }
    let runs = given[CompareCommand.runs]
    let numbers =
      runs.map { 0..<UInt64($0) } ?? (given[CompareCommand.run] ?? 0)..<(given[CompareCommand.run] ?? 0) + 1
    let traces = simulations.map { simulation in
      numbers.map { simulation.run(seed: given[CompareCommand.seed], run: $0) }
    }
    let isSingle = runs == nil
    let text = given[CompareCommand.format] == .json ? json(traces, isSingle) : picture(traces, isSingle)
    try world.write(text, to: given[CompareCommand.output])
    return .fine
  }

  private func picture(_ traces: [[SwitchTrace]], _ isSingle: Bool) -> String {
    let options = TerminalTimeline.Options(given, output: given[CompareCommand.output], in: world)
    let pictures = isSingle ? traces.joined().map { SwitchTimeline.text($0, options: options) + "\n" } : []
    let rows = zip(names, traces).map { SwitchTable.Row($0, SwitchFigures($1)) }
    return pictures.joined() + SwitchTable.text("figures", rows, isASCII: options.isASCII)
  }

  /// Two runs as `simulate` writes them, or the figures of many.
  private func json(_ traces: [[SwitchTrace]], _ isSingle: Bool) -> String {
    let values = traces.map { isSingle ? SwitchJSON.value($0[0]) : SwitchJSON.figures(SwitchFigures($0)) }
    let value: JSONValue = [
      "format": .integer(SwitchJSON.format), "before": values[0], "after": values[1],
    ]
    return value.text(.pretty) + "\n"
  }

  private static func usage(_ message: String) -> UsageError {
    UsageError(message, command: CompareCommand.interface.name)
  }
}
