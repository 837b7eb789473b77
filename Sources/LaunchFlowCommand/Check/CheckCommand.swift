import LaunchFlowModel

/// `launchflow check`
enum CheckCommand: Subcommand {
  static let format = Option<CheckFormat>.choice(
    "format", short: "f", "FORMAT", "What to write.", default: .text)
  static let failLevel = Option<FailLevel>.choice(
    "fail-level", "LEVEL", "What makes it end with 1: errors alone, or warnings too.", default: .error)

  static let interface = Interface(
    name: "check",
    summary: "Find what is wrong in flow, switch and scenarios files",
    discussion: [
      """
      What kind of file it is, is told by its keys. Scenarios are checked against the flow that they name. In \
      folders and patterns ('flows/**/*.json') every '.json' file that is one of these is looked at; '-' is \
      standard input. The findings go to standard output, the tally to standard error.
      """,
      """
      'launchflow explain CODE' tells more about a finding. A warning that does not matter is silenced in the \
      file, where it was found or around it, with a reason: "ignore": { "LF028": "The map reads it." }
      """,
    ],
    arguments: [
      Argument(
        valueName: "PATH", summary: "A file, a folder or a pattern. (default: the working folder)",
        isRequired: false, isRepeatable: true)
    ],
    options: [format.declaration, failLevel.declaration],
    examples: [
      "launchflow check flows", "launchflow check - < flows/rider-launch.json",
      "launchflow check flows --fail-level warning --format github",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let format = given[format] ?? .text
    let style = DiagnosticStyle(given, for: .data, in: world)
    var tally = CheckTally()
    var checked: [CheckedFile] = []
    for found in try DocumentPaths.find(given.arguments, in: world.files) {
      do throws(FileError) {
        let file = try DocumentFile(found.path, in: world)
        guard let diagnostics = try DocumentCheck(file, isNamed: found.isNamed, in: world).diagnostics()
        else {
          continue
        }
        tally.count(diagnostics)
        if format == .text {
          for diagnostic in diagnostics { world.print(style.text(diagnostic, in: file.source)) }
        } else {
          checked.append(CheckedFile(path: found.path, diagnostics: diagnostics))
        }
      } catch {
        world.report("error: \(error.path): \(error.reason)")
        tally.unreadable.append(error)
      }
    }
    switch format {
    case .text: break
    case .json: world.print(CheckJSON.text(checked))
    case .sarif: world.print(CheckSARIF.text(checked, unreadable: tally.unreadable))
    case .github: world.print(CheckGitHub.text(checked, unreadable: tally.unreadable))
    }
    world.report(tally.text(of: given.arguments))
    return tally.status(failingAt: given[failLevel] ?? .error)
  }
}

/// What `launchflow check` writes.
enum CheckFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github
}

/// The least that makes a check fail.
enum FailLevel: String, CaseIterable, Sendable {
  case error, warning
}

/// A file, as it was named, and what was found in it.
struct CheckedFile {
  var path: String
  var diagnostics: [Diagnostic]

  /// The name that reports give it; standard input has none.
  var name: String { path == DocumentFile.standardStream ? "stdin" : path }
}
