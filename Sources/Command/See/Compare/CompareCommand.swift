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
