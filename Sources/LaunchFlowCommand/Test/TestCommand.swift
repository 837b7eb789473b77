import LaunchFlowModel

/// `launchflow test`
enum TestCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "What to write.", default: .text)
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")
  static let failUnder = Option<Int>.wholeNumber(
    "fail-under", "PERCENT", atLeast: 0,
    "End as failed when less than this share of landings, results, failures and fallbacks is covered.")

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
      says of each expectation that does not hold where it stands, what was expected and what came. The coverage \
      at the end says which landing rules, results, failures and fallbacks no scenario has reached.
      """
    ],
    arguments: [
      Argument(
        valueName: "PATH", summary: "A scenarios file, a flow with scenarios beside it, or a folder.",
        isRepeatable: true)
    ],
    options: [format.declaration, output.declaration, failUnder.declaration],
    examples: ["launchflow test flows", "launchflow test flows --format junit -o report.xml --fail-under 80"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    var suites: [TestSuite] = []
    var isSound = true
    for path in try scenarioPaths(given.arguments, in: world) {
      guard let suite = try TestSuite(path, given, in: world) else {
        isSound = false
        continue
      }
      suites.append(suite)
    }
    let count = suites.reduce(0) { $0 + $1.cases.count }
    guard count > 0 else {
      world.report("error: no scenarios found")
      return isSound ? .couldNotRun : .problemsFound
    }
    switch given[format] ?? .text {
    case .text: try world.write(TestReport(suites, given, in: world).text, to: given[output])
    case .junit: try world.write(JUnitReport.text(suites), to: given[output])
    }
    let failed = suites.reduce(0) { $0 + $1.cases.count { !$0.failures.isEmpty } }
    let covered = TestCoverage.share(of: suites.map(\.coverage))
    world.report("\(count) scenario\(count == 1 ? "" : "s"), \(failed) failed")
    if let least = given[failUnder], covered * 100 < Double(least) {
      world.report("coverage is under \(least) %")
      return .problemsFound
    }
    return failed == 0 && isSound ? .fine : .problemsFound
  }

  /// The scenarios files that are meant: named ones, those beside named flows, and those in folders.
  private static func scenarioPaths(_ arguments: [String], in world: World) throws -> [String] {
    var paths: [String] = []
    for found in try DocumentPaths.find(arguments, in: world.files) {
      let file = try DocumentFile(found.path, in: world)
      let kind = (try? JSONDocument(file.source)).flatMap(DocumentKind.init)
      if kind == .scenarios, try isForSwitch(file, in: world) {
        world.report("note: \(found.path) is for a switch, which 'launchflow simulate' plays")
      } else if kind == .scenarios || found.isNamed && kind != .flow {
        paths.append(found.path)
      } else if found.isNamed, let beside = DocumentFile.scenariosPath(besides: found.path) {
        paths.append(beside)
      }
    }
    return paths
  }

  private static func isForSwitch(_ file: DocumentFile, in world: World) throws -> Bool {
    guard let json = try? JSONDocument(file.source),
      let name = json.member(DocumentKind.scenarios.rawValue)?.value.string,
      let target = try? DocumentFile(file.resolve(name), in: world)
    else { return false }
    return (try? JSONDocument(target.source)).flatMap(DocumentKind.init) == .offlineSwitch
  }
}
