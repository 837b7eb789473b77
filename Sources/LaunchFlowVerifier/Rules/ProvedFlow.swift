import LaunchFlowMachine
import LaunchFlowModel

/// A flow with facts about its runs that are cheap to prove: a bound by arithmetic, and for a small flow the results of
/// a complete exploration.
struct ProvedFlow {
  let flow: Flow
  let plan: FlowPlan
  let bound: WorstCaseBound
  /// The latest landing of all runs; nil if not all were explored.
  let latest: Int64?
  /// The parts that no run reaches; empty if not all runs were explored.
  let unreachable: [Verification.Unreachable]
  /// By step: why it ended before it started; empty if not all runs were explored.
  let missedStarts: [MissedStart]

  /// The limits of an exploration by `check`, about a tenth of a second. Larger flows need `verify`.
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
      missedStarts = []
      return
    }
    // The order of events at one instant is ignored. This only adds runs, so a part that none of them reaches is dead.
    var explorer = Explorer(plan, WorldChoices(plan), tellsTiesApart: false)
    explorer.explore(Budget(states: Self.mostNodes, work: Self.mostWork, memory: Self.mostMemory))
    latest = explorer.isComplete ? explorer.findings.landings.values.map(\.time).max() : nil
    let findings = explorer.isComplete ? explorer.allFindings : nil
    unreachable = findings?.unreachable(in: plan) ?? []
    missedStarts = findings?.missedStarts ?? []
  }

  /// Whether every run lands at its start.
  var landsAtOnce: Bool { (latest ?? bound.nanoseconds) == 0 }

  /// The place of a step in the file.
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
