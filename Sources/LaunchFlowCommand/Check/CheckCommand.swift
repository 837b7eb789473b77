import LaunchFlowModel

/// `launchflow check`
enum CheckCommand: Subcommand {
  static let interface = Interface(
    name: "check",
    summary: "Find what is wrong in flow, switch and scenarios files",
    discussion: [
      """
      What kind of file it is, is told by its keys. Scenarios are checked against the flow that they name. In \
      folders every '.json' file that is one of these is looked at; '-' is standard input. The findings go to \
      standard output, the tally to standard error.
      """
    ],
    arguments: [Argument(valueName: "FILE", summary: "A file or a folder.", isRepeatable: true)],
    examples: ["launchflow check flows", "launchflow check - < flows/rider-launch.json"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let style = DiagnosticStyle(given, for: .data, in: world)
    var tally = CheckTally()
    for found in try DocumentPaths.find(given.arguments, in: world.files) {
      do throws(FileError) {
        let file = try DocumentFile(found.path, in: world)
        guard let diagnostics = try DocumentCheck(file, isNamed: found.isNamed, in: world).diagnostics()
        else {
          continue
        }
        tally.count(diagnostics)
        for diagnostic in diagnostics { world.print(style.text(diagnostic, in: file.source)) }
      } catch {
        world.report("error: \(error.path): \(error.reason)")
        tally.unreadable += 1
      }
    }
    world.report(tally.text)
    return tally.status
  }
}

/// What was found in how many files.
struct CheckTally: Equatable {
  var files = 0
  var unreadable = 0
  var errors = 0
  var warnings = 0

  /// Adds a file's findings.
  mutating func count(_ diagnostics: [Diagnostic]) {
    files += 1
    errors += diagnostics.count { $0.severity == .error }
    warnings += diagnostics.count { $0.severity == .warning }
  }

  /// The tally as a person reads it.
  var text: String {
    guard files + unreadable > 0 else { return "no flow, switch or scenarios files found" }
    let problems = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map(Self.counted)
    let found = problems.isEmpty ? "no problems" : problems.joined(separator: ", ")
    let unread = unreadable > 0 ? ", \(unreadable) could not be read" : ""
    return "\(Self.counted(files, "file")) checked\(unread): \(found)"
  }

  /// How the command ends. Nothing to check is no success.
  var status: ExitStatus {
    if unreadable > 0 || files == 0 { return .couldNotRun }
    return errors > 0 ? .problemsFound : .fine
  }

  private static func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
