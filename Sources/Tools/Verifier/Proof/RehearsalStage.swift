/// Plays rehearsals of a flow, and applies the results.
///
/// With every step's outcome known, the landing is an expression of minima and maxima of durations (as in
/// Kahn networks), and grows with each of them: in the latest run, each duration is at its limit. So bounds on the latest
/// landings come from `RuleTimes`, and late runs are rehearsed.
struct RehearsalStage {
  /// The latest landing with some inputs on a page.
  private struct Latest {
    /// No run lands later; -1 if no run lands there at all.
    var bound: Int64
    /// The landing of the latest rehearsal; -1 for none.
    var landedAt: Int64 = -1
    var rehearsal: Rehearsal?
  }

  private let choices: WorldChoices
  private let plan: FlowPlan
  private(set) var verdicts: Verdicts
  /// The work that was done, in events.
  private(set) var work = 0
  /// By combination of inputs and page; empty if there are too many combinations, or without arithmetic.
  private var latest: [[Latest]] = []

  init(_ choices: WorldChoices, _ verdicts: Verdicts, usesArithmetic: Bool) {
    self.choices = choices
    self.verdicts = verdicts
    plan = choices.plan
    guard usesArithmetic, choices.inputClassCount <= RehearsalSeries.mostClasses else { return }
    let times = OutcomeTimes(plan)
    latest = (0..<choices.inputClassCount).map { [plan] inputClass in
      let bounds = RuleTimes(times, literals: choices.inputClass(inputClass).map(\.literal)).latestByPage
      // The deadline changes statuses when it cuts, and any page may follow.
      let isCut = bounds.contains { $0 > plan.deadline }
      return bounds.map { Latest(bound: isCut ? plan.deadline : $0) }
    }
  }

  /// - Parameter work: The work of the series, in events.
  mutating func play(work: Int, shouldStop: () -> Bool) {
    var player = RehearsalPlayer(choices)
    var (count, asked) = (0, 0)
    let series = RehearsalSeries(choices)
    series.play(work: work, &player) { rehearsal, player in
      note(player.play(rehearsal), rehearsal, player)
      count += 1
      if player.work - asked > 2_000 {
        asked = player.work
        if shouldStop() { return false }
      }
      return count % 64 != 0 || isAnythingOpen(player)
    }
    verdicts.reached.addParts(player.findings)
    self.work = player.work
    if let latest = reportedLatest(player) { verdicts.boundLatest(latest, by: .arithmetic) }
  }

  private func isAnythingOpen(_ player: RehearsalPlayer) -> Bool {
    let isExact = latest.allSatisfy { pages in pages.allSatisfy { $0.landedAt >= $0.bound } }
    return latest.isEmpty || !isExact || verdicts.verification.promises.contains { $0.verdict.isOpen }
      || !player.findings.unreachable(in: plan).isEmpty
  }

  private mutating func note(
    _ outcome: RehearsalPlayer.Outcome, _ rehearsal: Rehearsal, _ player: RehearsalPlayer
  ) {
    if rehearsal.inputClass < latest.count, outcome.rule >= 0 {
      let page = Int(plan.rules[outcome.rule].page)
      if outcome.landedAt > latest[rehearsal.inputClass][page].landedAt {
        latest[rehearsal.inputClass][page].landedAt = outcome.landedAt
        latest[rehearsal.inputClass][page].rehearsal = rehearsal
      }
    }
    for promise in outcome.broken where verdicts.verification.promises[promise].verdict.isOpen {
      guard let witness = player.witness(named: "breaks-promise-\(promise + 1)"),
        witness.run.broken.contains(promise)
      else { continue }
      verdicts.verification.promises[promise].verdict = .broken(witness)
    }
  }

  private func reportedLatest(_ player: RehearsalPlayer) -> LatestLandings? {
    guard !latest.isEmpty else { return nil }
    let entries = latest.enumerated().flatMap { inputClass, pages in
      pages.enumerated().filter { $0.element.bound >= 0 }.map { page, found in
        LatestLandings.Entry(
          inputClass: inputClass, page: page, bound: found.bound, landedAt: found.landedAt
        ) { name in
          found.rehearsal.flatMap { rehearsal -> Witness? in
            var player = player
            _ = player.play(rehearsal)
            return player.witness(named: name)
          }
        }
      }
    }
    return LatestLandings(entries, choices)
  }
}
