import LaunchFlowMachine

/// The latest landing on each page, between the latest found run and a bound that no run exceeds.
///
/// With every step's outcome known, the landing is an expression of minima and maxima of durations (as in
/// Kahn networks), and grows with each of them: in the latest run, each duration is at its limit. So bounds
/// come from `RuleTimes`, and late runs are rehearsed.
struct LatestSearch {
  /// The latest landing of a group of runs.
  struct Found {
    /// No run lands later; -1 if no run lands there at all.
    var bound: Int64
    /// The landing of the latest rehearsal; -1 for none.
    var landedAt: Int64 = -1
    var rehearsal: Rehearsal?
  }

  let choices: WorldChoices
  let inputClass: Int
  private let plan: FlowPlan
  /// By page.
  private(set) var found: [Found]

  init(_ choices: WorldChoices, inputClass: Int) {
    self.choices = choices
    self.inputClass = inputClass
    plan = choices.plan
    let rules = RuleTimes(OutcomeTimes(plan), literals: choices.inputClass(inputClass).map(\.literal))
    let bounds = rules.latestByPage
    let deadline = plan.deadline
    // The deadline changes statuses when it cuts, and any page may follow.
    let isCut = bounds.contains { $0 > deadline }
    found = bounds.map { Found(bound: isCut ? deadline : $0) }
  }

  mutating func note(_ outcome: RehearsalPlayer.Outcome, _ rehearsal: Rehearsal) {
    guard outcome.rule >= 0, rehearsal.cancel == nil else { return }
    let page = Int(plan.rules[outcome.rule].page)
    if outcome.landedAt > found[page].landedAt {
      found[page].landedAt = outcome.landedAt
      found[page].rehearsal = rehearsal
    }
  }
}
