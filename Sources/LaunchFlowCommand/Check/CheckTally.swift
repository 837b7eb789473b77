import LaunchFlowModel

/// What was found in how many files.
struct CheckTally: Equatable {
  var files = 0
  var unreadable: [FileError] = []
  var errors = 0
  var warnings = 0

  /// Adds a file's findings.
  mutating func count(_ diagnostics: [Diagnostic]) {
    files += 1
    errors += diagnostics.count { $0.severity == .error }
    warnings += diagnostics.count { $0.severity == .warning }
  }

  /// The tally as a person reads it.
  ///
  /// - Parameter paths: What was looked through.
  func text(of paths: [String]) -> String {
    guard files + unreadable.count > 0 else {
      return DocumentPaths.nothing("flow, switch or scenarios files", in: paths)
    }
    let problems = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map(Self.counted)
    let found = problems.isEmpty ? "no problems" : problems.joined(separator: ", ")
    let unread = unreadable.isEmpty ? "" : ", \(unreadable.count) could not be read"
    return "\(Self.counted(files, "file")) checked\(unread): \(found)"
  }

  /// How the command ends. Nothing to check is no success.
  func status(failingAt level: FailLevel) -> ExitStatus {
    if !unreadable.isEmpty || files == 0 { return .couldNotRun }
    return errors > 0 || level == .warning && warnings > 0 ? .problemsFound : .fine
  }

  private static func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
