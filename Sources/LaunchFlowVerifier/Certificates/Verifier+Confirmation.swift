import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowProofChecker

extension Verifier {
  /// Has the claims of a proof of this plan confirmed.
  ///
  /// All runs are explored once more, without what a checker would have to believe: the order of what happens at one
  /// instant, attempts that cannot be made, and which contents of a cache are possible. This only adds runs. The states
  /// that are found are the certificate, and the checker goes through it.
  ///
  /// - Parameter shouldStop: Asked now and then; true ends the work.
  package func confirm(
    _ verification: Verification, shouldStop: (Progress) -> Bool = { _ in false }
  ) -> Confirmation {
    var confirmation = Confirmation()
    let claims = verification.claims
    func leaveOpen(_ gap: Confirmation.Gap) -> Confirmation {
      var open = confirmation
      open.open = claims.map { ($0, gap) }
      return open
    }
    let choices = WorldChoices(plan, hasSwitch: limits.hasSwitch)
    guard let widened = choices.widened() else { return leaveOpen(.tooManyBeginnings) }
    var explorer = Explorer(plan, widened, tellsTiesApart: false)
    var budget = limits.budget
    budget.states = min(budget.states, Self.mostCertifiedStates)
    explorer.explore(budget) { shouldStop(Progress(expanded: $0, found: $1)) }
    if let reason = explorer.incompleteness { return leaveOpen(.tooLarge(reason)) }
    let set = ClosedSet(&explorer)
    confirmation.states = explorer.store.nodes.count
    let progress = Progress(expanded: explorer.expanded, found: explorer.store.nodes.count)
    var check = ClosedSetCheck(set, plan)
    switch check.check(shouldStop: { shouldStop(progress) }) {
    case .stopped: return leaveOpen(.stopped)
    case .open(let failure):
      confirmation.failure = failure
      return confirmation
    case .closed(let runs):
      let hasMoreRuns =
        verification.extent.tellsTiesApart || !choices.malformedAttempts.isEmpty || !plan.readers.isEmpty
      for claim in claims {
        if runs.confirm(claim, verification, plan) {
          confirmation.confirmed.append(claim)
        } else if hasMoreRuns {
          confirmation.open.append((claim, .moreRuns))
        } else {
          confirmation.failure = "the certificate contains a run that breaks a claim"
        }
      }
      return confirmation
    }
  }

  /// More states take a checker too long.
  private static let mostCertifiedStates = 200_000
}

extension RunsOfSet {
  /// Whether all runs of the set keep to a claim.
  fileprivate func confirm(
    _ claim: Confirmation.Claim, _ verification: Verification, _ plan: FlowPlan
  ) -> Bool {
    switch claim {
    case .lands: return !doesNotLand && !doesNotEnd
    case .latest:
      let bound = verification.worstCase?.bound ?? -1
      return latest.values.allSatisfy { $0 <= bound } && latestCancelled <= bound
    case .page(let place):
      let page = verification.worstByPage[place]
      return latest.allSatisfy { plan.pages[$0.key.page] != page.page || $0.value <= page.bound }
    case .inputs(let place):
      let group = verification.worstByInputs[place]
      let numbers = group.inputs.compactMap { given -> (Int, Int32)? in
        plan.index(ofInput: given.name).map { input in
          (input, Int32(plan.inputLiterals[input].firstIndex(of: given.value) ?? -1))
        }
      }
      return latest.allSatisfy { landing, time in
        !numbers.allSatisfy { landing.inputs[$0.0] == $0.1 } || time <= group.latest.bound
      }
    case .promise(let place):
      guard case .within(let limit) = plan.promises[place] else { return !isBroken[place] }
      return latest.values.allSatisfy { $0 <= limit } && latestCancelled <= limit
    case .unreachable(let place): return excludes(verification.unreachable[place], plan)
    }
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
