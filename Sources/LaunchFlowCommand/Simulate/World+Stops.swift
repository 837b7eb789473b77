import LaunchFlowSimulator

extension World {
  /// Reports the runs that were stopped before their end; returns the status of a command that played them.
  func report(_ stops: [StoppedRun]) -> ExitStatus {
    for stopped in stops { report("launchflow: \(stopped)") }
    return stops.isEmpty ? .fine : .couldNotRun
  }
}
