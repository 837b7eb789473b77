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

  /// The rules.
  package let rules: [GateRule]
  /// How often a flow that keeps all rules fails, or one that breaks some is said to hold, at most.
  package let risk: Double

  /// Decides by rules.
  ///
  /// - Parameter risk: Between 0 and 1.
  package init(_ rules: [GateRule], risk: Double) {
    self.rules = rules
    self.risk = risk
  }

  /// The risk of a single bound.
  var ruleRisk: Double { risk / Double(max(1, rules.count)) }

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
