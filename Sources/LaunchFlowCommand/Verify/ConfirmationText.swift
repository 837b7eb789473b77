import LaunchFlowModel
import LaunchFlowVerifier

/// What a checker says of a proof, as a person reads it.
struct ConfirmationText {
  private let confirmation: Confirmation
  private let verification: Verification

  init(_ confirmation: Confirmation, _ verification: Verification) {
    self.confirmation = confirmation
    self.verification = verification
  }

  /// A line with the count, then a line for each claim without a certificate.
  ///
  /// - Parameter mark: The sign of a line that is fine, or is not.
  func lines(mark: (Bool) -> String) -> [String] {
    if let failure = confirmation.failure { return ["\(mark(false)) not confirmed: \(failure)"] }
    let (confirmed, open) = (confirmation.confirmed, confirmation.open)
    var certificates: [Confirmation.Certificate] = []
    for claim in confirmed where !certificates.contains(claim.by) { certificates.append(claim.by) }
    let means = certificates.isEmpty ? "" : ": " + certificates.map(\.description).joined(separator: ", ")
    let count = Counting.text(confirmed.count + open.count, "claim")
    return [
      "\(open.isEmpty ? mark(true) : "?") confirmed by a checker: \(confirmed.count) of \(count)\(means)"
    ]
      + open.map { "    not confirmed: \(text($0.claim)); \($0.gap)" }
  }

  /// As JSON.
  var json: JSONValue {
    [
      "confirmed": .array(
        confirmation.confirmed.map {
          ["claim": .string(text($0.claim)), "by": .string($0.by.description)]
        }),
      "unconfirmed": .array(
        confirmation.open.map { ["claim": .string(text($0.claim)), "reason": .string($0.gap.description)] }),
      "failure": confirmation.failure.map(JSONValue.string) ?? .null,
    ]
  }

  private func text(_ claim: Confirmation.Claim) -> String {
    switch claim {
    case .lands: return "every run lands"
    case .latest: return "the latest landing"
    case .page(let place): return "the latest landing on \(verification.worstByPage[place].page)"
    case .inputs(let place):
      let inputs = verification.worstByInputs[place].inputs
      return "the latest landing with "
        + inputs.map { "\($0.name) = \($0.value.text())" }.joined(separator: ", ")
    case .promise(let place): return "promise \(place + 1)"
    case .unreachable(let place): return VerificationText.words(verification.unreachable[place])
    }
  }
}
