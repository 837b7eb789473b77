import LaunchFlowVerifier

extension VerifiedFlow {
  /// The claims about the flow: the landing, each promise, and the parts that no run reaches.
  var claims: [Claim] {
    let promises = verification.promises.enumerated().map { index, promise in
      let words = "promise \(index + 1): \(PromiseText.text(promise.promise))"
      return claim(words, words, promise.verdict, promise.means, .brokenPromise, .whole / "promises" / index)
    }
    return landing + promises + parts
  }

  private func claim(
    _ check: String, _ words: String, _ verdict: Verification.Verdict, _ means: Means?,
    _ rule: Findings.Rule, _ path: JSONPointer
  ) -> Claim {
    func claim(_ verdict: Claim.Verdict, _ text: String, message: String? = nil) -> Claim {
      Claim(check: check, verdict: verdict, text: text, message: message, rule: rule, path: path)
    }
    switch verdict {
    case .holds: return claim(.holds, words + proof(means))
    case .broken: return claim(.broken, words, message: "does not hold: \(words)")
    case .brokenByCancellation:
      let text = "\(words) (it holds unless the run is cancelled)"
      return claim(.broken, text, message: "does not hold: \(text)")
    case .open: return claim(.open, "\(words): neither proved nor refuted so far")
    }
  }

  /// The means of a proof, in brackets; empty if every run was explored.
  private func proof(_ means: Means?) -> String {
    guard let means, means != .exploration else { return "" }
    return " (\(means))"
  }
}

// The landing.
extension VerifiedFlow {
  private static let lands = "every run lands"
  private static let deadline = JSONPointer(tokens: ["deadline"])

  private var landing: [Claim] {
    var lands = claim(
      Self.lands, Self.lands, verification.lands, verification.landsBy, .lateLanding, Self.deadline)
    let bound = verification.bound
    let byArithmetic = "  by arithmetic, no run lands later than \(time(bound.nanoseconds))"
    guard let worst = verification.worstCase else {
      if !verification.extent.coversEveryRun { lands.details = [byArithmetic] }
      return [lands]
    }
    let deadline = "the deadline is \(time(verification.deadline))"
    var latest = Claim(
      check: Self.lands, verdict: .open,
      text: "the latest landing found is at \(time(worst.bound)), on \(worst.page)",
      message: "the latest landing is not proved; \(deadline)", rule: .lateLanding, path: Self.deadline)
    guard verification.latestBy != nil else {
      latest.details = [byArithmetic]
      return [lands, latest]
    }
    let means = proof(verification.latestBy)
    latest.verdict = worst.bound <= verification.deadline ? .holds : .broken
    latest.message = "the latest landing is at \(time(worst.bound)), on \(worst.page); \(deadline)"
    if worst.witness?.landsAt == worst.bound {
      latest.text = (latest.message ?? "") + means
    } else {
      let found = worst.witness?.landsAt.map { "the latest run found lands at \(time($0))" }
      latest.text = "no run lands later than \(time(worst.bound)); \(deadline)\(means)"
      latest.details = ["    " + (found ?? "one that reaches it could not be written down")]
    }
    if verification.worstByInputs.count > 1 { latest.details += verification.worstByInputs.map(inputLine) }
    latest.details += verification.worstByPage.map { "    \($0.page): \(span($0))" }
    return [lands, latest]
  }

  /// The latest landing on a page, or the bounds between which it lies.
  private func span(_ latest: Verification.Latest) -> String {
    guard latest.witness?.landsAt != latest.bound else { return "\(time(latest.bound)) at the latest" }
    guard let found = latest.witness?.landsAt else {
      return "no later than \(time(latest.bound)); no run was found"
    }
    return "no later than \(time(latest.bound)); the latest run found lands at \(time(found))"
  }

  private func inputLine(_ group: Verification.InputLatest) -> String {
    let inputs = group.inputs.map { "\($0.name) = \($0.value.text())" }.joined(separator: ", ")
    return "    \(inputs): \(time(group.bound)) at the latest, on \(group.page)"
  }

  private func time(_ nanoseconds: Int64) -> String { Duration.nanoseconds(nanoseconds).boundText }
}

// Parts of the flow.
extension VerifiedFlow {
  private var parts: [Claim] {
    func claims(_ parts: [Verification.Unreachable], _ verdict: Claim.Verdict, _ words: (String) -> String)
      -> [Claim]
    {
      parts.map { part in
        let (text, path) = describe(part)
        return Claim(check: "runs reach every part", verdict: verdict, text: words(text), path: path)
      }
    }
    return claims(verification.unreachable, .unreached) { $0 }
      + claims(verification.onlyCancelled, .unreached) { "unless the run is cancelled, \($0)" }
      + claims(verification.unseen, .open) { "\($0): neither proved nor refuted so far" }
  }

  /// A part that no run reaches, as a sentence, and its place.
  private func describe(_ part: Verification.Unreachable) -> (String, JSONPointer) {
    switch part {
    case .rule(let rule, let page): ("no run lands by rule \(rule + 1) (\(page))", .whole / "landings" / rule)
    case .page(let page): ("no run lands on \(page)", .whole / "pages")
    case .step(let step): ("\(step) never starts", plan.flow.path(of: step))
    case .result(let step, let name): ("\(step) never reaches \(name)", plan.flow.path(of: step))
    case .fallback(let step, let place):
      ("fallback \(place + 1) of \(step) is never used", plan.flow.path(of: step) / "fallback" / place)
    case .retry(let step, let number):
      ("no run reaches attempt \(number) of \(step)", plan.flow.path(of: step) / "retry")
    }
  }
}
