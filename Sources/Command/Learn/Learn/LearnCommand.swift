import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow learn`
enum LearnCommand: Subcommand {
  private static let by = Option<String>.text("by", "LABEL")
  private static let har = Option<String>.file("har").repeatable

  static let interface = Interface(
    "learn", [Argument("FLOW"), Argument("[RECORDS...]", .file)],
    [by, har] + RecordFilter.options + [PlayOptions.scenarios, PlayOptions.jobs, SharedOptions.output])

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
    var all = Learner(plan)
    var classes: [String: Learner] = [:]
    let parallelism = Parallelism(threads: given[PlayOptions.jobs])
    var files = RecordFiles(paths, try RecordFilter(given, flow: flow.name), parallelism, in: world)
    try files.forEach { record in
      all.add(record)
      guard let name = given[by] else { return }
      let word = kebab(record.word(of: name) ?? "")
      let part = classes[word] != nil || classes.count < mostClasses ? word : other
      // Taken out, so that it is not copied.
      var learner = classes.removeValue(forKey: part) ?? Learner(plan)
      learner.add(record)
      classes[part] = learner
    }
    files.warnOfMixedVersions()
    for path in given.all(har) { try HARFile(path, in: world).teach(&all, plan, in: world) }
    guard !all.sources.isEmpty else {
      world.report("error: no record of the flow '\(flow.name)' has an attempt")
      return .problemsFound
    }
    var file = ScenarioFile(
      of: given.arguments[0].split(separator: "/").last.map(String.init) ?? given.arguments[0])
    file.scenarios.append(scenario("learned", all, of: all.launches, base))
    let parts = classes.sorted { $0.key < $1.key }.map { part in
      (
        name: part.key, launches: part.value.launches,
        scenario: scenario("learned-" + part.key, part.value, of: all.launches, base)
      )
    }
    if parts.count > 1 { file.scenarios.append(mixed(parts, file.scenarios[0])) }
    file.scenarios += parts.map(\.scenario)
    try world.write(text(of: file), as: .json, to: given[SharedOptions.output])
    for line in LearnedText.lines(all) { world.report(line) }
    // The classes play the launches better than the scenario of all.
    let checked = file.scenarios[parts.count > 1 ? 1 : 0]
    guard let check = LearnedCheck(all, checked, parallelism) else {
      return .fine
    }
    for line in LearnedText.lines(check, checked.name ?? "") { world.report(line) }
    guard check.differs else { return .fine }
    world.report(
      "error: the scenario does not play like the launches: times differ by more than \(TimeText.percent(LearnedCheck.timeBound)), "
        + "or shares by more than \(Int(LearnedCheck.shareBound * 100)) points; learn classes of launches '--by' a label"
    )
    return .problemsFound
  }

  /// The file in its canonical layout.
  private static func text(of file: ScenarioFile) -> String {
    let plain = file.json.text() + "\n"
    let document = try? JSONDocument(SourceText(name: "learned", text: plain))
    return document.flatMap { JSONLayout.text(of: $0) }.map { String(decoding: $0, as: UTF8.self) } ?? plain
  }

  private static func scenario(
    _ name: String, _ learner: Learner, of launches: Int, _ base: Scenario
  ) -> Scenario {
    var scenario = learner.scenario(named: name, base: base)
    let share = LearnedText.percent(learner.launches, of: launches)
    scenario.summary =
      "Learned from \(Counting.text(learner.launches, "launch", plural: "launches")), \(share) of all."
    return scenario
  }

  /// One scenario whose runs are of the classes, by their shares of the launches.
  private static func mixed(
    _ parts: [(name: String, launches: Int, scenario: Scenario)], _ all: Scenario
  ) -> Scenario {
    var scenario = all
    scenario.name = "learned-mixed"
    scenario.summary = "The classes of launches by their shares."
    // What the classes do not have in common is not common to the calls of a launch.
    (scenario.latencyFactor, scenario.lossFactor) = (nil, nil)
    let total = parts.reduce(0) { $0 + $1.launches }
    scenario.classes = []
    for part in parts {
      let share = Double(part.launches) / Double(total)
      let classes = part.scenario.classes.isEmpty ? [Scenario.RunClass("", share: 1)] : part.scenario.classes
      for within in classes {
        var runs = Scenario.RunClass(
          within.name.isEmpty ? part.name : part.name + "-" + within.name, share: share * within.share)
        let own = Set(within.steps.map(\.step))
        runs.steps = part.scenario.steps.filter { !own.contains($0.step) } + within.steps
        runs.latencyFactor = part.scenario.latencyFactor
        runs.lossFactor = part.scenario.lossFactor
        scenario.classes.append(runs)
      }
    }
    // Millionths that add up to 1 exactly as they are written.
    var left = 1_000_000
    for place in scenario.classes.indices.reversed() {
      let millionths = place == 0 ? left : Int(scenario.classes[place].share * 1e6)
      left -= millionths
      scenario.classes[place].share = Double(millionths) / 1e6
    }
    return scenario
  }

  /// The most classes that are told apart; further ones count as one other.
  private static let mostClasses = 50
  private static let other = "other"

  /// A label's word as part of a scenario's name.
  private static func kebab(_ word: String) -> String {
    let parts = word.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return parts.isEmpty ? other : parts.joined(separator: "-")
  }
}
