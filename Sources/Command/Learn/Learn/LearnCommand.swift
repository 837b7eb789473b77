import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow learn`
enum LearnCommand: Subcommand {
  private static let har = Option<String>.file("har").repeatable

  static let interface = Interface(
    "learn", [Argument("FLOW"), Argument("[RECORDS...]", .file)],
    [har] + RecordFilter.options + [PlayOptions.scenarios, PlayOptions.jobs, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else {
      return .problemsFound
    }
    var base = Scenario()
    if let path = try given.scenariosPath(in: world) {
      guard let file = loader.scenarios(try DocumentFile(path, in: world), for: flow) else {
        return .problemsFound
      }
      base = file.defaults
    }
    let paths = Array(given.arguments.dropFirst())
    guard !paths.isEmpty || !given.all(har).isEmpty else {
      throw UsageError("there is nothing to learn from; name files of records, or '--har' files")
    }
    let plan = FlowPlan(unchecked: flow)
    var learner = Learner(plan)
    let parallelism = Parallelism(threads: given[PlayOptions.jobs])
    var files = RecordFiles(paths, try RecordFilter(given, flow: flow.name), parallelism, in: world)
    try files.forEach { learner.add($0) }
    files.warnOfMixedVersions()
    for path in given.all(har) { try HARFile.teach(&learner, plan, path, in: world) }
    guard !learner.sources.isEmpty else {
      world.report("error: no record of the flow '\(flow.name)' has an attempt")
      return .problemsFound
    }
    var file = ScenarioFile(
      of: given.arguments[0].split(separator: "/").last.map(String.init) ?? given.arguments[0])
    var (scenario, kinds) = learner.scenario(named: "learned", base: base)
    scenario.summary =
      "Learned from \(LearnedText.subject(learner))."
    file.scenarios = [scenario]
    try world.write(text(of: file), as: .json, to: given[SharedOptions.output])
    for line in LearnedText.lines(learner, kinds) { world.report(line) }
    guard learner.launches > 0 else { return .fine }
    guard let check = LearnedCheck(learner, scenario, parallelism) else {
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

  /// The file in its canonical layout.
  private static func text(of file: ScenarioFile) -> String {
    let plain = file.json.text() + "\n"
    let document = try? JSONDocument(SourceText(name: "learned", text: plain))
    return document.flatMap { JSONLayout.text(of: $0) }.map { String(decoding: $0, as: UTF8.self) } ?? plain
  }
}
