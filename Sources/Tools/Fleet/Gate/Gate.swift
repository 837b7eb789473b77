/// Decides by rules whether launches are worse than allowed.
package struct Gate: Sendable {
  /// What came of a rule.
  package enum Verdict: Hashable, Sendable {
    /// Chance does not explain that the figure is within its bound.
    case holds
    /// Chance does not explain that it is beyond its bound.
    case fails
    /// Neither; about so many more launches of each kind decide it, if the figures stay. nil for far more.
    case undecided(more: Int?)
    /// Launches are missing that may be the bad ones, so that it does not hold.
    case launchesMissing
  }

  package let rules: [GateRule]
  /// How often a flow that keeps all rules fails, or one that breaks some is said to hold, at most.
  package let risk: Double

  /// - Parameter risk: Between 0 and 1.
  package init(_ rules: [GateRule], risk: Double) {
    (self.rules, self.risk) = (rules, risk)
  }

  /// - Parameters:
  ///   - reach: How many standard deviations a bound is away with so many times the launches.
  ///   - count: How many launches there are.
  ///   - excess: How much more there is of the bad side, with bounds as far away as it is told, and how much more there
  ///     may be.
  func verdict(
    _ reach: (Double) -> Double, count: Int, _ excess: (Double) -> (Interval, allowed: Double)
  ) -> Verdict {
    func decided(_ reach: Double) -> Verdict? {
      let (interval, allowed) = excess(reach)
      return interval.least > allowed ? .fails : interval.most <= allowed ? .holds : nil
    }
    if let verdict = decided(reach(1)) { return verdict }
    // With so many times the launches, the bounds are as near as with a smaller reach.
    var times = 1.0
    while times < Self.most {
      times *= Self.step
      if decided(reach(times) / times.squareRoot()) != nil {
        return .undecided(more: Int((Double(count) * (times - 1)).rounded(.up)))
      }
    }
    return .undecided(more: nil)
  }

  /// No launches beyond this many times the number that was seen are promised to decide.
  private static let most = 10.0
  private static let step = 1.25
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
  /// How many standard deviations a bound is away, with so many times the launches.
  func reach(_ risk: Double, times: Double) -> Double
  /// How much a figure of the second side is beyond so many times that of the first: nanoseconds, or shares.
  func difference(_ figure: GateRule.Figure, beyond factor: Double) -> (_ reach: Double) -> Interval
}

extension ComparedLaunches {
  /// One verdict a rule. The pages of the rules are those of the comparison, by their indices.
  ///
  /// - Parameter isWhole: Whether there are as many launches as there should be. If some are missing, they may be the
  ///   bad ones, so no rule holds.
  package func verdicts(_ gate: Gate, isWhole: Bool = true) -> [Gate.Verdict] {
    gate.rules.map { rule in
      guard smallest > 0 else { return .undecided(more: nil) }
      let ruleRisk = gate.risk / Double(gate.rules.count)
      let verdict = gate.verdict({ reach(ruleRisk, times: $0) }, count: smallest, excess(rule))
      return isWhole || verdict == .fails ? verdict : .launchesMissing
    }
  }

  /// How much more of the bad side of a rule the second side has, and how much more it may have.
  private func excess(_ rule: GateRule) -> (_ reach: Double) -> (Interval, allowed: Double) {
    guard case .time(let share) = rule.figure else {
      let change = difference(rule.figure, beyond: rule.isChange ? 1 : 0)
      return { (rule.excess(of: change($0)), rule.most(of: 0)) }
    }
    guard !rule.isChange else {
      let change = difference(rule.figure, beyond: rule.most(of: 1))
      return { (change($0), 0) }
    }
    let late = difference(.later(than: Int64(min(rule.most(of: 0), 0x1p62))), beyond: 0)
    return { (late($0), 1 - share) }
  }
}
