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
      let asked = random.chance(70) ? names : Array(names.dropLast())
      let parts = asked.map { Condition($0, is: status) }
      if random.chance(20), !isGrouped { return Condition([.any(parts)]) }
      return Condition([.atLeast(random.number(1...parts.count), of: parts)])
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
      if try compare(Self.flow(&random), "seed \(seed)") { compared += 1 }
    }
    #expect(compared > 0)
  }

  /// Whether an exploration that tells each step apart comes to an end; if so, another one finds the same.
  private func compare(_ flow: Flow, _ comment: Comment) throws -> Bool {
    let plan = try FlowPlan(flow)
    let choices = WorldChoices(plan)
    func explored(_ promises: Set<Int>) -> Explorer {
      var explorer = Explorer(plan, choices, promises: promises)
      explorer.explore(Budget(states: 8_000, work: 50_000_000))
      return explorer
    }
    let (apart, counted) = (explored(Set(plan.promises.indices)), explored([]))
    guard apart.isComplete else { return false }
    #expect(counted.isComplete, comment)
    for (found, all) in [(counted.findings, apart.findings), (counted.allFindings, apart.allFindings)] {
      #expect(found.landings.mapValues(\.time) == all.landings.mapValues(\.time), comment)
      #expect(found.isRuleUsed == all.isRuleUsed && found.hasStarted == all.hasStarted, comment)
      #expect(found.isFallbackUsed == all.isFallbackUsed && found.reachedNames == all.reachedNames, comment)
      #expect(found.mostTries == all.mostTries, comment)
    }
    for found in counted.findings.landings.values {
      let witness = RunPath(counted, to: found.end).witness(named: "latest", choices, pinsEnd: true)
      #expect(witness.map { $0.isPlayed(by: plan) } == true, comment)
    }
    return true
  }

  /// Calls that all fail by one event, the start without a network, with a cache each.
  private static func offline(_ steps: String, _ landings: String, promises: String = "") throws -> Flow {
    let parts = (0..<3).map { #""s\#($0)": { "http": { "url": "https://example.com" }, "timeout": "1s", "# }
    let calls = parts.enumerated().map { $1 + #""fallback": [{ "cache": "c\#($0)" }] }"# }
    let text = FlowText(
      steps: ((steps.isEmpty ? [] : [steps]) + calls).joined(separator: ", "),
      landings: landings + #", { "page": "login" }"#,
      more: """
        "caches": { "c0": { "scope": "user" }, "c1": { "scope": "user" }, "c2": { "scope": "user" } },
        "promises": [\(promises)],
        """
    ).text
    let reading = Flow.read(SourceText(name: "offline.json", text: text))
    return try #require(reading.document, "\(reading.diagnostics)")
  }

  private static func count(_ count: Int, _ word: String) -> String {
    let parts = (0..<3).map { #"{ "s\#($0)": "\#(word)" }"# }.joined(separator: ", ")
    return #""atLeast": { "count": \#(count), "of": [\#(parts)] }"#
  }

  /// How many of three find a value: none, some, all.
  @Test(arguments: 0...3) func `any number of caches may hold a value`(values: Int) throws {
    let counts = [(values, "recovered"), (3 - values, "unavailable")].filter { $0.0 > 0 }
    let all = counts.map { "{ \(Self.count($0, $1)) }" }.joined(separator: ", ")
    let landing = #"{ "page": "home", "when": { "offline": true, "all": [\#(all)] } }"#
    #expect(Verifier(try FlowPlan(Self.offline("", landing))).verify().unreachable.isEmpty)
  }

  /// One value for two steps, of which another condition asks one.
  @Test func `a cache with two readers is told apart`() throws {
    let other = """
      "other": { "http": { "url": "https://example.com" }, "timeout": "1s", "fallback": [{ "cache": "c0" }] }
      """
    let landing = """
      { "page": "home", "when": { "offline": true, "other": "recovered", \(Self.count(2, "unavailable")) } }
      """
    #expect(Verifier(try FlowPlan(Self.offline(other, landing))).verify().unreachable.isEmpty)
  }

  @Test func `a cache that a promise asks for is told apart`() throws {
    let landing = #"{ "page": "home", "when": { "offline": true, \#(Self.count(2, "unavailable")) } }"#
    let promise = #"{ "never": { "landing": "home", "s0": { "cached": true } } }"#
    let verification = Verifier(try FlowPlan(Self.offline("", landing, promises: promise))).verify()
    #expect(verification.promises[0].verdict.isBroken)
  }

  /// Only one of them is seen to answer before the landing.
  @Test func `results of steps whose answers others cover are not dead`() throws {
    let step = #"{ "action": "ask", "timeout": "1s", "results": { "one": { "equals": 1 } } }"#
    let text = FlowText(
      steps: #""a": \#(step), "b": \#(step)"#,
      landings:
        #"{ "page": "home", "when": { "any": [{ "a": "settled" }, { "b": "settled" }] } }, { "page": "login" }"#
    ).text
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "any.json", text: text)).document))
    let dead = Verifier(plan).verify().unreachable
    #expect(
      !dead.contains(.result(step: "a", name: "one")) && !dead.contains(.result(step: "b", name: "one")))
  }

  /// The second one has to settle first, though it may take longer.
  @Test func `steps with other dependents are told apart`() throws {
    let text = FlowText(
      steps: """
        "a": { "action": "ask", "timeout": "1s" }, "b": { "action": "ask", "timeout": "5s" },
        "home": { "value": 1, "after": ["a"] }, "extra": { "action": "ask", "timeout": "1s", "after": ["b"] }
        """,
      pages: #""home""#, landings: #"{ "page": "home", "after": ["home"] }"#
    ).text
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "two.json", text: text)).document))
    #expect(Verifier(plan).verify().unreachable.isEmpty)
  }

  private static func interchangeable(_ text: FlowText) throws -> Interchangeable {
    let reading = Flow.read(SourceText(name: "alike.json", text: text.text))
    let choices = WorldChoices(try FlowPlan(try #require(reading.document, "\(reading.diagnostics)")))
    return StateKey(choices, promises: []).interchangeable
  }

  @Test(arguments: [
    ("", "", "", true),
    (#", "fallback": [{ "cache": "a" }]"#, #", "fallback": [{ "cache": "b" }]"#, "", true),
    // A refusal is not hidden by a constant.
    (
      #", "failures": { "no": { "equals": 0 } }, "fallback": [{ "value": 1 }]"#,
      #", "fallback": [{ "value": 1 }]"#, "", false
    ),
    // What the caches hold counts in the next round, too.
    (
      #", "fallback": [{ "cache": "a" }]"#, #", "fallback": [{ "cache": "b" }]"#,
      #""poll": { "every": "1s", "until": ["over"] }, "results": { "over": { "any": [] } },"#, false
    ),
  ]) func `steps answer for one another that may end alike`(
    first: String, second: String, group: String, isAlike: Bool
  ) throws {
    let step = #""http": { "url": "https://example.com" }, "timeout": "1s""#
    let text = FlowText(
      steps: """
        "group": { \(group) "deadline": "9s",
          "steps": { "a": { \(step)\(first) }, "b": { \(step)\(second) } } }
        """,
      more: #""caches": { "a": { "scope": "user" }, "b": { "scope": "user" } },"#)
    let classes = try Self.interchangeable(text).classes
    #expect((classes[1] >= 0 && classes[1] == classes[2]) == isAlike)
  }

  @Test func `only steps that are asked the same are counted together`() throws {
    let steps = ["a", "b", "c", "d"].map { #""\#($0)": { "action": "ask", "timeout": "1s" }"# }
    let when = """
      { "all": [{ "any": [{ "a": "available" }, { "b": "available" }] },
                { "any": [{ "c": "available" }, { "d": "available" }] }] }
      """
    let text = FlowText(
      steps: steps.joined(separator: ", "),
      landings: #"{ "page": "home", "when": \#(when) }, { "page": "login" }"#)
    #expect(try Self.interchangeable(text).counted == [[0, 1], [2, 3]])
  }
}
