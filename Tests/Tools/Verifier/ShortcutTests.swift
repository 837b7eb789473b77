import LaunchFlowMachine
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Claims that are decided without an exploration of the flow itself agree with one, for each shortcut alone and for
/// all together.
@Suite struct ShortcutTests {
  static let shortcuts: [Shortcuts] = [
    [.construction], [.arithmetic], [.arithmetic, .rehearsals], [.rehearsals], [.rules], .all,
  ]

  /// Flows with what exploring every run says of them.
  private static let explored = (UInt64(1000)..<1000 + UInt64(10 * depth)).compactMap { seed in
    let flow = RandomFlow.make(seed: seed, steps: 4, features: ProofAttack.features(seed))
    let plan = FlowPlan(unchecked: flow)
    let whole = Verifier(plan, Verifier.Limits(budget: Budget(states: 3_000), shortcuts: [])).verify()
    return whole.extent.coversEveryRun ? (seed: seed, plan: plan, whole: whole) : nil
  }

  private static func name(_ shortcuts: Shortcuts, _ seed: UInt64) -> Comment {
    "shortcuts \(shortcuts.rawValue), seed \(seed)"
  }

  @Test(arguments: shortcuts) func `a shortcut claims nothing that an exploration refutes`(
    _ shortcuts: Shortcuts
  ) throws {
    var decided = 0
    for (seed, plan, whole) in Self.explored {
      // No state is explored: what is decided is decided by the shortcuts.
      var limits = Verifier.Limits(budget: Budget(states: 0), together: 0, shortcuts: shortcuts)
      limits.rehearsals = 2_000
      let short = Verifier(plan, limits).verify()
      decided += compare(short, whole, Self.name(shortcuts, seed))
    }
    #expect(decided > 5)
  }

  /// How many claims the shortcuts decide.
  private func compare(_ short: Verification, _ whole: Verification, _ comment: Comment) -> Int {
    var decided = 0
    #expect(!short.lands.isBroken, comment)
    if short.lands.isProved {
      decided += 1
      #expect(whole.lands.isProved, comment)
    }
    for (claim, truth) in zip(short.promises, whole.promises) {
      switch claim.verdict {
      case .open: continue
      case .holds: #expect(truth.verdict.isProved, "\(comment): \(claim.promise)")
      case .broken: #expect(truth.verdict.isBroken, "\(comment): \(claim.promise)")
      case .brokenByCancellation:
        if case .brokenByCancellation = truth.verdict {} else { Issue.record("\(comment): \(claim.promise)") }
      }
      decided += 1
    }
    guard short.latestBy != nil else { return decided }
    compare(short.worstCase, whole.worstCase, comment)
    for page in whole.worstByPage {
      compare(short.worstByPage.first { $0.page == page.page }, page, "\(comment), \(page.page)")
    }
    for (index, inputs) in whole.worstByInputs.enumerated() where !short.worstByInputs.isEmpty {
      #expect(short.worstByInputs[index].inputs == inputs.inputs, comment)
      #expect(short.worstByInputs[index].bound >= inputs.bound, comment)
    }
    #expect(Set(short.unreachable).isSubset(of: whole.unreachable), comment)
    #expect(Set(whole.unreachable).isSubset(of: short.unreachable + short.unseen), comment)
    return decided + 1
  }

  private func compare(
    _ short: Verification.Latest?, _ whole: Verification.Latest?, _ comment: Comment
  ) {
    guard let whole else { return }
    guard let short else {
      Issue.record("\(comment): no bound where a run lands at \(whole.bound)")
      return
    }
    #expect(short.bound >= whole.bound, comment)
    #expect(short.witness?.landsAt ?? 0 <= whole.bound, comment)
  }

  /// What the rules alone say of orders of events that are easily forgotten.
  @Test(arguments: [
    // z fails, and what needs it is skipped at one instant.
    ("never", #"{ "b": "skipped", "c": "skipped", "d": "cancelled" }"#, false),
    ("never", #"{ "b": "skipped", "c": "skipped" }"#, false),
    ("never", #"{ "b": "available", "z": "unavailable" }"#, true),
    ("never", #"{ "landing": "home", "b": "unavailable" }"#, true),
    ("always", #"{ "landing": ["home", "error"] }"#, true),
  ])
  func `the rules tell which statuses go together`(kind: String, condition: String, holds: Bool) throws {
    let text = """
      { "flow": "f", "deadline": "9s", "pages": ["home", "error"],
        "steps": {
          "z": { "action": "z", "timeout": "1s" },
          "b": { "action": "b", "timeout": "1s", "needs": ["z"] },
          "c": { "action": "c", "timeout": "1s", "needs": ["z"] },
          "d": { "action": "d", "timeout": "2s" } },
        "landings": [ { "page": "error", "when": { "b": "unavailable" } }, { "page": "home", "after": ["c", "d"] } ],
        "promises": [ { "\(kind)": \(condition) } ] }
      """
    let reading = Flow.read(SourceText(name: "f.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    var logic = RuleLogic(WorldChoices(plan), about: plan.promises[0], cancelled: false)
    var words = Int.max
    let excluded = logic.excludes(.broken, within: &words)
    let whole = Verifier(plan, Verifier.Limits(shortcuts: [])).verify()
    #expect(excluded == holds)
    #expect(whole.promises[0].verdict.isProved == holds)
  }
}

/// The work of the landing rules' logic, which does not grow with the length of conditions about other steps.
@Suite struct RuleLogicCostTests {
  @Test func `a dead rule before hundreds of long ones is found`() throws {
    let long = (0..<300).map { rule in
      let asked = (5..<45).map { #""s\#($0)": "\#(["available", "failed"][(rule + $0) % 2])""# }
      return #"{ "page": "home", "when": { \#(asked.joined(separator: ", ")) } }"#
    }
    let steps = (0..<45).map { #""s\#($0)": { "action": "a", "timeout": "1s" }"# }
    let text = """
      { "flow": "f", "deadline": "9s", "pages": ["home", "error"], "steps": { \(steps.joined(separator: ", ")) },
        "landings": [
          { "page": "home",
            "when": { "s0": "succeeded", "s1": "failed", "s2": ["failed", "timed-out"], "s3": "succeeded" } },
          { "page": "error", "when": { "s4": "available" } }, { "page": "home", "when": { "s4": "unavailable" } },
          { "page": "error", "when": { "s4": "failed" } }, \(long.joined(separator: ", ")), { "page": "home" } ] }
      """
    let reading = Flow.read(SourceText(name: "f.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    for cancelled in [false, true] {
      var logic = RuleLogic(WorldChoices(plan), cancelled: cancelled)
      var left = 5_000_000
      #expect(logic.excludes(.landing(rule: 3), within: &left))
      #expect(!logic.excludes(.landing(rule: 2), within: &left))
    }
  }
}
