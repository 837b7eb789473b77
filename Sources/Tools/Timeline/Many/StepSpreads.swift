/// Gathers the figures of one flow's steps, run by run. The figures of two parts of the runs add up to the whole.
package struct StepSpreads: Hashable, Sendable, Codable {
  package private(set) var runs = 0
  /// The steps in file order, groups among them; empty without runs.
  private var gathered: [StepSpread] = []

  package init() {}

  /// Whether this number of runs and steps may have produced it. Decoded spreads may contain any numbers.
  package func fits(_ runs: Int, steps: Int) -> Bool {
    self.runs == runs && gathered.count == (runs == 0 ? 0 : steps) && gathered.allSatisfy { $0.fits(runs) }
  }

  /// Adds a whole run; all added runs must be of one flow.
  package mutating func add(_ trace: Trace) {
    let summary = TraceSummary(trace)
    if gathered.isEmpty {
      let titles = StepTitles(trace)
      gathered = trace.steps.indices.map { StepSpread(name: trace.steps[$0].name, label: titles.step($0)) }
    }
    runs += 1
    for (index, past) in summary.steps.enumerated() where gathered.indices.contains(index) {
      gathered[index].add(past, end: summary.end)
    }
    var released: Int64 = 0
    var groups: [Int: Int64] = [:]
    for step in summary.criticalPath where gathered.indices.contains(step) {
      let end = min(summary.steps[step].end ?? .max, summary.landedAt ?? .max)
      let cost = max(0, end - released)
      gathered[step].addCritical(cost)
      released = max(released, end)
      var group = trace.group(of: step)
      while let current = group {
        groups[current, default: 0] += cost
        group = trace.group(of: current)
      }
    }
    // The landing waited for a group if it waited for any of its members.
    for (group, cost) in groups where !summary.criticalPath.contains(group) {
      gathered[group].addCritical(cost)
    }
  }

  package mutating func add(_ other: StepSpreads) {
    guard runs > 0 else { return self = other }
    runs += other.runs
    for (index, step) in other.gathered.enumerated() { gathered[index].add(step) }
  }

  /// The figures, with their times in order.
  package var steps: [StepSpread] {
    gathered.map { step in
      var step = step
      step.sort()
      return step
    }
  }
}
