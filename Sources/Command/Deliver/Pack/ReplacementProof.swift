import LaunchFlowVerifier

/// The proof that every run of a flow lands in time and keeps its promises and those of the bundled flow. A device has no
/// prover: the key's holder vouches for this proof by signing.
struct ReplacementProof {
  /// The reasons why the flow must not replace the bundled one.
  private(set) var problems: [String] = []
  /// Nil if the flow cannot be run.
  private(set) var verification: Verification?

  init(_ flow: Flow, instead bundled: Flow, _ budget: Budget) {
    var bound = flow
    bound.promises = bundled.promises + flow.promises
    let plan: FlowPlan
    do throws(InvalidDocument) {
      plan = try FlowPlan(bound)
    } catch {
      problems.append("a promise of the bundled flow names a part that the new flow lacks")
      guard let own = try? FlowPlan(flow) else { return }
      plan = own
    }
    let bundledCount = plan.flow.promises.count - flow.promises.count
    let proof = Verifier(plan, Verifier.Limits(budget: budget)).verify()
    verification = proof
    if proof.lands.isBroken { problems.append("a run does not land") }
    for (number, promise) in proof.promises.enumerated() where promise.verdict.isBroken {
      let isBundled = number < bundledCount
      let place = isBundled ? number + 1 : number + 1 - bundledCount
      problems.append("a run breaks promise \(place) of the \(isBundled ? "bundled " : "")flow")
    }
    // What is left open may be a part that no run reaches: then every claim is proved all the same.
    if !proof.isProved, !proof.isRefuted {
      let reason = proof.extent.incompleteness?.description ?? "a claim is left open"
      problems.append("the flow is not proved: \(reason)")
    }
    let worst = Duration.nanoseconds(proof.worstCase?.bound ?? 0)
    if worst > flow.deadline { problems.append("a run lands at \(worst.documentText), after the deadline") }
  }
}
