extension Gate {
  /// One verdict a rule, for two groups of launches that have nothing to do with each other.
  ///
  /// A rule fails only where the launches prove that the second group does not keep it. The pages of the rules are those
  /// of the comparison, by their indices.
  package func verdicts(_ comparison: GroupComparison) -> [Verdict] {
    // Half of a rule's risk for each of its two bounds.
    let risk = self.risk / Double(max(1, rules.count)) / 2
    return rules.map { rule in
      guard comparison.isPossible else { return .undecided }
      let (isWorse, isProved) = Self.judge(rule, comparison, risk)
      return isProved ? .fails : isWorse ? .undecided : .holds
    }
  }

  /// Whether the figures break a rule, and whether that is proved.
  private static func judge(
    _ rule: GateRule, _ comparison: GroupComparison, _ risk: Double
  ) -> (isWorse: Bool, isProved: Bool) {
    switch (rule.figure, rule.bound) {
    case (.time(let share), .factor(let factor)):
      let before = comparison.bounds(ofTime: share, isAfter: false, risk: risk)
      let after = comparison.bounds(ofTime: share, isAfter: true, risk: risk)
      let limit = Double(before.seen) * factor
      return (
        Double(after.seen) > limit, before.most.map { Double(after.least) > Double($0) * factor } ?? false
      )
    case (.time(let share), .time(let limit)):
      let later = comparison.bounds(later: limit, isAfter: true, risk: risk)
      return (later.seen > 1 - share + 1e-12, later.least > 1 - share)
    case (.degraded, .change(let change)):
      return worse(comparison, .degraded, risk, by: change)
    case (.degraded, .share(let share)):
      let after = comparison.bounds(.degraded, isAfter: true, risk: risk)
      return (after.seen > share, after.least > share)
    case (.page(let index), .change(let change)):
      guard let page = page(index, comparison) else { return (false, false) }
      let before = comparison.bounds(page, isAfter: false, risk: risk)
      let after = comparison.bounds(page, isAfter: true, risk: risk)
      return (after.seen < before.seen + change, after.most < before.least + change)
    case (.page(let index), .share(let share)):
      guard let page = page(index, comparison) else { return (false, false) }
      let after = comparison.bounds(page, isAfter: true, risk: risk)
      return (after.seen < share, after.most < share)
    case (.time, .share), (.time, .change), (.degraded, .time), (.degraded, .factor), (.page, .time),
      (.page, .factor), (.worst, _):
      // No rule of a gate is read so.
      return (false, false)
    }
  }

  private static func worse(
    _ comparison: GroupComparison, _ share: GroupComparison.Share, _ risk: Double, by allowed: Double
  ) -> (Bool, Bool) {
    let before = comparison.bounds(share, isAfter: false, risk: risk)
    let after = comparison.bounds(share, isAfter: true, risk: risk)
    return (after.seen > before.seen + allowed, after.least > before.most + allowed)
  }

  private static func page(_ index: Int, _ comparison: GroupComparison) -> GroupComparison.Share? {
    comparison.pages.indices.contains(index) ? .page(comparison.pages[index]) : nil
  }
}
