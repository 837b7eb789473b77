import LaunchFlowFleet
import LaunchFlowTimeline

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
          : "error: the scenario cannot be played to its end, so it cannot be compared with the launches")
      return .couldNotRun
    }
    for line in LearnedText.lines(check) { world.report(line) }
    guard check.differs else { return .fine }
    world.report(
      "error: the scenario does not play like the launches: times differ by more than \(TimeText.percent(LearnedCheck.timeBound)), "
        + "or shares by more than \(Int(LearnedCheck.shareBound * 100)) points; choose more similar launches with '--version', '--from' and '--to'"
    )
    return .problemsFound
  }
}

enum LearnedText {
  /// A line for each step: how many attempts, how many of them were cut, and the codes of their answers; and a table of
  /// the kinds.
  static func lines(_ learner: Learner, _ kinds: [Learner.Kind]) -> [String] {
    var lines = ["learned from " + Counting.text(learner.launches, "launch")]
    if learner.withoutLanding > 0 {
      lines[0] += ", \(Counting.grouped(learner.withoutLanding)) of which never landed and are not compared"
    }
    if learner.stride > 1 { lines[0] += "; the kinds are those of one in \(learner.stride)" }
    for source in learner.sources where source.attempts > 0 {
      var line = "\(source.name): \(Counting.text(source.attempts, "attempt"))"
      func part(_ count: Int) -> String { TimeText.percent(Double(count) / Double(source.attempts)) }
      if source.cut > 0 { line += ", \(part(source.cut)) cut" }
      let codes = source.codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
      for (code, count) in codes { line += ", \(part(count)) \(code)" }
      lines.append(line)
    }
    let rows = kinds.map { [$0.name] + [$0.share, $0.failed, $0.cut].map(TimeText.percent) }
    return lines
      + (rows.isEmpty ? [] : TextColumns.lines([["", "launches", "attempts failed", "cut"]] + rows))
  }

  /// The recorded launches beside the played scenario.
  static func lines(_ check: LearnedCheck) -> [String] {
    TextColumns.lines(
      [["", "recorded", "learned", ""]]
        + check.rows.map { row in
          let values = [row.recorded, row.played].map {
            row.isTime ? TimeText.short(Int64($0)) : TimeText.percent($0)
          }
          return [row.name] + values + [row.differs ? "differs" : ""]
        })
  }
}
