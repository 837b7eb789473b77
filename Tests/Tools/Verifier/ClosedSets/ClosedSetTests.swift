import LaunchFlowMachine
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// What an exploration has found is checked by code that shares nothing with it: no run leaves the states.
@Suite struct ClosedSetTests {
  @Test(arguments: seeds(2)) func `no run leaves the states that are found`(block: UInt64) throws {
    var checked = 0
    for seed in block * 8..<block * 8 + 8 {
      let plan = try ProofAttack(seed: seed).plan
      let choices = WorldChoices(plan)
      var explorer = Explorer(plan, choices)
      explorer.explore(Budget(states: 400))
      guard explorer.isComplete else { continue }
      switch Self.check(ClosedSet(&explorer), choices) {
      case .closed(let runs): compare(runs, explorer, "seed \(seed)")
      case .open(let failure): Issue.record("seed \(seed): \(failure)")
      case .tooManyStarts: continue
      }
      checked += 1
    }
    #expect(checked > 1)
  }

  private static func check(_ set: ClosedSet, _ choices: WorldChoices) -> ClosedSetCheck.Outcome {
    var check = ClosedSetCheck(set, choices.plan, caches: choices.caches)
    return check.check()
  }

  private func compare(_ runs: RunsOfSet, _ explorer: Explorer, _ comment: Comment) {
    let (plan, own, cancelled) = (explorer.plan, explorer.findings, explorer.cancelledFindings)
    let landings = own.landings.map { landing, found in
      (RunsOfSet.Landing(inputs: explorer.literals[landing.inputClass], page: landing.page), found.time)
    }
    #expect(runs.latest == Dictionary(landings, uniquingKeysWith: max), comment)
    #expect(runs.latestCancelled <= landings.map(\.1).max() ?? -1, comment)
    #expect(runs.doesNotLand == [own, cancelled].contains { $0.doesNotLand != nil }, comment)
    #expect(runs.doesNotEnd == [own, cancelled].contains { $0.doesNotFinish != nil }, comment)
    for (place, promise) in plan.promises.enumerated() {
      if case .within = promise { continue }
      let isBroken = [own, cancelled].contains { $0.broken[place] != nil }
      #expect(runs.isBroken[place] == isBroken, "\(comment), promise \(place)")
    }
    var reached: Set<RunsOfSet.Part> = []
    let all = explorer.allFindings
    for rule in plan.rules.indices where all.isRuleUsed[rule] {
      reached.formUnion([.rule(rule), .page(Int(plan.rules[rule].page))])
    }
    for step in plan.steps.indices {
      if all.hasStarted[step] { reached.insert(.step(step)) }
      for (name, isReached) in all.reachedNames[step].enumerated() where isReached {
        reached.insert(.name(step, Int32(name)))
      }
      for (place, fallback) in plan.steps[step].fallbacks.enumerated() where all.isFallbackUsed[Int(fallback)]
      {
        reached.insert(.fallback(step, place))
      }
      for tries in 0..<Int(all.mostTries[step]) { reached.insert(.tries(step, tries + 1)) }
    }
    #expect(runs.reached == reached, comment)
  }

  /// The check itself notices a set that lacks anything.
  @Test func `every state of a set is needed, and each of its bounds`() throws {
    let text = """
      { "flow": "f", "deadline": "60s", "pages": ["home", "error"],
        "steps": {
          "a": { "action": "a", "timeout": "1s", "retry": { "attempts": 2, "delay": "1s" } },
          "b": { "action": "b", "timeout": "3s", "useFallbackAfter": "1s", "fallback": [{ "value": 1 }],
            "after": ["a"] } },
        "landings": [{ "page": "error", "when": { "a": "failed" } }, { "page": "home", "after": ["b"] }],
        "promises": [{ "never": { "landing": "error" } }] }
      """
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "f.json", text: text)).document))
    let choices = WorldChoices(plan)
    var explorer = Explorer(plan, choices)
    explorer.explore(Budget())
    let set = ClosedSet(&explorer)
    #expect(Self.isClosed(set, choices))
    for state in set.states.indices {
      var smaller = set
      smaller.states.remove(at: state)
      #expect(!Self.isClosed(smaller, choices), "without state \(state)")
      for timer in set.states[state].timers.indices {
        for (longer, shorter) in [(timer + 1, 0), (0, timer + 1)] {
          var tighter = set
          let most = set.states[state].times[0].most(longer, shorter)
          // A bound on a single moment leaves nothing.
          guard tighter.states[state].times[0].demand(longer, shorter, atMost: most - 1) else { continue }
          #expect(!Self.isClosed(tighter, choices), "state \(state), timer \(timer)")
        }
      }
    }
  }

  private static func isClosed(_ set: ClosedSet, _ choices: WorldChoices) -> Bool {
    if case .closed = check(set, choices) { true } else { false }
  }
}
