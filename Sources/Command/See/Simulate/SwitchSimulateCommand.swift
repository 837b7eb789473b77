import LaunchFlowTimeline

/// `launchflow simulate` for a switch.
enum SwitchSimulateCommand {
  static func run(_ given: Given, _ file: DocumentFile, in world: World) throws -> ExitStatus {
    let report = Report(given, in: world)
    try check(given, report.format)
    let document = try file.offlineSwitch()
    let scenarios = try given.scenarios(in: world) { SwitchScenarioFile.read($0, for: document) }
    let named = try given.scenarios(of: scenarios.scenarios, by: \.name)
    let chosen = given.all(PlayOptions.scenario).isEmpty ? [SwitchScenario()] : named
    let runs = try chosen.map { scenario in
      let simulation = try SwitchSimulation(SwitchPlan(document), scenario.over(scenarios.defaults))
      return simulation.run(seed: given[PlayOptions.seed], run: given[PlayOptions.run] ?? 0)
    }
    try report.write(report.joined(runs.map { report.text($0.trace) }))
    return world.report(runs.compactMap(\.stopped))
  }

  /// Refuses options for flows, and formats that cannot show the outcome.
  private static func check(_ given: Given, _ format: OutputFormat) throws(UsageError) {
    switch format {
    case .html, .svg:
      let names = given.all(PlayOptions.scenario)
      guard names.count < 2, !names.contains("*") else {
        throw UsageError(
          "'\(format.rawValue)' shows one scenario of a switch; name one, or leave '--format' out for all")
      }
    case .perfetto, .otlp, .trace:
      throw UsageError("a switch is written as text, json, jsonl, html or svg, not as \(format.rawValue)")
    default: break
    }
    if given.first(of: [PlayOptions.set, PlayOptions.input, PlayOptions.network]) != nil {
      throw UsageError(
        "'--set', '--input' and '--network' are for flows; a switch has no steps and no inputs")
    }
    if given.first(of: [PlayOptions.runs, ShardOptions.shard, FollowedRuns.option]) != nil {
      throw UsageError("'--runs', '--shard' and '--follow' are for flows; '--run' chooses a run of a switch")
    }
  }
}
