/// How the command ended.
package enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// What was asked about has problems: a file with errors, an expectation that does not hold.
  case problemsFound = 1
  case wrongUsage = 2
  /// It could not be tried at all: a file that cannot be opened, a full disk.
  case couldNotRun = 3
}
