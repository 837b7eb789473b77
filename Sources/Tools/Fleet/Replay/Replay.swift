import LaunchFlowMachine
import LaunchFlowRecords

/// Plays recorded launches under a flow, which may have changed since.
///
/// Each call of a launch takes what it took when it was recorded and ends as it ended. Where the record does not say
/// how a call would have gone on, every way is possible, and the result is an interval that contains them all.
package struct Replay: Sendable {
  package let plan: FlowPlan
  private let mostInputs: Int

  /// Prepares a flow.
  ///
  /// - Parameter mostInputs: How many inputs of the machine the search of one launch may take.
  package init(_ plan: FlowPlan, mostInputs: Int = 4_000) {
    self.plan = plan
    self.mostInputs = mostInputs
  }

  /// Plays a launch to its landing.
  package func launch(_ record: LaunchRecord) -> ReplayedLaunch {
    let fitted = FittedRecord(record, plan)
    var search = ReplaySearch(fitted, inputs: mostInputs)
    var launch = search.launch()
    // The recorded landing is rounded, too.
    launch.earliest = launch.earliest.rounded(to: fitted.precision)
    launch.latest = launch.latest.rounded(to: fitted.precision)
    return launch
  }
}
