/// Guarantees that follow from a flow's construction, whatever its size.
///
/// The flow's deadline is armed from the start to the landing. When it fires, every step outside the tail
/// settles, and then every condition of a rule is decided. The last rule has none, so the run lands. After
/// the landing only the tail and continuing steps are open. Each of their attempts has a time-out, and there
/// are finitely many attempts, because each poll has a deadline.
enum Construction {
  /// Whether every run lands and ends. This is true of every checked flow.
  static func everyRunLands(_ plan: FlowPlan) -> Bool {
    guard let last = plan.rules.last, last.condition < 0 else { return false }
    return plan.steps.indices.allSatisfy { step in
      let planned = plan.steps[step]
      let clocks = plan.clocks[step]
      let hasWork = planned.kind == .http || planned.kind == .action || planned.kind == .wait
      return !(planned.isTail && planned.isWatched) && (clocks.pollEvery < 0 || clocks.deadline >= 0)
        && (!hasWork || clocks.timeout >= 0)
    }
  }
}
