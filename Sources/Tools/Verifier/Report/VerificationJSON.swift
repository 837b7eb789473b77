/// The output of `launchflow verify --format json`. Times are nanoseconds since the start. An incomplete
/// proof also has the key `stopped`: the reason.
package enum VerificationJSON {
  package static func value(_ verification: Verification) -> JSONValue {
    guard case .object(var object) = whole(verification) else { return whole(verification) }
    if let reason = verification.extent.incompleteness { object["stopped"] = .string(reason.description) }
    return .object(object)
  }

  private static func whole(_ verification: Verification) -> JSONValue {
    [
      "format": 1, "flow": .string(verification.flow), "lands": holds(verification.lands),
      "landsBy": means(verification.landsBy),
      "landsNot": counterexample(verification.lands),
      "landsUncancelled": holdsUncancelled(verification.lands), "deadline": .integer(verification.deadline),
      "worstCase": verification.worstCase.map(latest) ?? .null, "worstCaseBy": means(verification.latestBy),
      "pages": .array(verification.worstByPage.map(latest)),
      "inputs": .array(verification.worstByInputs.map(latest)),
      "bound": ["at": .integer(verification.bound.nanoseconds)],
      "promises": .array(
        verification.promises.map {
          [
            "promise": PromiseText.value($0.promise), "holds": holds($0.verdict), "by": means($0.means),
            "holdsUncancelled": holdsUncancelled($0.verdict),
            "counterexample": counterexample($0.verdict),
          ]
        }),
      "unreachable": .array(verification.unreachable.map(unreachable)),
      "onlyCancelled": .array(verification.onlyCancelled.map(unreachable)),
      "unseen": .array(verification.unseen.map(unreachable)),
      "explored": .integer(Int64(verification.extent.nodes)),
      "complete": .bool(verification.extent.isComplete),
    ]
  }

  /// The means of a proof; null without a proof.
  private static func means(_ means: Means?) -> JSONValue { means.map { .string($0.rawValue) } ?? .null }

  /// True or false for a verdict; null for an open one.
  private static func holds(_ verdict: Verification.Verdict) -> JSONValue {
    switch verdict {
    case .holds: true
    case .broken, .brokenByCancellation: false
    case .open: .null
    }
  }

  /// Whether it holds in all runs that are not cancelled.
  private static func holdsUncancelled(_ verdict: Verification.Verdict) -> JSONValue {
    if case .brokenByCancellation = verdict { true } else { holds(verdict) }
  }

  private static func counterexample(_ verdict: Verification.Verdict) -> JSONValue {
    verdict.witness?.scenario.json ?? .null
  }

  private static func latest(_ latest: Verification.Latest) -> JSONValue {
    [
      "at": .integer(latest.bound), "page": .string(latest.page),
      "scenario": latest.witness?.scenario.json ?? .null,
      "scenarioAt": latest.witness?.landsAt.map(JSONValue.integer) ?? .null,
    ]
  }

  private static func latest(_ group: Verification.InputLatest) -> JSONValue {
    [
      "inputs": .object(JSONObject(group.inputs.map { JSONObject.Member(name: $0.name, value: $0.value) })),
      "at": .integer(group.bound), "page": .string(group.page),
    ]
  }

  private static func unreachable(_ part: Verification.Unreachable) -> JSONValue {
    switch part {
    case .rule(let rule, let page):
      ["kind": "rule", "rule": .integer(Int64(rule)), "page": .string(page)]
    case .page(let page): ["kind": "page", "page": .string(page)]
    case .step(let step): ["kind": "step", "step": .string(step)]
    case .result(let step, let name):
      ["kind": "result", "step": .string(step), "result": .string(name)]
    case .fallback(let step, let place):
      ["kind": "fallback", "step": .string(step), "fallback": .integer(Int64(place))]
    case .retry(let step, let number):
      ["kind": "retry", "step": .string(step), "try": .integer(Int64(number))]
    }
  }
}
