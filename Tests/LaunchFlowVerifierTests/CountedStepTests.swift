import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Steps that conditions count, with caches of their own and shared ones, at random: counted and told apart they come to
/// the same.
@Suite struct CountedStepTests {
  /// A few steps side by side of which rules count how many settle in which way. Promises ask each by its name.
  private static func flow(_ random: inout SeededRandom) -> Flow {
    let count = random.number(2...3)
    let isGrouped = random.chance(40)
    // All of one kind, or each of its own.
    var kind: UInt64 = random.next()
    let isMixed = random.chance(40)
    var members = (0..<count).map { index -> Flow.Step in
      if isMixed { kind = random.next() }
      return member(index, kind, &random)
    }
    let names = members.map(\.name)
    if isGrouped {
      var group = Flow.Step("group", .group(members))
      group.failFast = random.chance(40)
      if random.chance(30) { group.deadline = .seconds(random.number(1...4)) }
      members = [group]
    }
    if random.chance(60) {
      var last = Flow.Step("last", .action(Flow.Action("last")))
      last.timeout = .seconds(1)
      if isGrouped { last.after = ["group"] } else { last.needs = names }
      members.append(last)
    }
    func counting(_ status: JSONValue) -> Condition {
      let parts = names.map { Condition($0, is: status) }
      if random.chance(20), !isGrouped { return Condition([.any(parts)]) }
      return Condition([.atLeast(random.number(1...count), of: parts)])
    }
    let words: [JSONValue] = ["available", "unavailable", "succeeded", "settled", "recovered"]
    var flow = Flow(
      name: "counted", deadline: .seconds(random.pick([3, 20])), pages: ["home", "login", "help"],
      steps: members,
      landings: [
        Flow.Landing("home", when: counting(random.pick(words))),
        Flow.Landing("login", when: counting(random.pick(words))), Flow.Landing("help"),
      ])
    flow.caches = (["shared"] + names).map { Flow.Cache($0) }
    flow.promises = names.map { .never(Condition($0, is: "cancelled")) }
    return flow
  }

  private static func member(_ index: Int, _ kind: UInt64, _ random: inout SeededRandom) -> Flow.Step {
    var traits = SeededRandom(seed: kind)
    var step = Flow.Step(
      "s\(index)",
      traits.chance(60)
        ? .http(Flow.Request(.url("https://example.com/\(index)"))) : .action(Flow.Action("act")))
    step.timeout = .seconds(random.number(1...4))
    let caches = traits.pick([["s\(index)"], ["s\(index)"], ["shared"], ["shared", "s\(index)"], []])
    step.fallback = caches.map { .cache($0) }
    if traits.chance(20) { step.fallback.append(.value(1)) }
    if traits.chance(30) { step.results = [Flow.NamedResult("one", Predicate([.equals(1)]))] }
    if traits.chance(30) { step.failures = [Flow.Failure("no", Predicate([.equals("no")]))] }
    if traits.chance(30) { step.afterLanding = .continue }
    if traits.chance(20), !step.fallback.isEmpty { step.useFallbackAfter = .seconds(1) }
    if traits.chance(20) {
      step.retry = Flow.Retry(attempts: 2)
      step.retry?.on = [.offline]
    }
    return step
  }

  @Test(arguments: seeds(8)) func `counting comes to what telling apart comes to`(block: UInt64) throws {
    var compared = 0
    for seed in block * 6..<block * 6 + 6 {
      var random = SeededRandom(seed: seed)
      let flow = Self.flow(&random)
      let plan = try FlowPlan(flow)
      let choices = WorldChoices(plan)
      func explored(_ promises: Set<Int>) -> Explorer {
        var explorer = Explorer(plan, choices, promises: promises)
        explorer.explore(Budget(states: 8_000, work: 50_000_000))
        return explorer
      }
      let (apart, counted) = (explored(Set(plan.promises.indices)), explored([]))
      guard apart.isComplete else { continue }
      compared += 1
      #expect(counted.isComplete, "seed \(seed)")
      for (found, all) in [(counted.findings, apart.findings), (counted.allFindings, apart.allFindings)] {
        #expect(found.landings.mapValues(\.time) == all.landings.mapValues(\.time), "seed \(seed)")
        #expect(found.isRuleUsed == all.isRuleUsed && found.hasStarted == all.hasStarted, "seed \(seed)")
        #expect(
          found.isFallbackUsed == all.isFallbackUsed && found.reachedNames == all.reachedNames, "seed \(seed)"
        )
        #expect(found.mostTries == all.mostTries, "seed \(seed)")
      }
      for (landing, found) in counted.findings.landings {
        let witness = RunPath(counted, to: found.end).witness(named: "latest", choices, pinsEnd: true)
        #expect(witness.map { $0.isPlayed(by: plan) } == true, "seed \(seed) \(landing)")
      }
    }
    #expect(compared > 0)
  }
}
