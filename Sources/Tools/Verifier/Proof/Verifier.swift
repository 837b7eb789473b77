/// Proves claims about every run of a flow, or finds a run that refutes them.
package struct Verifier: Sendable {
  package struct Limits: Sendable {
    package var budget: Budget
    /// Whether the switch may go offline and come back at any moment; nil if the flow's calls and conditions decide.
    package var hasSwitch: Bool?
    /// The most states to explore for all promises at once, before each gets its own; nil for a share of the budget.
    package var together: Int?
    /// The means to use if that exploration is too large.
    package var shortcuts: Shortcuts
    /// The most events of rehearsals.
    package var rehearsals = 600_000

    package init(
      budget: Budget = Budget(), hasSwitch: Bool? = nil, together: Int? = nil, shortcuts: Shortcuts = .all
    ) {
      self.budget = budget
      self.together = together
      self.hasSwitch = hasSwitch
      self.shortcuts = shortcuts
    }
  }

  package struct Progress: Hashable, Sendable {
    package var expanded: Int
    package var found: Int
  }

  package let plan: FlowPlan
  package let limits: Limits

  package init(_ plan: FlowPlan, _ limits: Limits = Limits()) {
    self.plan = plan
    self.limits = limits
  }

  /// Explores the flow, and reports the verdicts.
  ///
  /// Facts about parallel steps multiply the states. So if one exploration of everything is too large, each
  /// claim is decided by the cheapest sufficient means: construction, arithmetic, rehearsed runs, the landing
  /// rules alone, and at last an exploration of its own.
  ///
  /// - Parameter shouldStop: Called about ten times a second; true ends the exploration, and the result
  ///   states its progress.
  package func verify(shouldStop: @escaping (Progress) -> Bool = { _ in false }) -> Verification {
    var verification =
      TimeRanges(plan).isEmpty
      ? Proof(plan, limits, shouldStop).verify()
      : GivenTimesProof(plan: plan, limits: limits, shouldStop: shouldStop).verify()
    // After a complete exploration, only claims without a simulated witness are open.
    if verification.hasOpenLines, verification.extent.isComplete {
      verification.extent.incompleteness = .unconfirmed
    }
    return verification
  }
}
