import LaunchFlowModel

/// `launchflow test`
enum TestCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format; without it, the ending of the output file decides.",
    default: .text)
  static let failUnder = Option<Int>.wholeNumber(
    "fail-under", "PERCENT", atLeast: 0, atMost: 100,
    "Fail when the scenarios cover less than this share of landing rules, results, failures and fallbacks.")

  static let record = Flag(
    "record",
    "First add an \"expect\" with the actual outcome to each scenario without one, for you to review.")

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case text, junit, html
  }

  static let interface = Interface(
    name: "test",
    summary: "Play every scenario and check its expectations",
    discussion: [
      """
      Plays the scenarios of all named scenarios files and folders, in virtual time. A failed expectation is shown \
      with its position, the expected and the actual value, the run, and the command that plays the run again. Of \
      many runs the first failing one is drawn. The coverage at the end lists the landing rules, results, failures \
      and fallbacks that no scenario reaches.
      """,
      """
      --record writes what the flow does, not what it should do: the page, the time rounded up, and the steps that \
      did not succeed; of a switch, its figures. Review it before you keep it. The rest of the file keeps its bytes.
      """,
    ],
    arguments: [
      Argument(
        valueName: "PATH",
        summary: """
          A scenarios file, a flow or switch with scenarios beside it, or a folder. (default: the working folder)
          """,
        isRequired: false, isRepeatable: true)
    ],
    options: [
      format.declaration, SharedOptions.output.declaration, failUnder.declaration, record.declaration,
    ],
    examples: [
      "launchflow test", "launchflow test flows --format junit -o report.xml --fail-under 80",
      "launchflow test flows --format html -o day.html",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    var suites: [TestSuite] = []
    var isSound = true
    for path in try scenarioPaths(given.arguments, in: world) {
      guard let documents = try documents(path, given, in: world) else {
        isSound = false
        continue
      }
      suites.append(try TestSuite(documents))
    }
    let count = suites.reduce(0) { $0 + $1.cases.count }
    guard count > 0 else {
      // Files with errors have been reported.
      guard isSound else { return .problemsFound }
      world.report("error: " + DocumentPaths.nothing("scenarios", in: given.arguments))
      return .couldNotRun
    }
    switch given[format] ?? .text {
    case .text: try world.write(TestReport(suites, given, in: world).text, to: given[SharedOptions.output])
    case .html: try world.write(TestPage.text(suites), as: .markup, to: given[SharedOptions.output])
    case .junit: try world.write(JUnitReport.text(suites), as: .markup, to: given[SharedOptions.output])
    }
    let failed = suites.reduce(0) { $0 + $1.cases.count { !$0.failures.isEmpty } }
    let covered = TestCoverage.share(of: suites.compactMap(\.coverage))
    let silent = suites.reduce(0) { $0 + $1.cases.count { $0.expectsNothing } }
    let hint = silent == 0 ? "" : "; \(silent) without an \"expect\"; --record writes one"
    world.report("\(Counting.text(count, "scenario")), \(failed) failed\(hint)")
    if let least = given[failUnder], covered * 100 < Double(least) {
      world.report("coverage is below \(least) %")
      return .problemsFound
    }
    return failed == 0 && isSound ? .fine : .problemsFound
  }

  /// A scenarios file and its flow or switch, after recording expectations if the command line asks for it.
  private static func documents(
    _ path: String, _ given: Given, in world: World
  ) throws -> TestDocuments? {
    let found = try TestDocuments(path, given, in: world)
    guard given[record], let recorder = try found.flatMap(ExpectationRecorder.init) else { return found }
    try world.files.replace(recorder.text, at: path)
    let names = recorder.recorded.joined(separator: ", ")
    world.report("\(path): wrote an \"expect\" for \(names); review it before you keep it")
    return try TestDocuments(path, given, in: world)
  }

  /// The paths of the scenarios files: named ones, those beside named flows and switches, and those in folders.
  private static func scenarioPaths(_ arguments: [String], in world: World) throws -> [String] {
    var paths: [String] = []
    for found in try DocumentPaths.find(arguments, in: world.files) {
      let path: String? =
        switch try DocumentFile(found.path, in: world).kind {
        case .scenarios: found.path
        case .flow, .offlineSwitch: found.isNamed ? DocumentFile.scenariosPath(besides: found.path) : nil
        case nil: found.isNamed ? found.path : nil
        }
      if let path, !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}
