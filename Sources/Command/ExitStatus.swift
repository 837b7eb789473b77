enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// The input has problems: a file with errors, an expectation that does not hold.
  case problemsFound = 1
  case wrongUsage = 2
  /// The input or output failed: a file that cannot be opened, a full disk. Or a proof or a gate did not decide.
  case couldNotRun = 3
}
