/// Two runs step by step: the times of settling, the costs on the critical path, the differences, in nanoseconds.
package struct RunComparison: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    /// The time from the step's start to its end; nil if it never started.
    package var duration: Int64?
    package var settledAt: Int64?
    /// Its status; nil if the flow lacks it, or if it did not settle.
    package var status: Status?
    /// The time for which the landing waited for it alone: its part of the critical path. Zero beside the path.
    package var cost: Int64 = 0
  }

  package struct Step: Hashable, Sendable {
    /// The step's name; nil for the time in which the landing waited for no step, but for a deadline, for example.
    package var name: String?
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

  package init(_ before: TraceSummary, _ after: TraceSummary) {
    landedBefore = before.landedAt
    landedAfter = after.landedAt
    var steps: [Step] = []
    var places: [String: Int] = [:]
    var rest = Step(label: "no step")
    for (summary, side) in [(before, \Step.before), (after, \Step.after)] {
      let (titles, critical) = (StepTitles(summary.trace), Set(summary.criticalPath))
      var seen: Set<Int> = []
      for (index, step) in summary.trace.steps.enumerated() where step.kind != .group {
        let place = places[step.name] ?? steps.count
        if place == steps.count {
          places[step.name] = place
          steps.append(Step(name: step.name, label: titles.step(index)))
        }
        // A trace from elsewhere may name a step twice; the first one counts.
        guard seen.insert(place).inserted else { continue }
        steps[place][keyPath: side] = Side(summary, index, isCritical: critical.contains(index))
      }
      let known = seen.reduce(0) { $0 + steps[$1][keyPath: side].cost }
      rest[keyPath: side].cost = max(0, (summary.landedAt ?? known) - known)
    }
    if rest.differs { steps.append(rest) }
    self.steps = steps.sorted { (abs($1.difference), $1.shift) < (abs($0.difference), $0.shift) }
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
  fileprivate init(_ summary: TraceSummary, _ step: Int, isCritical: Bool) {
    let past = summary.steps[step]
    duration = past.start.map { (past.end ?? summary.end) - $0 }
    status = past.settlement?.status
    settledAt = past.settlement == nil ? nil : past.end
    guard isCritical, let landedAt = summary.landedAt else { return }
    let end = min(past.end ?? landedAt, landedAt)
    cost = max(0, end - (past.ready ?? past.start ?? end))
  }
}
