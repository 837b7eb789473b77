import LaunchFlowModel

/// The findings of a command in files, in the formats of CI services.
struct Findings {
  struct File {
    /// The path as the command line gives it, without `./`, as CI services name the files of a repository.
    var path: String
    /// The name of the flow or switch.
    var subject: String
    var checks: [Check]

    init(path: String, subject: String, checks: [Check]) {
      (self.path, self.subject, self.checks) = (path.withoutDot, subject, checks)
    }

    /// A file whose errors `check` lists, so that nothing else was looked at.
    init(unsound path: String, _ command: String) {
      let rule = Rule(
        id: "unsound-file", title: "File with errors", what: "The file, or one that it names, has errors.",
        fix: "Correct them.")
      let finding = Finding(
        rule: rule, message: "has errors, so nothing else was checked",
        help: "'launchflow check' lists them")
      self.init(path: path, subject: command, checks: [Check(name: path, findings: [finding])])
    }

    init(_ error: FileError) {
      let rule = Rule(
        id: "unreadable-file", title: "File that cannot be read", what: "The file cannot be read.",
        fix: "Correct its path or its permissions.")
      let check = Check(name: error.path, findings: [Finding(rule: rule, message: error.reason)])
      self.init(path: error.path, subject: "launchflow", checks: [check])
    }
  }

  /// A claim, which holds if none of its findings is an error.
  struct Check {
    var name: String
    var findings: [Finding]
    /// The command that repeats it; nil for none.
    var again: String?

    var hasFailed: Bool { findings.contains { $0.severity == .error } }
  }

  struct Finding {
    var rule: Rule
    /// nil for the whole file.
    var place: Place?
    var message: String
    var help: String?
    var notes: [Diagnostic.Note] = []

    var severity: Diagnostic.Severity { rule.severity }

    func line(in path: String) -> String {
      let position = place?.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
      return "\(path)\(position): \(message)"
    }
  }

  struct Rule: Equatable {
    var id: String
    var title: String
    var what: String
    var fix: String
    var severity = Diagnostic.Severity.error
  }

  var files: [File]

  static let formats: [OutputFormat] = [.github, .sarif, .junit]

  /// The findings in a format; nil if it is not one of `formats`.
  func text(_ format: OutputFormat) -> String? {
    switch format {
    case .github: GitHubFindings.text(self)
    case .sarif: SARIFFindings.text(self)
    case .junit: JUnitFindings.text(self)
    default: nil
    }
  }

  var all: [(file: File, check: Check, finding: Finding)] {
    files.flatMap { file in
      file.checks.flatMap { check in check.findings.map { (file, check, $0) } }
    }
  }
}

extension String {
  fileprivate var withoutDot: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
