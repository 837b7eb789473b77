import LaunchFlowModel

/// `launchflow fmt`
enum FormatCommand: Subcommand {
  static let check = Flag(
    "check", "Change nothing; list what would change, and end as failed if anything would.")

  static let interface = Interface(
    name: "fmt",
    summary: "Write flow, switch and scenarios files in the canonical layout",
    discussion: [
      """
      Only white space changes: keys stay in their order, numbers and strings as they are written. What was \
      written on one line stays on one where it fits 120 columns; members that share a line and blank lines \
      between them are kept. A file that is no sound JSON is left alone.
      """,
      """
      In folders every '.json' file that is a flow, a switch or scenarios is taken; '-' lays out standard input on \
      standard output. The files that change are listed.
      """,
    ],
    arguments: [
      Argument(
        valueName: "PATH", summary: "A file or a folder. (default: the working folder)", isRequired: false,
        isRepeatable: true)
    ],
    options: [check.declaration],
    examples: [
      "launchflow fmt flows", "launchflow fmt --check flows", "launchflow fmt - < flows/rider-launch.json",
    ]
  )

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    var tally = FormatTally(isCheck: given[check], again: given.arguments)
    for found in try DocumentPaths.find(given.arguments, in: world.files) {
      do throws(FileError) {
        try lay(out: found, &tally, given, in: world)
      } catch {
        world.report("error: \(error.path): \(error.reason)")
        tally.unreadable += 1
      }
    }
    if tally.isWorthTelling { world.report(tally.text) }
    return tally.status
  }

  private static func lay(
    out found: DocumentPaths.Found, _ tally: inout FormatTally, _ given: Given, in world: World
  ) throws(FileError) {
    let file = try DocumentFile(found.path, in: world)
    let text: [UInt8]
    switch FormattedDocument(file, isNamed: found.isNamed) {
    case .somebodyElses: return
    case .flawed(let diagnostic):
      world.output.write(
        DiagnosticStyle(given, for: .diagnostics, in: world).text(diagnostic, in: file.source),
        to: .diagnostics)
      tally.flawed += 1
      return
    case .sound(let formatted): text = formatted
    }
    tally.files += 1
    let isStream = found.path == DocumentFile.standardStream
    tally.isFilter = tally.isFilter || isStream && !tally.isCheck
    let isChanged = text != file.source.bytes
    if isChanged { tally.changed += 1 }
    if isStream, !tally.isCheck {
      world.print(String(decoding: text, as: UTF8.self))
    } else if isChanged, tally.isCheck {
      world.print(LayoutDifference(from: file.source, to: text).text(width: world.width(given)))
    } else if isChanged {
      try world.files.replace(text, at: found.path)
      world.print(found.path + "\n")
    }
  }
}

/// What became of how many files.
struct FormatTally {
  let isCheck: Bool
  /// The paths that were asked about, for the command that mends them.
  let again: [String]
  var files = 0
  var changed = 0
  var flawed = 0
  var unreadable = 0
  /// Whether what was laid out went to standard output, so that there is nothing to be told of it.
  var isFilter = false

  var isWorthTelling: Bool { !isFilter || files + flawed + unreadable != 1 }

  /// The tally as a person reads it.
  var text: String {
    guard files + flawed + unreadable > 0 else {
      return DocumentPaths.nothing("flow, switch or scenarios files", in: again)
    }
    let left = flawed + unreadable
    let leftAlone = left > 0 ? ", \(left) left alone" : ""
    let count = "\(files + left) file\(files + left == 1 ? "" : "s")"
    guard isCheck else { return "\(count): \(changed) changed\(leftAlone)" }
    guard changed > 0 else { return "\(count): none would change\(leftAlone)" }
    let mend = (["launchflow", "fmt"] + again.map(ShellWord.quoted)).joined(separator: " ")
    return "\(count): \(changed) would change\(leftAlone); mend with: \(mend)"
  }

  /// How the command ends. Nothing to lay out is no success.
  var status: ExitStatus {
    if unreadable > 0 || files + flawed == 0 { return .couldNotRun }
    return flawed > 0 || isCheck && changed > 0 ? .problemsFound : .fine
  }
}
