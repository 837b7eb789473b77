/// Decides by rules whether launches are worse than allowed.
package struct Gate: Sendable {
  package enum Verdict: Hashable, Sendable {
    /// Chance does not explain that the figure is within its bound.
    case holds
    /// Chance does not explain that it is beyond its bound.
    case fails
    /// Neither. The value estimates the further launches of each kind that decide it, if the figures stay; nil for far more.
    case undecided(more: Int?)
    /// Launches are missing that may be the bad ones, so that it does not hold.
    case launchesMissing
  }

  package let rules: [GateRule]
  /// How often a flow that keeps all rules fails, or one that breaks some is said to hold, at most; between 0 and 1.
  package let risk: Double

  package init(_ rules: [GateRule], risk: Double) {
    (self.rules, self.risk) = (rules, risk)
  }
}

/// Launches on two sides of a change: the same launches, played again, or two groups.
package protocol ComparedLaunches {
  /// The number of launches of the smaller side.
  var smallest: Int { get }
  /// Whether any launch has a figure, or may have it.
  func has(_ figure: GateRule.Figure) -> Bool
  /// Measures a figure.
  ///
  /// - Parameter risk: How often the bounds of its change miss the truth, at most.
  func estimate(_ figure: GateRule.Figure, risk: Double) -> Estimate
  /// How many standard deviations a bound is away if the launches are multiplied.
  func reach(_ risk: Double, times: Double) -> Double
  /// How much a figure of the second side is beyond so many times that of the first: nanoseconds, or shares.
  func difference(_ figure: GateRule.Figure, beyond factor: Double, _ reach: Double) -> Interval
}

extension ComparedLaunches {
  /// One verdict a rule. The pages of the rules are those of the comparison, by their indices.
  ///
  /// - Parameter isWhole: Whether there are as many launches as there should be. If some are missing, they may be the
  ///   bad ones, so no rule holds.
  package func verdicts(_ gate: Gate, isWhole: Bool = true) -> [Gate.Verdict] {
    gate.rules.map { rule in
      guard smallest > 0 else { return .undecided(more: nil) }
      let verdict = verdict(rule, risk: gate.risk / Double(gate.rules.count))
      return isWhole || verdict == .fails ? verdict : .launchesMissing
    }
  }

  private func verdict(_ rule: GateRule, risk: Double) -> Gate.Verdict {
    if let verdict = decision(rule, reach(risk, times: 1)) { return verdict }
    // More launches bring the bounds as near as a smaller reach does. No more than some ten times the
    // launches are promised to decide.
    var times = 1.0
    while times < 10 {
      times *= 1.25
      if decision(rule, reach(risk, times: times) / times.squareRoot()) != nil {
        return .undecided(more: Int((Double(smallest) * (times - 1)).rounded(.up)))
      }
    }
    return .undecided(more: nil)
  }

  private func decision(_ rule: GateRule, _ reach: Double) -> Gate.Verdict? {
    let (interval, allowed) = excess(rule, reach)
    return interval.least > allowed ? .fails : interval.most <= allowed ? .holds : nil
  }

  /// How much more of the bad side of a rule the second side has, and how much more it may have.
  private func excess(_ rule: GateRule, _ reach: Double) -> (Interval, allowed: Double) {
    guard case .time(let share) = rule.figure else {
      let change = difference(rule.figure, beyond: rule.isChange ? 1 : 0, reach)
      return (rule.excess(of: change), rule.most(of: 0))
    }
    guard !rule.isChange else { return (difference(rule.figure, beyond: rule.most(of: 1), reach), 0) }
    let bound = Int64(min(rule.most(of: 0), 0x1p62))
    return (difference(.later(than: bound), beyond: 0, reach), 1 - share)
  }
}
