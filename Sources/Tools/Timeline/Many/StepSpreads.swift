import LaunchFlowSimulator

/// Gathers the figures of one flow's steps, run by run. The figures of two parts of the runs add up to the whole.
package struct StepSpreads: Hashable, Sendable, Codable {
  /// The figures of one step in the runs so far. Times are in nanoseconds since the start.
  package struct Gathered: Hashable, Sendable, Codable {
    /// Its starts, in the runs in which it started.
    package var starts: [Int64] = []
    /// Its ends in these runs, or the end of the run.
    package var ends: [Int64] = []
    /// The number of runs in which the landing waited for it.
    package var critical = 0
    /// The total time for which the landing waited for it.
    package var criticalTime = ExactSum()
    /// The number of runs with each status, in the order of `Status`.
    package var statuses = Array(repeating: 0, count: Status.allCases.count)

    package init() {}
  }

  package private(set) var runs = 0
  /// The steps in file order, groups among them.
  package private(set) var gathered: [Gathered] = []
  private var names: [Name] = []

  /// The name of a step, in files and in pictures.
  private struct Name: Hashable, Sendable {
    var name: String
    var label: String
  }

  package init() {}

  private enum CodingKeys: CodingKey {
    case runs, gathered
  }

  /// Whether so many runs and steps may have produced it. Decoded spreads may contain any numbers.
  package func fits(_ runs: Int, steps: Int) -> Bool {
    let first = Gathered()
    return self.runs == runs && gathered.count == (runs == 0 ? 0 : steps)
      && gathered.allSatisfy { step in
        step.starts.count == step.ends.count && step.statuses.count == first.statuses.count
          && ([step.starts.count, step.critical] + step.statuses).allSatisfy { (0...runs).contains($0) }
          && step.criticalTime.isSum(of: step.critical, atMost: .max)
      }
  }

  /// Adds a whole run; all added runs must be of one flow.
  package mutating func add(_ trace: Trace) {
    let summary = TraceSummary(trace)
    if gathered.isEmpty { gathered = trace.steps.map { _ in Gathered() } }
    name(trace)
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
    if names.isEmpty { names = other.names }
    guard other.runs > 0 else { return }
    guard runs > 0 else {
      (runs, gathered) = (other.runs, other.gathered)
      return
    }
    runs += other.runs
    for index in gathered.indices { gathered[index].add(other.gathered[index]) }
  }

  /// Takes the names of the steps from any run of the flow.
  package mutating func name(_ trace: Trace) {
    guard names.isEmpty else { return }
    let titles = StepTitles(trace)
    names = trace.steps.indices.map { Name(name: trace.steps[$0].name, label: titles.step($0)) }
  }

  package var steps: [StepSpread] {
    zip(names, gathered).map { StepSpread($1, name: $0.name, label: $0.label, runs: runs) }
  }
}

extension StepSpreads.Gathered {
  fileprivate mutating func addCritical(_ cost: Int64) {
    critical += 1
    criticalTime.add(cost)
  }

  fileprivate mutating func add(_ past: TraceSummary.Step, end: Int64) {
    if let start = past.start {
      starts.append(start)
      ends.append(past.end ?? end)
    }
    if let status = past.settlement?.status, let place = Status.allCases.firstIndex(of: status) {
      statuses[place] += 1
    }
  }

  fileprivate mutating func add(_ other: Self) {
    starts += other.starts
    ends += other.ends
    critical += other.critical
    criticalTime.add(other.criticalTime)
    for index in statuses.indices { statuses[index] += other.statuses[index] }
  }
}
