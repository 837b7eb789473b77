import LaunchFlowRecords

/// Decides whether a changed flow is worse than allowed, from the same launches before and after.
///
/// A rule fails only where the launches prove it: if the flow keeps all rules, at most a stated share of such
/// decisions fails. What the records leave open counts in the flow's favour.
package struct Gate: Sendable {
  /// What came of a rule.
  package enum Verdict: Hashable, Sendable {
    case holds
    /// The launches prove that it does not hold.
    case fails
    /// The figures are worse than allowed, or may be; the launches do not prove it.
    case undecided
  }

  /// The rules.
  package let rules: [GateRule]
  /// The share of false alarms over all rules together.
  package let risk: Double

  /// Decides by rules.
  ///
  /// - Parameter risk: The greatest share of flows within all rules that fail, between 0 and 1.
  package init(_ rules: [GateRule], risk: Double) {
    self.rules = rules
    self.risk = risk
  }

  /// One verdict a rule.
  package func verdicts(_ figures: FleetFigures) -> [Verdict] {
    rules.map { verdict($0, figures) }
  }

  private func verdict(_ rule: GateRule, _ figures: FleetFigures) -> Verdict {
    let comparison = Comparison(rule, figures)
    guard figures.count > 0 else { return .undecided }
    // Half of a rule's risk for each of its two bounds.
    let risk = self.risk / Double(max(1, rules.count)) / 2
    let worse = Confidence.least(comparison.certain.worse, of: figures.count, risk: risk)
    let better = Confidence.most(comparison.certain.better, of: figures.count, risk: risk)
    if worse - better > comparison.allowed { return .fails }
    let possible = Double(comparison.possible.worse - comparison.possible.better) / Double(figures.count)
    return possible > comparison.allowed ? .undecided : .holds
  }
}

/// How many launches are on the wrong side of a rule's bound now and were not before, and the other way round.
private struct Comparison {
  typealias Counts = (worse: Int, better: Int)

  /// With what the records leave open in the flow's favour.
  private(set) var certain: Counts = (0, 0)
  /// With what they leave open against it.
  private(set) var possible: Counts = (0, 0)
  /// By how much more the wrong side may be.
  private(set) var allowed = 0.0

  init(_ rule: GateRule, _ figures: FleetFigures) {
    switch (rule.figure, rule.bound) {
    case (.time(let share), .factor(let factor)):
      let before = figures.recordedTime(at: share)
      let limit = Int64(min(Double(before) * factor, 0x1p62))
      count(figures, { $0.time > before }, { $0.earliest > limit }, { $0.latest > limit })
    case (.time(let share), .time(let limit)):
      allowed = 1 - share
      count(figures, { _ in false }, { $0.earliest > limit }, { $0.latest > limit })
    case (.degraded, .change(let change)):
      allowed = change
      count(figures, \.isDegraded, { !$0.mayBeWhole }, \.mayBeDegraded)
    case (.degraded, .share(let share)):
      allowed = share
      count(figures, { _ in false }, { !$0.mayBeWhole }, \.mayBeDegraded)
    case (.page(let page), .change(let change)):
      allowed = -change
      count(figures, { $0.page != page }, { !$0.allows(page: page) }, { !$0.isCertain(page: page) })
    case (.page(let page), .share(let share)):
      allowed = 1 - share
      count(figures, { _ in false }, { !$0.allows(page: page) }, { !$0.isCertain(page: page) })
    case (.time, .share), (.time, .change), (.degraded, .time), (.degraded, .factor), (.page, .time),
      (.page, .factor), (.worst, _):
      // No rule of a gate is read so.
      break
    }
  }

  private mutating func count(
    _ figures: FleetFigures, _ before: (FleetFigures.Before) -> Bool,
    _ certainly: (ReplayedLaunch) -> Bool, _ possibly: (ReplayedLaunch) -> Bool
  ) {
    for (recorded, replayed) in zip(figures.before, figures.after) {
      let was = before(recorded)
      if certainly(replayed) {
        if !was { certain.worse += 1 }
      } else if was {
        certain.better += 1
      }
      if possibly(replayed) {
        if !was { possible.worse += 1 }
      } else if was {
        possible.better += 1
      }
    }
  }
}
