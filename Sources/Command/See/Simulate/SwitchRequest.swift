import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// A switch and the scenarios to play on it.
struct SwitchRequest {
  let document: OfflineSwitchDocument
  /// The named scenarios with the file's defaults, in the order of the command line.
  let scenarios: [SwitchScenario]
  private let given: Given
  private let world: World

  /// Reads a command line; nil when a file has errors, which are then reported.
  ///
  /// - Parameter file: The file of the switch, the first argument.
  init?(_ given: Given, _ file: DocumentFile, in world: World) throws {
    if given.first(of: [PlayOptions.set, PlayOptions.input, PlayOptions.network]) != nil {
      throw UsageError(
        "'--set', '--input' and '--network' are for flows; a switch has no steps and no inputs")
    }
    if given.first(of: [ShardOptions.shard, FollowedRuns.option]) != nil {
      throw UsageError("'--shard' and '--follow' are for flows, not for switches")
    }
    let loader = DocumentLoader(given, in: world)
    guard let document = loader.offlineSwitch(file) else { return nil }
    var scenarioFile = SwitchScenarioFile(of: "")
    if let path = try given.scenariosPath(in: world) {
      let found = loader.scenarios(
        try DocumentFile(path, in: world), for: document, else: given.asksForScenarios ? nil : scenarioFile)
      guard let found else { return nil }
      scenarioFile = found
    }
    let named = try given.scenarios(of: scenarioFile.scenarios, by: \.name)
    let chosen = given.all(PlayOptions.scenario).isEmpty ? [SwitchScenario()] : named
    self.document = document
    self.given = given
    self.world = world
    scenarios = chosen.map { $0.over(scenarioFile.defaults) }
  }

  /// The switch's file in a command line's first argument; nil for any other file and for standard input.
  static func file(_ given: Given, in world: World) throws(FileError) -> DocumentFile? {
    guard given.arguments[0] != World.standardStream else { return nil }
    let file = try DocumentFile(given.arguments[0], in: world)
    return file.kind == .offlineSwitch ? file : nil
  }

  /// A scenario, ready to be played on the switch or on a variation of it.
  func simulation(
    _ scenario: SwitchScenario, on document: OfflineSwitchDocument? = nil
  ) throws -> SwitchSimulation {
    try UsageError.fitting { try SwitchSimulation(SwitchPlan(document ?? self.document), scenario) }
  }

  /// The run that the command line names. A stopped run is noted.
  func run(_ simulation: SwitchSimulation, _ stops: inout [StoppedRun]) -> SwitchTrace {
    let run = simulation.run(seed: given[PlayOptions.seed], run: given[PlayOptions.run] ?? 0)
    if let stopped = run.stopped { stops.append(stopped) }
    return run.trace
  }

  /// The figures of many runs. A stopped run is noted.
  func figures(_ simulation: SwitchSimulation, runs: Int, _ stops: inout [StoppedRun]) -> SwitchFigures {
    let progress = ProgressLine(in: world)
    let played = simulation.figures(runs: runs, seed: given[PlayOptions.seed]) { progress.show($0, of: runs) }
    progress.end()
    if let stopped = played.stopped { stops.append(stopped) }
    return played.figures
  }
}
