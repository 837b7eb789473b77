import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowProofChecker

extension RunsOfSet {
  /// Whether all runs of the set keep to a claim.
  func confirm(
    _ claim: Confirmation.Claim, _ verification: Verification, _ plan: FlowPlan
  ) -> Bool {
    switch claim {
    case .lands: return !doesNotLand && !doesNotEnd
    case .latest, .page, .inputs: return confirmTimes(claim, verification, plan)
    case .promise(let place):
      guard case .within = plan.promises[place] else { return !isBroken[place] }
      return confirmTimes(claim, verification, plan)
    case .unreachable(let place): return excludes(verification.unreachable[place], plan)
    }
  }

  private func confirmTimes(
    _ claim: Confirmation.Claim, _ verification: Verification, _ plan: FlowPlan
  ) -> Bool {
    guard let bound = verification.bound(of: claim, plan) else { return false }
    let isOfAll =
      switch claim {
      case .page, .inputs: false
      case .lands, .latest, .promise, .unreachable: true
      }
    return verification.allows(latest, claim, plan) && !(isOfAll && latestCancelled > bound)
  }

  private func excludes(_ part: Verification.Unreachable, _ plan: FlowPlan) -> Bool {
    func step(_ name: String) -> Int { plan.index(of: name) ?? -1 }
    switch part {
    case .rule(let rule, _): return !reached.contains(.rule(rule))
    case .page(let page):
      return !reached.contains { part in
        if case .page(let place) = part { plan.pages[place] == page } else { false }
      }
    case .step(let name): return !reached.contains(.step(step(name)))
    case .result(let name, let result):
      guard let number = plan.nameNumber(result, of: step(name)) else { return false }
      return !reached.contains(.name(step(name), number))
    case .fallback(let name, let place): return !reached.contains(.fallback(step(name), place))
    case .retry(let name, let attempt):
      return !reached.contains { part in
        if case .tries(let owner, let count) = part { owner == step(name) && count >= attempt } else { false }
      }
    }
  }
}

extension Verification {
  /// The time that a claim is about, in nanoseconds since the start; nil for another claim.
  func bound(of claim: Confirmation.Claim, _ plan: FlowPlan) -> Int64? {
    switch claim {
    case .lands, .unreachable: return nil
    case .latest: return worstCase?.bound
    case .page(let place): return worstByPage[place].bound
    case .inputs(let place): return worstByInputs[place].latest.bound
    case .promise(let place):
      if case .within(let limit) = plan.promises[place] { return limit } else { return nil }
    }
  }

  /// Whether landings are no later than a claim about times says.
  func allows(
    _ latest: [RunsOfSet.Landing: Int64], _ claim: Confirmation.Claim, _ plan: FlowPlan
  ) -> Bool {
    guard let bound = bound(of: claim, plan) else { return false }
    var inputs: [(input: Int, literal: Int32)] = []
    if case .inputs(let place) = claim {
      inputs = worstByInputs[place].inputs.compactMap { given in
        plan.index(ofInput: given.name).map { input in
          (input, Int32(plan.inputLiterals[input].firstIndex(of: given.value) ?? -1))
        }
      }
    }
    return latest.allSatisfy { landing, time in
      if case .page(let place) = claim, worstByPage[place].page != plan.pages[landing.page] { return true }
      return time <= bound || !inputs.allSatisfy { landing.inputs[$0.input] == $0.literal }
    }
  }
}
