/// The latest times at which landing rules are decided, computed from `OutcomeTimes`.
///
/// A fact is decided once its step has settled. If any one of several facts suffices, the earliest certain
/// one decides; without a certain one, the last is the bound. More knowledge never reverses a decision, so
/// the run has landed once every rule before the first true one is decided.
struct RuleTimes {
  /// The latest times at which a condition is known to be true, or false; `never` for an impossible value.
  struct Decision {
    var yes: Int64
    var no: Int64
  }

  private let times: OutcomeTimes
  private let plan: FlowPlan
  /// By input: the number of its literal.
  private let literals: [Int32]

  init(_ times: OutcomeTimes, literals: [Int32]) {
    self.times = times
    self.literals = literals
    plan = times.plan
  }

  private static var never: Int64 { OutcomeTimes.never }

  func decision(_ index: Int) -> Decision {
    let node = plan.conditions[index]
    let step = Int(node.subject)
    switch node.kind {
    case .atLeast:
      let parts = plan.parts(of: index).map { decision($0) }
      let count = Int(node.operand)
      return Decision(
        yes: Self.latest(count, of: parts), no: Self.latest(parts.count - count + 1, of: parts.map(\.negated))
      )
    case .not: return decision(index + 1).negated
    case .status:
      let (good, bad) = (node.operand & 0b11, node.operand & 0b111100)
      // A step without fallbacks cannot recover.
      let canRecover = plan.steps[step].kind == .group || !plan.steps[step].fallbacks.isEmpty
      let possible = canRecover ? 0b11 : Status.succeeded.bit
      return Decision(
        yes: max(
          good & possible != 0 ? times.available[step] : Self.never,
          bad != 0 ? times.unavailable[step] : Self.never),
        no: max(
          possible & ~good != 0 ? times.available[step] : Self.never,
          bad != 0b111100 ? times.unavailable[step] : Self.never))
    case .name:
      var yes = times.settled(step)
      if plan.steps[step].kind != .group {
        let isResult =
          plan.isName(node.operand, of: step)
          && !plan.names[Int(plan.steps[step].names.lowerBound + node.operand)].isFailure
        yes = isResult ? times.available[step] : times.unavailable[step]
      }
      return Decision(yes: yes, no: times.settled(step))
    case .input:
      return literals[step] == node.operand
        ? Decision(yes: 0, no: Self.never) : Decision(yes: Self.never, no: 0)
    case .landing, .offline, .cached, .given: return Decision(yes: 0, no: 0)
    }
  }

  /// The latest time at which `count` of the parts are known to hold. If enough parts are certain to hold,
  /// the first of them decide; if not, the last possible one is the bound.
  private static func latest(_ count: Int, of parts: [Decision]) -> Int64 {
    let possible = parts.filter { $0.yes != never }
    guard possible.count >= count else { return never }
    guard count > 0 else { return 0 }
    let certain = possible.filter { $0.no == never }.map(\.yes).sorted()
    return certain.count >= count ? certain[count - 1] : possible.map(\.yes).max() ?? 0
  }

  /// By page: the latest landing there; -1 if no run lands there.
  var latestByPage: [Int64] {
    var before: Int64 = 0
    var found = plan.pages.map { _ in Int64(-1) }
    for (index, rule) in plan.rules.enumerated() {
      let decision = rule.condition < 0 ? Decision(yes: 0, no: Self.never) : decision(Int(rule.condition))
      if decision.yes != Self.never {
        found[Int(rule.page)] = max(found[Int(rule.page)], before, decision.yes, settled(afters: index))
      }
      if decision.no == Self.never { break }
      before = max(before, decision.no)
    }
    return found
  }

  private func settled(afters rule: Int) -> Int64 {
    plan.steps.indices.filter { step in
      plan.steps[step].isWatched
        && plan.steps[step].ruleAfters.contains { plan.ruleAfters[Int($0)] == Int32(rule) }
    }.reduce(0) { max($0, times.settled($1)) }
  }
}

extension RuleTimes.Decision {
  var negated: RuleTimes.Decision { RuleTimes.Decision(yes: no, no: yes) }
}
