import LaunchFlowMachine
import LaunchFlowModel

/// The latest landing on each page, between the latest found run and a bound that no run exceeds.
///
/// With every step's outcome known, the landing is an expression of minima and maxima of durations (as in
/// Kahn networks), and grows with each of them: in the latest run, each duration is at its limit. So bounds
/// come from `RuleTimes`, and the run behind each bound is rehearsed.
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
  private let rules: RuleTimes
  /// By page: its latest landing by arithmetic.
  private let latest: [(time: Int64, rule: Int)?]
  /// By page.
  private(set) var found: [Found]

  init(_ choices: WorldChoices, inputClass: Int) {
    self.choices = choices
    self.inputClass = inputClass
    plan = choices.plan
    let rules = RuleTimes(OutcomeTimes(plan), literals: choices.inputClass(inputClass).map(\.literal))
    self.rules = rules
    // This bound includes the queues of all lanes.
    let most = LaneBound.latest(choices.plan)
    latest = rules.latestByPage
    let bounds = latest.map { min(most, $0?.time ?? -1) }
    let deadline = choices.plan.deadline
    // The deadline changes statuses when it cuts, and any page may follow.
    let isCut = bounds.contains { $0 > deadline }
    found = bounds.map { Found(bound: isCut ? deadline : $0) }
  }

  /// Looks for runs that land at the bounds, until the player has done so much work.
  mutating func search(_ player: inout RehearsalPlayer, upTo work: Int) {
    for isAvailable in [true, false] { play(.late(isAvailable: isAvailable), [], &player) }
    for page in plan.pages.indices where found[page].landedAt < found[page].bound {
      guard player.work < work else { return }
      guard let latest = latest[page] else { continue }
      play(.late(isAvailable: true), rules.wants(landingBy: latest.rule, at: latest.time), &player)
    }
  }

  /// Notes a rehearsal's landing.
  mutating func note(_ outcome: RehearsalPlayer.Outcome, _ rehearsal: Rehearsal) {
    guard outcome.rule >= 0, rehearsal.cancel == nil else { return }
    let page = Int(plan.rules[outcome.rule].page)
    if outcome.landedAt > found[page].landedAt {
      found[page].landedAt = outcome.landedAt
      found[page].rehearsal = rehearsal
    }
  }

  /// Plays a run in which all steps behave alike, except those whose outcomes are given.
  private mutating func play(
    _ behaviour: Rehearsal.Behaviour, _ wants: [RuleTimes.Want], _ player: inout RehearsalPlayer
  ) {
    var rehearsal = Rehearsal(choices, behaviour)
    rehearsal.inputClass = inputClass
    var known: Set<Int> = []
    for want in wants where known.insert(want.step).inserted {
      rehearsal.behaviours[want.step] = .late(isAvailable: want.isAvailable)
    }
    note(player.play(rehearsal), rehearsal)
  }
}
