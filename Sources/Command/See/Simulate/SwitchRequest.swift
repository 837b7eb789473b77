import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowSwitch

/// A switch and the scenarios to play on it.
struct SwitchRequest {
  let document: OfflineSwitchDocument
  /// The named scenarios with the file's defaults, in the order of the command line.
  let scenarios: [SwitchScenario]
  private let given: Given

  /// Reads a command line; nil when a file has errors, which are then reported.
  init?(_ given: Given, _ file: DocumentFile, in world: World) throws {
    if given.first(of: [PlayOptions.set, PlayOptions.input, PlayOptions.network]) != nil {
      throw UsageError(
        "'--set', '--input' and '--network' are for flows; a switch has no steps and no inputs")
    }
    if given.first(of: [PlayOptions.runs, ShardOptions.shard, FollowedRuns.option]) != nil {
      throw UsageError("'--runs', '--shard' and '--follow' are for flows; '--run' chooses a run of a switch")
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
    scenarios = chosen.map { $0.over(scenarioFile.defaults) }
  }

  /// The switch's file in a command line's first argument; nil for any other file and for standard input.
  static func file(_ given: Given, in world: World) throws(FileError) -> DocumentFile? {
    guard given.arguments[0] != World.standardStream else { return nil }
    let file = try DocumentFile(given.arguments[0], in: world)
    return file.kind == .offlineSwitch ? file : nil
  }

  func run(_ scenario: SwitchScenario) throws -> SimulatedSwitchRun {
    let simulation = try UsageError.fitting { try SwitchSimulation(SwitchPlan(document), scenario) }
    return simulation.run(seed: given[PlayOptions.seed], run: given[PlayOptions.run] ?? 0)
  }
}
