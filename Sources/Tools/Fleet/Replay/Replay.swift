import LaunchFlowMachine
import LaunchFlowRecords

extension FlowPlan {
  /// Plays a recorded launch to its landing under this plan, whose flow may have changed since.
  ///
  /// Each call takes what it took when it was recorded and ends as it ended. Where the record does not say how a call
  /// would have gone on, every way is possible, and the result is an interval that contains them all.
  ///
  /// - Parameter mostInputs: How many inputs of the machine the search may take.
  package func replay(_ record: LaunchRecord, mostInputs: Int = 4_000) -> ReplayedLaunch {
    let fitted = FittedRecord(record, self)
    var search = ReplaySearch(fitted, inputs: mostInputs)
    var launch = search.launch()
    // The recorded landing is rounded, too.
    launch.earliest = launch.earliest.rounded(to: fitted.precision)
    launch.latest = launch.latest.rounded(to: fitted.precision)
    return launch
  }
}
