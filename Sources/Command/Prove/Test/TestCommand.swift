import LaunchFlowSimulator

enum TestCommand: Subcommand {
  static let failUnder = Option<Int>.wholeNumber("fail-under", "PERCENT", atLeast: 0, atMost: 100)
  static let record = Flag("record")

  static let interface = Interface(
    "test", [Argument("[PATH...]")],
    [OutputFormat.option([.text, .html] + Findings.formats), SharedOptions.output, failUnder, record])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    var suites: [TestSuite] = []
    var unsound: [String] = []
    for path in try scenarioPaths(given.arguments, in: world) {
      do {
        suites.append(try suite(path, given, in: world))
      } catch let flawed as FlawedDocument {
        flawed.report(given, in: world)
        unsound.append(path)
      }
    }
    let count = suites.reduce(0) { $0 + $1.cases.count }
    let report = Report(given, in: world)
    guard count > 0 || !unsound.isEmpty && Findings.formats.contains(report.format) else {
      // Files with errors have been reported.
      guard unsound.isEmpty else { return .problemsFound }
      world.report("error: " + DocumentPaths.nothing("scenarios", in: given.arguments))
      return .couldNotRun
    }
    try report.write(report.text(suites, unsound: unsound))
    let failed = suites.reduce(0) { $0 + $1.cases.count { !$0.failures.isEmpty } }
    let covered = TestCoverage.share(of: suites.compactMap(\.coverage))
    let silent = suites.reduce(0) { $0 + $1.cases.count { $0.expectsNothing } }
    let hint = silent == 0 ? "" : "; \(silent) without an \"expect\"; --record writes one"
    world.report("\(Counting.text(count, "scenario")), \(failed) failed\(hint)")
    if let least = given[failUnder], covered * 100 < Double(least) {
      world.report("coverage is below \(least) %")
      return .problemsFound
    }
    return failed == 0 && unsound.isEmpty ? .fine : .problemsFound
  }

  /// The results of a scenarios file. If the command line asks for it, the actual outcome is first written into each
  /// scenario without an `expect`, for the author to review; the other bytes stay, and a canonical file stays canonical.
  private static func suite(_ path: String, _ given: Given, in world: World) throws -> TestSuite {
    let documents = try TestDocuments(path, in: world)
    let suite = try TestSuite(documents)
    let silent = given[record] ? suite.cases.filter(\.expectsNothing) : []
    guard !silent.isEmpty else { return suite }
    let settings: [(path: JSONPointer, value: JSONValue?)] = silent.map { played in
      (JSONPointer(tokens: ["scenarios", played.name, "expect"]), played.recorded())
    }
    let text = documents.json.text(setting: settings) ?? documents.json.source
    guard try world.replace(text.bytes, at: path, over: documents.file.source.bytes) else {
      throw FileError(path: path, reason: "was changed while its scenarios were played; record again")
    }
    let names = silent.map(\.name).joined(separator: ", ")
    world.report("\(path): wrote an \"expect\" for \(names); review it before you keep it")
    return try TestSuite(try TestDocuments(path, in: world))
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
