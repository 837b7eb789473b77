import LaunchFlowSimulator

enum CheckCommand: Subcommand {
  static let failLevel = Option<FailLevel>.choice("fail-level", "LEVEL")

  static let interface = Interface(
    "check", [Argument("[PATH...]")], [OutputFormat.option([.text] + Findings.formats), failLevel])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let format = given.format ?? .text
    let style = DiagnosticStyle(given, for: .data, in: world)
    var tally = CheckTally()
    var findings = Findings(files: [])
    let found = try DocumentPaths.find(given.arguments, in: world.files)
    let files = Parallelism().map(found.count) { CheckedFile.check(found[$0], in: world) }
    for file in files.compactMap(\.self) {
      switch file {
      case .success(let checked):
        tally.count(checked.diagnostics)
        if format == .text {
          let source = checked.file.source
          for diagnostic in checked.diagnostics { world.print(style.text(diagnostic, in: source)) }
        } else {
          findings.files.append(checked.findings)
        }
      case .failure(let error):
        world.report("error: \(error)")
        tally.unreadable += 1
        findings.files.append(Findings.File(error))
      }
    }
    if let text = findings.text(format) { world.print(text, as: format.form) }
    world.report(tally.text(of: given.arguments))
    return tally.status(failingAt: given[failLevel] ?? .error)
  }
}

enum FailLevel: String, CaseIterable, Sendable {
  case error, warning
}

struct CheckedFile: Sendable {
  var file: DocumentFile
  var diagnostics: [Diagnostic]

  /// Checks a file; nil for an unrelated one in a folder.
  static func check(_ found: DocumentPaths.Found, in world: World) -> Result<Self, FileError>? {
    do throws(FileError) {
      let file = try DocumentFile(found.path, in: world)
      let diagnostics = DocumentCheck.diagnostics(of: file, isNamed: found.isNamed, in: world)
      return diagnostics.map { .success(Self(file: file, diagnostics: $0)) }
    } catch {
      return .failure(error)
    }
  }

  var findings: Findings.File {
    let found = diagnostics.map { found in
      Findings.Finding(
        rule: Findings.Rule(found.code), place: found.place, message: found.message, help: found.advice,
        notes: found.notes)
    }
    let name = file.path == World.standardStream ? "stdin" : file.path
    return Findings.File(
      path: name, subject: "launchflow check", checks: [.init(name: name, findings: found)])
  }
}

extension Findings.Rule {
  fileprivate init(_ code: DiagnosticCode) {
    let text = Explanation.all.first { $0.code == code }
    self.init(
      id: code.rawValue, title: text?.title ?? "", what: text.map { $0.what + " " + $0.why } ?? "",
      fix: text?.fix ?? "", severity: code.severity)
  }
}

struct CheckTally: Equatable {
  var files = 0
  var unreadable = 0
  var errors = 0
  var warnings = 0

  mutating func count(_ diagnostics: [Diagnostic]) {
    files += 1
    errors += diagnostics.count { $0.severity == .error }
    warnings += diagnostics.count { $0.severity == .warning }
  }

  func text(of paths: [String]) -> String {
    guard files + unreadable > 0 else {
      return DocumentPaths.nothing("flow, switch or scenarios files", in: paths)
    }
    let problems = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map {
      Counting.text($0.0, $0.1)
    }
    let found = problems.isEmpty ? "no problems" : problems.joined(separator: ", ")
    let unread = unreadable == 0 ? "" : ", \(unreadable) could not be read"
    guard files > 0 else { return "no file checked\(unread)" }
    return "\(Counting.text(files, "file")) checked\(unread): \(found)"
  }

  /// The exit status. It is not a success if there is no file to check.
  func status(failingAt level: FailLevel) -> ExitStatus {
    if unreadable > 0 || files == 0 { return .couldNotRun }
    return errors > 0 || level == .warning && warnings > 0 ? .problemsFound : .fine
  }
}
