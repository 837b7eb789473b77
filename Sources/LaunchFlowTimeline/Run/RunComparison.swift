import LaunchFlowMachine
import LaunchFlowModel

/// Two runs step by step: what each took in either, and the difference. Times are in nanoseconds.
package struct RunComparison: Hashable, Sendable {
  /// One step in both runs.
  package struct Step: Hashable, Sendable {
    /// The step's name.
    package var name: String
    /// What pictures call it.
    var label: String
    /// How long it took in the first run, from its start to its settling; nil where it never started.
    package var before: Int64?
    /// How long it took in the second run.
    package var after: Int64?
    /// How it settled in the first run; nil if that flow lacks it, or if it did not settle.
    package var statusBefore: Status?
    /// How it settled in the second run.
    package var statusAfter: Status?

    /// How much longer it took in the second run; what never started took nothing.
    package var difference: Int64 { (after ?? 0) - (before ?? 0) }
  }

  /// When the first run landed.
  package var landedBefore: Int64?
  /// When the second run landed.
  package var landedAfter: Int64?
  /// The steps of both flows, those with the greatest difference first, equal ones in file order; groups, which
  /// take no time of their own, are left out.
  package var steps: [Step]

  /// Compares by the steps' names.
  package init(_ before: Trace, _ after: Trace) { self.init(RunChart(before), RunChart(after)) }

  init(_ before: RunChart, _ after: RunChart) {
    landedBefore = before.summary.landedAt
    landedAfter = after.summary.landedAt
    var steps: [Step] = []
    var places: [String: Int] = [:]
    for (chart, isSecond) in [(before, false), (after, true)] {
      for (index, step) in chart.trace.steps.enumerated() where step.kind != .group {
        let place = places[step.name] ?? steps.count
        if place == steps.count {
          places[step.name] = place
          steps.append(Step(name: step.name, label: chart.labels.step(index)))
        } else if !isSecond {
          continue
        }
        let past = chart.summary.steps[index]
        let duration = past.start.map { (past.end ?? chart.summary.end) - $0 }
        if isSecond {
          (steps[place].after, steps[place].statusAfter) = (duration, past.settlement?.status)
        } else {
          (steps[place].before, steps[place].statusBefore) = (duration, past.settlement?.status)
        }
      }
    }
    self.steps = steps.enumerated().sorted {
      (abs($1.element.difference), $0.offset) < (abs($0.element.difference), $1.offset)
    }.map(\.element)
  }
}
