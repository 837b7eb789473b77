import LaunchFlowTraces

/// Two runs step by step: the times of settling, the costs on the critical path, the differences, in nanoseconds.
package struct RunComparison: Hashable, Sendable {
  /// A step in one of the runs.
  package struct Side: Hashable, Sendable {
    /// The time from the step's start to its end; nil if it never started.
    package var duration: Int64?
    /// The time at which it settled; nil if it did not.
    package var settledAt: Int64?
    /// Its status; nil if the flow lacks it, or if it did not settle.
    package var status: Status?
    /// The time for which the landing waited for it alone: its part of the critical path. Zero beside the path.
    package var cost: Int64 = 0
  }

  /// One step in both runs.
  package struct Step: Hashable, Sendable {
    /// The step's name; nil for the time in which the landing waited for no step, but for a deadline, for example.
    package var name: String?
    /// Its name in pictures.
    var label: String
    package var before = Side()
    package var after = Side()

    /// The additional cost in the second run. The differences add up to that of the landings.
    package var difference: Int64 { after.cost - before.cost }
    var differs: Bool { before != after }
  }

  package var landedBefore: Int64?
  package var landedAfter: Int64?
  /// The steps of both flows, sorted by the difference, then by the distance of their ends, then in file
  /// order. Groups, which take no time of their own, are left out.
  package var steps: [Step]

  package init(_ before: Trace, _ after: Trace) { self.init(RunChart(before), RunChart(after)) }

  init(_ before: RunChart, _ after: RunChart) {
    landedBefore = before.summary.landedAt
    landedAfter = after.summary.landedAt
    var steps: [Step] = []
    var places: [String: Int] = [:]
    var rest = Step(label: "no step")
    for (chart, side) in [(before, \Step.before), (after, \Step.after)] {
      var seen: Set<Int> = []
      for (index, step) in chart.trace.steps.enumerated() where step.kind != .group {
        let place = places[step.name] ?? steps.count
        if place == steps.count {
          places[step.name] = place
          steps.append(Step(name: step.name, label: chart.titles.step(index)))
        }
        // A trace from elsewhere may name a step twice; the first one counts.
        guard seen.insert(place).inserted else { continue }
        steps[place][keyPath: side] = Side(chart, index)
      }
      let known = seen.reduce(0) { $0 + steps[$1][keyPath: side].cost }
      rest[keyPath: side].cost = max(0, (chart.summary.landedAt ?? known) - known)
    }
    if rest.differs { steps.append(rest) }
    self.steps = steps.enumerated().sorted {
      let (left, right) = ($0.element, $1.element)
      return (abs(right.difference), right.shift, $0.offset) < (abs(left.difference), left.shift, $1.offset)
    }.map(\.element)
  }
}

extension RunComparison.Step {
  /// The distance between the step's ends in the two runs.
  fileprivate var shift: Int64 {
    guard let first = before.settledAt, let second = after.settledAt else { return 0 }
    return abs(second - first)
  }
}

extension RunComparison.Side {
  fileprivate init(_ chart: RunChart, _ step: Int) {
    let past = chart.summary.steps[step]
    duration = past.start.map { (past.end ?? chart.summary.end) - $0 }
    status = past.settlement?.status
    settledAt = past.settlement == nil ? nil : past.end
    guard chart.critical.contains(step), let landedAt = chart.summary.landedAt else { return }
    let end = min(past.end ?? landedAt, landedAt)
    cost = max(0, end - (past.ready ?? past.start ?? end))
  }
}
