import LaunchFlowMachine
import LaunchFlowModel

/// A flow with what can be shown of its runs in no time: a bound by arithmetic, and where the flow is small
/// the outcome of a whole exploration.
struct ProvedFlow {
  let flow: Flow
  let plan: FlowPlan
  let bound: WorstCaseBound
  /// The latest landing of all runs; nil where not all were explored.
  let latest: Int64?
  /// What no run comes to; empty where not all were explored, for then nothing is shown.
  let unreachable: [Verification.Unreachable]

  /// A flow that takes more states or more work than this (a tenth of a second or so) is not explored in
  /// passing: it is for `verify`.
  static let mostNodes = 20_000
  static let mostWork = 20_000_000
  static let mostMemory = 200_000_000
  static let mostSteps = 64

  init(_ flow: Flow, _ plan: FlowPlan) {
    self.flow = flow
    self.plan = plan
    bound = WorstCaseBound(plan)
    guard plan.steps.count <= Self.mostSteps else {
      latest = nil
      unreachable = []
      return
    }
    // Ties are not told apart: that only adds runs, so what none of them comes to is dead all the same.
    var explorer = Explorer(plan, WorldChoices(plan), tellsTiesApart: false)
    explorer.explore(Budget(states: Self.mostNodes, work: Self.mostWork, memory: Self.mostMemory))
    latest = explorer.isComplete ? explorer.findings.landings.values.map(\.time).max() : nil
    unreachable = explorer.isComplete ? explorer.allFindings.unreachable(in: plan) : []
  }

  /// Whether every run lands at its start.
  var landsAtOnce: Bool { (latest ?? bound.nanoseconds) == 0 }

  /// Where a step stands in the file.
  func path(of step: String) -> JSONPointer {
    var tokens: [String] = []
    var index = plan.index(of: step) ?? -1
    while index >= 0 {
      tokens += [plan.stepNames[index], "steps"]
      index = Int(plan.steps[index].group)
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}
