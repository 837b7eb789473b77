import LaunchFlowModel

/// `launchflow test`
enum TestCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "What to write.", default: .text)
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")
  static let failUnder = Option<Int>.wholeNumber(
    "fail-under", "PERCENT", atLeast: 0,
    "End as failed when less than this share of landings, results, failures and fallbacks is covered.")

  static let record = Flag(
    "record", "First write an \"expect\" of what comes into each scenario that has none, for you to read.")

  /// What is written.
  enum Format: String, CaseIterable, Sendable {
    case text, junit
  }

  static let interface = Interface(
    name: "test",
    summary: "Play every scenario and hold it to what it expects",
    discussion: [
      """
      Plays the scenarios of all scenarios files that are named or lie in the folders named, in virtual time, and \
      says of each expectation that does not hold where it stands, what was expected and what came. The run is \
      drawn, of many runs the first that goes against what is expected, with the command that plays it again. The \
      coverage at the end says which landing rules, results, failures and fallbacks no scenario has reached.
      """,
      """
      What --record writes is what the flow does, not what it should do: the page, a time rounded up, and the steps \
      that did not succeed. Read it before you keep it. The rest of the file stays byte for byte.
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
    options: [format.declaration, output.declaration, failUnder.declaration, record.declaration],
    examples: ["launchflow test", "launchflow test flows --format junit -o report.xml --fail-under 80"])

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
      // Files with errors have been told.
      guard isSound else { return .problemsFound }
      world.report("error: " + DocumentPaths.nothing("scenarios", in: given.arguments))
      return .couldNotRun
    }
    switch given[format] ?? .text {
    case .text: try world.write(TestReport(suites, given, in: world).text, to: given[output])
    case .junit: try world.write(JUnitReport.text(suites), to: given[output])
    }
    let failed = suites.reduce(0) { $0 + $1.cases.count { !$0.failures.isEmpty } }
    let covered = TestCoverage.share(of: suites.compactMap(\.coverage))
    let silent = suites.reduce(0) { $0 + $1.cases.count { $0.expectsNothing } }
    let hint = silent == 0 ? "" : "; \(silent) without an \"expect\", which --record can write"
    world.report("\(count) scenario\(count == 1 ? "" : "s"), \(failed) failed\(hint)")
    if let least = given[failUnder], covered * 100 < Double(least) {
      world.report("coverage is under \(least) %")
      return .problemsFound
    }
    return failed == 0 && isSound ? .fine : .problemsFound
  }

  /// A scenarios file and what it is for, with expectations recorded first where that is asked for.
  private static func documents(
    _ path: String, _ given: Given, in world: World
  ) throws -> TestDocuments? {
    let found = try TestDocuments(path, given, in: world)
    guard given[record], let recorder = try found.flatMap(ExpectationRecorder.init) else { return found }
    try world.files.replace(recorder.text, at: path)
    let names = recorder.recorded.joined(separator: ", ")
    world.report("\(path): wrote what these come to: \(names); read it before you keep it")
    return try TestDocuments(path, given, in: world)
  }

  /// The scenarios files that are meant: named ones, those beside named flows and switches, and those in folders.
  private static func scenarioPaths(_ arguments: [String], in world: World) throws -> [String] {
    var paths: [String] = []
    for found in try DocumentPaths.find(arguments, in: world.files) {
      let file = try DocumentFile(found.path, in: world)
      let kind = (try? JSONDocument(file.source)).flatMap(DocumentKind.init)
      let path: String? =
        switch kind {
        case .scenarios: found.path
        case .flow, .offlineSwitch: found.isNamed ? DocumentFile.scenariosPath(besides: found.path) : nil
        case nil: found.isNamed ? found.path : nil
        }
      if let path, !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}
