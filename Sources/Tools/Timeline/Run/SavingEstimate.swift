import LaunchFlowMachine
import LaunchFlowModel

/// The greatest possible time by which a run could have landed earlier without one step. All other steps keep
/// the time from being ready to settling.
struct SavingEstimate {
  private let trace: Trace
  private let summary: TraceSummary
  /// The steps in the order in which they settled: each after its dependencies.
  private let order: [Int]
  private let members: [[Int]]

  init(_ chart: RunChart) {
    trace = chart.trace
    summary = chart.summary
    members = trace.members
    var settled = Set<Int>()
    order = chart.trace.events.compactMap { event in
      guard case .settled(let step, _) = event.kind, chart.trace.steps.indices.contains(step),
        settled.insert(step).inserted
      else { return nil }
      return step
    }
  }

  /// The saving in nanoseconds; 0 for a step that is not on the critical path.
  func saving(without step: Int) -> Int64 {
    guard let last = summary.criticalPath.last, summary.criticalPath.contains(step),
      let landedAt = summary.steps[last].end
    else { return 0 }
    var ends: [Int64?] = Array(repeating: nil, count: trace.steps.count)
    for index in order {
      guard let end = summary.steps[index].end else { continue }
      let released = release(of: index, ends)
      if trace.steps[index].kind == .group {
        ends[index] = members[index].compactMap { ends[$0] }.max() ?? end
      } else {
        ends[index] = index == step ? released : released + max(0, end - (summary.steps[index].ready ?? end))
      }
      if index == last { break }
    }
    return max(0, landedAt - (ends[last] ?? landedAt))
  }

  /// The time at which all of a step's dependencies would have settled.
  private func release(of step: Int, _ ends: [Int64?]) -> Int64 {
    var released: Int64 = 0
    var current: Int? = step
    // A member waits for its groups' dependencies, too.
    while let index = current {
      for dependency in [trace.steps[index].needs, trace.steps[index].after].joined()
      where ends.indices.contains(dependency) {
        released = max(released, ends[dependency] ?? summary.steps[dependency].end ?? 0)
      }
      current = trace.group(of: index)
    }
    return released
  }
}
