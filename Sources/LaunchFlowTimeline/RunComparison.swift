import LaunchFlowMachine
import LaunchFlowModel

/// Two runs step by step: what each took in either, and the difference. Times are in nanoseconds.
public struct RunComparison: Hashable, Sendable {
  /// One step in both runs.
  public struct Step: Hashable, Sendable {
    /// The step's name.
    public var name: String
    /// How long it took in the first run, from its start to its settling; nil where it never started.
    public var before: Int64?
    /// How long it took in the second run.
    public var after: Int64?
    /// How it settled in the first run; nil where it does not stand in that flow, or did not settle.
    public var statusBefore: Status?
    /// How it settled in the second run.
    public var statusAfter: Status?

    /// How much longer it took in the second run; what never started took nothing.
    public var difference: Int64 { (after ?? 0) - (before ?? 0) }
  }

  /// When the first run landed.
  public var landedBefore: Int64?
  /// When the second run landed.
  public var landedAfter: Int64?
  /// The steps of both flows, those with the greatest difference first, equal ones in file order; groups, which
  /// take no time of their own, are left out.
  public var steps: [Step]

  /// Compares by the steps' names.
  public init(_ before: Trace, _ after: Trace) {
    let (first, second) = (TraceSummary(before), TraceSummary(after))
    landedBefore = first.landedAt
    landedAfter = second.landedAt
    var steps: [Step] = []
    var places: [String: Int] = [:]
    for (index, step) in before.steps.enumerated() where step.kind != .group && places[step.name] == nil {
      places[step.name] = steps.count
      steps.append(
        Step(
          name: step.name, before: first.steps[index].duration(until: first.end),
          statusBefore: first.steps[index].settlement?.status))
    }
    for (index, step) in after.steps.enumerated() where step.kind != .group {
      let place = places[step.name] ?? steps.count
      if place == steps.count {
        places[step.name] = place
        steps.append(Step(name: step.name))
      }
      steps[place].after = second.steps[index].duration(until: second.end)
      steps[place].statusAfter = second.steps[index].settlement?.status
    }
    self.steps = steps.enumerated().sorted {
      (abs($1.element.difference), $0.offset) < (abs($0.element.difference), $1.offset)
    }.map(\.element)
  }
}

extension TraceSummary.Step {
  fileprivate func duration(until now: Int64) -> Int64? { start.map { (end ?? now) - $0 } }
}
