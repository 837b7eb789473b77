import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow learn`
enum LearnCommand: Subcommand {
  static let interface = Interface(
    "learn", [Argument("FLOW"), Argument("RECORDS...", .file)],
    RecordFilter.options + [PlayOptions.scenarios, PlayOptions.jobs, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let flow = try DocumentFile(given.arguments[0], in: world).flow()
    var base = Scenario()
    if let path = try given.scenariosPath(in: world) {
      base = try DocumentFile(path, in: world).scenarios(for: flow).defaults
    }
    var learner = Learner(FlowPlan(unchecked: flow))
    var files = try RecordFiles(given.arguments.dropFirst(), given, of: flow.name, in: world)
    try files.forEach({ $0 }) { learner.add($0) }
    files.warnOfMixedVersions()
    guard learner.sources.contains(where: { $0.attempts > 0 }) else {
      world.report("error: no record of the flow '\(flow.name)' has an attempt")
      return .problemsFound
    }
    var file = ScenarioFile(
      of: given.arguments[0].split(separator: "/").last.map(String.init) ?? given.arguments[0])
    var (scenario, kinds) = learner.scenario(named: "learned", base: base)
    scenario.summary = "Learned from \(Counting.text(learner.launches, "launch"))."
    file.scenarios = [scenario]
    let text = String(decoding: JSONLayout.text(of: file.json), as: UTF8.self)
    try world.write(text, as: .json, to: given[SharedOptions.output])
    for line in LearnedText.lines(learner, kinds) { world.report(line) }
    guard let check = LearnedCheck(learner, scenario, files.parallelism) else {
      world.report(
        learner.withoutLanding == learner.launches
          ? "error: no launch landed, so the scenario cannot be compared with them"
          : "error: the scenario cannot be played to its end, and so not be compared with the launches")
      return .couldNotRun
    }
    for line in LearnedText.lines(check) { world.report(line) }
    guard check.differs else { return .fine }
    world.report(
      "error: the scenario does not play like the launches: times differ by more than \(TimeText.percent(LearnedCheck.timeBound)), "
        + "or shares by more than \(Int(LearnedCheck.shareBound * 100)) points; choose launches that are more alike, by '--version', '--from' and '--to'"
    )
    return .problemsFound
  }
}
