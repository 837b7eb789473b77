import LaunchFlowMachine
import LaunchFlowModel

/// Plays rehearsals of a flow, and takes from them what they decide.
struct RehearsalStage {
  private let choices: WorldChoices
  private let plan: FlowPlan
  private(set) var verdicts: Verdicts
  /// By combination of inputs; empty where there are too many, or without arithmetic.
  private var searches: [LatestSearch] = []

  /// Most combinations of inputs with a bound of their own.
  private static let mostClasses = 64

  init(_ choices: WorldChoices, _ verdicts: Verdicts, usesArithmetic: Bool) {
    self.choices = choices
    self.verdicts = verdicts
    plan = choices.plan
    if usesArithmetic, choices.inputClassCount <= Self.mostClasses {
      searches = (0..<choices.inputClassCount).map { LatestSearch(choices, inputClass: $0) }
    }
  }

  /// - Parameter work: In events, for the series.
  mutating func play(work: Int, shouldStop: () -> Bool) {
    var player = RehearsalPlayer(choices)
    for place in searches.indices where !shouldStop() { searches[place].search(&player) }
    var count = 0
    let series = RehearsalSeries(choices, usesCaches: !player.refersIntoCaches)
    series.play(work: work, &player) { rehearsal, player in
      note(player.play(rehearsal), rehearsal, player)
      count += 1
      return count % 64 != 0 || !shouldStop() && isAnythingOpen(player)
    }
    verdicts.noteParts(player.findings)
    reportLatest(&player)
  }

  /// Whether more rehearsals may show something.
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
      if case .within(let limit) = promise, outcome.landedAt > limit.nanoseconds { broken.append(index) }
    }
    for promise in broken where verdicts.verification.promises[promise].verdict.isOpen {
      guard rehearsal.cancel == nil || !verdicts.isBrokenByCancellation(promise) else { continue }
      guard let witness = player.witness(named: "breaks-promise-\(promise + 1)") else { continue }
      verdicts.isBroken(promise, by: witness)
    }
  }

  private typealias Entry = (inputClass: Int, page: Int, found: LatestSearch.Found)

  /// Reports the latest landings, the latest first, then by inputs and page.
  private mutating func reportLatest(_ player: inout RehearsalPlayer) {
    guard !searches.isEmpty else { return }
    let entries: [Entry] = searches.enumerated().flatMap { inputClass, search in
      search.found.enumerated().map { (inputClass, $0, $1) }
    }.filter { $0.found.bound >= 0 }
      .sorted { left, right in
        (right.found.bound, right.found.landedAt, left.inputClass, left.page)
          < (left.found.bound, left.found.landedAt, right.inputClass, right.page)
      }
    let byPage = plan.pages.indices.compactMap { page in
      entries.first { $0.page == page }.map { latest($0, named: "latest-on-\(plan.pages[page])", &player) }
    }
    let byInputs = searches.indices.compactMap { inputClass -> Verification.InputLatest? in
      guard let entry = entries.first(where: { $0.inputClass == inputClass }) else { return nil }
      return Verification.InputLatest(
        inputs: choices.distinguishedInputs(inputClass),
        latest: latest(entry, named: "worst-case", &player))
    }
    let worst = entries.first.map { latest($0, named: "worst-case", &player) }
    verdicts.boundLatest(worst, byPage: byPage, byInputs: byInputs, by: .arithmetic)
  }

  private func latest(
    _ entry: Entry, named name: String, _ player: inout RehearsalPlayer
  ) -> Verification.Latest {
    var witness: Witness?
    if let rehearsal = entry.found.rehearsal {
      _ = player.play(rehearsal)
      witness = player.witness(named: name)
    }
    return Verification.Latest(bound: entry.found.bound, page: plan.pages[entry.page], witness: witness)
  }
}
