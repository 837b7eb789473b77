import LaunchFlowProofChecker

/// Which claims of a proof a checker has confirmed that shares no code with the exploration.
package struct Confirmation: Sendable {
  /// Something that a proof claims of every run.
  package enum Claim: Hashable, Sendable {
    case lands
    case latest
    /// The latest landing on a page, by its place among the pages of the proof.
    case page(Int)
    /// The latest landing with some inputs, by their place in the proof.
    case inputs(Int)
    case promise(Int)
    /// A part that no run reaches, by its place in the proof.
    case unreachable(Int)
  }

  /// What a claim was confirmed by.
  package enum Certificate: Hashable, Sendable {
    /// States with times, which no run leaves.
    case closedSet(states: Int)
    /// The changes that make a smaller flow, and a closed set of its states.
    case smallerFlow(steps: Int, states: Int)
    /// None: every combination of settled steps is made anew, and the landing rules are read with it.
    case rules
    /// The deadline ends every run, and the last landing rule has no condition.
    case construction
    /// Sums of time-outs, in so many cases.
    case sums(cases: Int)
  }

  /// Why there is no confirmation of a claim.
  package enum Gap: Hashable, Sendable {
    /// The states of all runs are too many for a certificate.
    case tooLarge(Incompleteness)
    /// The certificate contains more runs than the flow has, and one of them breaks the claim.
    case moreRuns
    /// The flow begins in too many ways for the checker.
    case tooManyBeginnings
    case stopped
  }

  /// The claims that were confirmed.
  package internal(set) var confirmed: [(claim: Claim, by: Certificate)] = []
  /// The other claims, each with the reason.
  package internal(set) var open: [(claim: Claim, gap: Gap)] = []
  /// What the checker found wrong with the certificate: a mistake of the verifier or of the checker, not of the flow.
  package internal(set) var failure: String?

  init() {}
}

extension Confirmation.Certificate: CustomStringConvertible {
  /// The certificate as a noun.
  package var description: String {
    switch self {
    case .closedSet(let states): "a closed set of \(states) \(states == 1 ? "state" : "states")"
    case .smallerFlow(let steps, let states):
      "a smaller flow with \(steps) \(steps == 1 ? "step" : "steps") and \(states) \(states == 1 ? "state" : "states")"
    case .rules: "the landing rules"
    case .construction: "the construction"
    case .sums(1): "sums of time-outs"
    case .sums(let cases): "sums of time-outs in \(cases) cases"
    }
  }
}

extension Confirmation.Gap: CustomStringConvertible {
  /// The reason as the end of a sentence.
  package var description: String {
    switch self {
    case .tooLarge(let reason): "there is no certificate: \(reason)"
    case .moreRuns: "the certificate has runs that the flow does not have"
    case .tooManyBeginnings: "the flow has too many inputs, caches or domains for the checker"
    case .stopped: "the time is up"
    }
  }
}

extension Verification {
  /// Everything that is claimed of every run.
  var claims: [Confirmation.Claim] {
    var claims: [Confirmation.Claim] = lands.isProved ? [.lands] : []
    if latestBy != nil {
      claims.append(.latest)
      claims += worstByPage.indices.map { .page($0) }
      if worstByInputs.count > 1 { claims += worstByInputs.indices.map { .inputs($0) } }
    }
    claims += promises.indices.filter { promises[$0].verdict.isProved }.map { .promise($0) }
    return claims + unreachable.indices.map { .unreachable($0) }
  }
}
