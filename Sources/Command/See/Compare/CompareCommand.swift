import LaunchFlowSimulator
import LaunchFlowTimeline

enum CompareCommand: Subcommand {
  static let interface = Interface(
    "compare", [Argument("[A]"), Argument("[B...]")],
    [
      PlayOptions.scenario, PlayOptions.scenarios, PlayOptions.set, PlayOptions.input, PlayOptions.network,
      PlayOptions.runs, PlayOptions.seed, PlayOptions.run,
    ] + RecordCompareCommand.options
      + [OutputFormat.option(.text, .json, .html), SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if !given.all(RecordCompareCommand.records).isEmpty {
      return try RecordCompareCommand.run(given, in: world)
    }
    if let option = given.first(of: RecordCompareCommand.options) {
      throw UsageError("'\(option.typed)' is for recorded launches; name their files with '--records'")
    }
    guard !given.arguments.isEmpty else { throw UsageError("missing A") }
    guard given.arguments.count <= 2 else {
      throw UsageError("compare two files, not \(given.arguments.count)")
    }
    let pair = try ComparedPair.read(given, in: world)
    var stops: [StoppedRun] = []
    var failures: [String] = []
    let report = Report(given, in: world)
    let text =
      switch pair.play(showing: ProgressLine(in: world), &stops, &failures) {
      case .run(let before, let after):
        report.text(Picture(comparing: before, after), ComparisonJSON.value(before, after))
      case .runs(let comparison, let before, let after):
        report.text(Picture(comparison, run: before, and: after), ComparisonJSON.value(comparison))
      }
    try report.write(text)
    for failure in failures { world.report(failure) }
    let status = world.report(stops)
    return failures.isEmpty ? status : .problemsFound
  }
}

/// The two sides that a command line names: two files, or one file under two scenarios.
struct ComparedSides {
  /// The paths of both sides, which may be the same.
  let paths: [String]
  /// The scenarios of both sides; fewer than two if both are played under the same one.
  let scenarios: [String]
  private let given: Given

  init(_ given: Given) throws(UsageError) {
    self.given = given
    scenarios = given.all(PlayOptions.scenario)
    guard scenarios.count <= 2 else { throw UsageError("compare two scenarios, not \(scenarios.count)") }
    guard !scenarios.contains("*") else {
      throw UsageError("name the scenarios; only 'simulate' accepts '*'")
    }
    guard scenarios.count == 2 || given.arguments.count == 2 else {
      throw UsageError("nothing to compare with; name a second file or a second scenario")
    }
    paths = given.arguments.count == 1 ? [given.arguments[0], given.arguments[0]] : given.arguments
  }

  /// The command line of one side: its own path and its own scenario.
  func given(_ side: Int, path: String) -> Given {
    var own = given
    own.arguments = [path]
    if scenarios.count == 2 { own.texts[PlayOptions.scenario.declaration.name] = [scenarios[side]] }
    return own
  }
}
