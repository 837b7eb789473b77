import LaunchFlowMachine

/// Plays rehearsals of a flow, and applies the results.
struct RehearsalStage {
  private let choices: WorldChoices
  private let plan: FlowPlan
  private(set) var verdicts: Verdicts
  /// The work that was done, in events.
  private(set) var work = 0
  /// By combination of inputs; empty where there are too many, or without arithmetic.
  private var searches: [LatestSearch] = []

  init(_ choices: WorldChoices, _ verdicts: Verdicts, usesArithmetic: Bool) {
    self.choices = choices
    self.verdicts = verdicts
    plan = choices.plan
    if usesArithmetic, choices.inputClassCount <= RehearsalSeries.mostClasses {
      searches = (0..<choices.inputClassCount).map { LatestSearch(choices, inputClass: $0) }
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
    verdicts.noteParts(player.findings)
    self.work = player.work
    if let latest = reportedLatest(&player) { verdicts.boundLatest(latest, by: .arithmetic) }
  }

  private func isAnythingOpen(_ player: RehearsalPlayer) -> Bool {
    let isExact = searches.allSatisfy { search in search.found.allSatisfy { $0.landedAt >= $0.bound } }
    return searches.isEmpty || !isExact || verdicts.verification.promises.contains { $0.verdict.isOpen }
      || !player.findings.unreachable(in: plan).isEmpty
  }

  private mutating func note(
    _ outcome: RehearsalPlayer.Outcome, _ rehearsal: Rehearsal, _ player: RehearsalPlayer
  ) {
    if rehearsal.inputClass < searches.count { searches[rehearsal.inputClass].note(outcome, rehearsal) }
    var broken = outcome.broken
    for (index, promise) in plan.flow.promises.enumerated() {
      guard case .within(let limit, let page) = promise, outcome.landedAt > limit.nanoseconds else {
        continue
      }
      if page == nil || page == plan.pages[Int(plan.rules[outcome.rule].page)] { broken.append(index) }
    }
    for promise in broken where verdicts.verification.promises[promise].verdict.isOpen {
      guard rehearsal.cancel == nil || !verdicts.isBrokenByCancellation(promise) else { continue }
      let witness = player.witness(named: "breaks-promise-\(promise + 1)")
      guard witness.isPlayed(by: plan) else { continue }
      verdicts.isBroken(promise, by: witness)
    }
  }

  private func reportedLatest(_ player: inout RehearsalPlayer) -> LatestLandings? {
    guard !searches.isEmpty else { return nil }
    let entries = searches.enumerated().flatMap { inputClass, search in
      search.found.enumerated().filter { $0.element.bound >= 0 }.map { page, found in
        LatestLandings.Entry(
          inputClass: inputClass, page: page, bound: found.bound, landedAt: found.landedAt)
      }
    }
    return LatestLandings(entries, choices) { entry, name in
      searches[entry.inputClass].found[entry.page].rehearsal.map { rehearsal in
        _ = player.play(rehearsal)
        return player.witness(named: name)
      }
    }
  }
}
