import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// What a file may hold neither stops the process nor makes a proof wrong: the proof is refused, with the reason.
@Suite struct ObstacleTests {
  private static func plan(_ steps: String, more: String = "") throws -> FlowPlan {
    let text = """
      { "flow": "large", "deadline": "10s", "pages": ["home"], "caches": { "c": { "scope": "user" } }, \(more)
        "steps": { \(steps) }, "landings": [ { "page": "home" } ] }
      """
    let reading = Flow.read(SourceText(name: "large.json", text: text))
    return try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
  }

  private static func readers(_ count: Int, results: Int) -> String {
    (0..<count).map { reader in
      let results = (0..<results).map { #""r\#($0)": { "at": "/\#(reader)", "equals": \#($0) }"# }
      return #""s\#(reader)": { "cache": "c", "results": { \#(results.joined(separator: ", ")) } }"#
    }.joined(separator: ", ")
  }

  @Test(arguments: [(8, 2), (2, 300), (40, 1)])
  func `contents of caches are not multiplied without end`(readers: Int, results: Int) throws {
    let plan = try Self.plan(Self.readers(readers, results: results))
    let verification = Verifier(plan).verify()
    #expect(
      verification.extent.incompleteness
        == .obstacle("the readers of cache \"c\" distinguish more than 20000 contents"))
    #expect(verification.extent.nodes == 0)
    #expect(!verification.isRefuted && !verification.isProved)
    #expect(verification.unreachable.isEmpty)
    #expect(ProvedRules.diagnostics(of: plan.flow).isEmpty)
  }

  @Test func `contents that can be told apart are explored`() throws {
    for (readers, results) in [(3, 2), (2, 20), (1, 100)] {
      let verification = Verifier(try Self.plan(Self.readers(readers, results: results))).verify()
      #expect(verification.extent.incompleteness == nil, "\(readers) readers")
    }
  }

  @Test(arguments: [(16_383, false), (16_384, true)])
  func `states are not merged beyond the fallbacks of a word`(count: Int, isRefused: Bool) throws {
    let fallbacks = Array(repeating: #"{ "cache": "c" }"#, count: count).joined(separator: ", ")
    let plan = try Self.plan(#""s": { "action": "s", "timeout": "1s", "fallback": [ \#(fallbacks) ] }"#)
    let verification = Verifier(plan).verify()
    let obstacle = Incompleteness.obstacle("step \"s\" has more than 16383 fallbacks")
    #expect(verification.extent.incompleteness == (isRefused ? obstacle : nil))
  }

  @Test(arguments: [(4, false), (17, true)])
  func `combinations of inputs are counted`(count: Int, isRefused: Bool) throws {
    let inputs = (0..<count).map { #""i\#($0)": { "type": "boolean" }"# }.joined(separator: ", ")
    let when = (0..<count).map { #""i\#($0)": true"# }.joined(separator: ", ")
    let plan = try Self.plan(
      #""s": { "value": 1, "when": { \#(when) } }"#, more: #""inputs": { \#(inputs) },"#)
    let explored = Verifier(plan, Verifier.Limits(budget: Budget(states: 10))).verify().extent
    let obstacle = Incompleteness.obstacle("there are more than 65536 combinations of inputs")
    #expect((explored.incompleteness == obstacle) == isRefused)
  }

  @Test func `times beyond twelve years are not clamped`() throws {
    var flow = FlowShapes.chain(2)
    flow.deadline = .seconds(60 * 366 * 86_400)
    #expect(
      Verifier(try FlowPlan(flow)).verify().extent.incompleteness
        == .obstacle("the deadline of the flow is longer than 12 years"))
    flow = FlowShapes.chain(2)
    flow.steps[1].timeout = .seconds(60 * 366 * 86_400)
    #expect(
      Verifier(try FlowPlan(flow)).verify().extent.incompleteness
        == .obstacle("a time of step \"s1\" is longer than 12 years"))
  }
}

/// A budget counts states, work and stored bytes: the verdict is the same on every machine.
@Suite struct BudgetTests {
  /// Steps side by side with attempts and results, each asked about: more states than anybody can store.
  private static func asked(_ count: Int, attempts: Int = 3) throws -> FlowPlan {
    var flow = FlowShapes.fan(count + 1)
    for index in flow.steps.indices.dropLast() {
      flow.steps[index].retry = Self.retry(attempts)
    }
    flow.promises = flow.steps.dropLast().map { step in
      .never(Condition([.fact(step.name, isAnyOf: ["timed-out"]), .fact("last", isAnyOf: ["succeeded"])]))
    }
    return try FlowPlan(flow)
  }

  private static func retry(_ attempts: Int) -> Flow.Retry {
    var retry = Flow.Retry(attempts: attempts)
    retry.on = [.error]
    return retry
  }

  @Test func `memory is kept`() throws {
    let plan = try Self.asked(24)
    for memory in [1_000_000, 10_000_000] {
      let limits = Verifier.Limits(budget: Budget(memory: memory), together: .max, shortcuts: [])
      let extent = Verifier(plan, limits).verify().extent
      #expect(extent.incompleteness == .memory(memory))
      #expect(extent.waiting > 0)
      var explorer = Explorer(plan, WorldChoices(plan))
      explorer.explore(limits.budget)
      var bytes = StoredBytes()
      explorer.store.count(&bytes)
      explorer.stateEvents.count(&bytes)
      // Between two looks it may go a little beyond.
      #expect(bytes.peak < memory + memory / 2 + 4_000_000)
      #expect(explorer.store.nodes.count == extent.nodes)
    }
  }

  @Test(arguments: [100_000, 2_000_000]) func `work is kept`(work: Int) throws {
    let plan = try Self.asked(24)
    let limits = Verifier.Limits(budget: Budget(work: work), together: .max, shortcuts: [])
    let extent = Verifier(plan, limits).verify().extent
    #expect(extent.incompleteness == .work)
    #expect(extent.work < work + 1_000_000)
    #expect(Verifier(plan, limits).verify().extent == extent)
  }

  @Test func `the work of every means is counted`() throws {
    let plan = try Self.asked(8)
    func work(_ shortcuts: Shortcuts) -> Int {
      Verifier(plan, Verifier.Limits(budget: Budget(states: 0), together: 0, shortcuts: shortcuts)).verify()
        .extent.work
    }
    #expect(work([.rules]) > work([.construction]))
    #expect(work([.rehearsals]) > work([.construction]))
  }

  /// One state of a wide flow alone takes long: whoever waits is asked meanwhile.
  @Test func `a caller stops within a state`() throws {
    let plan = try FlowPlan(FlowShapes.fan(1500))
    var calls = 0
    let verification = Verifier(plan, Verifier.Limits(shortcuts: [])).verify { _ in
      calls += 1
      return calls > 3
    }
    #expect(verification.extent.incompleteness == .stopped)
    #expect(verification.extent.work < 20 * 1_000_000)
    #expect(!verification.isRefuted)
  }

  /// That ten of twenty are available decides before twelve of them are, in whatever way they are.
  @Test func `a caller stops a search of the rules`() throws {
    let steps = (0..<20).map { #""s\#($0)": { "action": "ask", "timeout": "1s" }"# }.joined(separator: ", ")
    let parts = (0..<20).map { #"{ "s\#($0)": "available" }"# }.joined(separator: ", ")
    let rules = [10, 12].map {
      #"{ "page": "home", "when": { "atLeast": { "count": \#($0), "of": [\#(parts)] } } }"#
    }
    let text = FlowText(steps: steps, landings: (rules + [#"{ "page": "login" }"#]).joined(separator: ", "))
      .text
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "rules.json", text: text)).document))
    var calls = 0
    func excludes(callsLeft: Int) -> Bool {
      calls = 0
      var logic = RuleLogic(WorldChoices(plan), cancelled: false)
      var words = Int.max
      return logic.excludes(.landing(rule: 1), within: &words) {
        calls += 1
        return calls > callsLeft
      }
    }
    #expect(!excludes(callsLeft: 3) && calls == 4)
    #expect(!excludes(callsLeft: .max) && calls > 100)
  }

  /// Each rule holds where any of three steps ends in a certain way, so that the last are excluded, if at all, only after
  /// a long search each.
  @Test func `all searches of the rules share one budget`() throws {
    let steps = (0..<60).map { #""s\#($0)": { "action": "ask", "timeout": "1s" }"# }.joined(separator: ", ")
    let rules = (0..<120).map { rule in
      let parts = [(1, "failed"), (7, "timed-out"), (5, "succeeded")].map { factor, status in
        #"{ "s\#((rule * factor + factor) % 60)": "\#(status)" }"#
      }
      return
        #"{ "page": "\#(rule % 2 == 0 ? "home" : "login")", "when": { "any": [\#(parts.joined(separator: ", "))] } }"#
    }
    let text = FlowText(
      steps: steps, landings: (rules + [#"{ "page": "login" }"#]).joined(separator: ", ")
    ).text
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "rules.json", text: text)).document))
    var limits = Verifier.Limits(budget: Budget(states: 100, work: 1_000_000))
    limits.rehearsals = 1_000
    var looks = 0
    _ = Verifier(plan, limits).verify { _ in
      looks += 1
      return false
    }
    #expect(looks > 0 && looks < 2_000)
  }

  /// Each rule asks whether any of twenty steps failed, so that the last rule lands once all have succeeded.
  @Test func `rehearsals and rules with long conditions use up their budget sooner`() throws {
    let steps = (0..<20).map { #""s\#($0)": { "action": "ask", "timeout": "1s" }"# }.joined(separator: ", ")
    let parts = (0..<20).map { #"{ "s\#($0)": "failed" }"# }.joined(separator: ", ")
    func work(rules: Int) throws -> (rehearsal: Int, words: Int) {
      let rule = #"{ "page": "home", "when": { "any": [\#(parts)] } }"#
      let landings = Array(repeating: rule, count: rules) + [#"{ "page": "login" }"#]
      let text = FlowText(steps: steps, landings: landings.joined(separator: ", ")).text
      let choices = WorldChoices(
        try FlowPlan(try #require(Flow.read(SourceText(name: "rules.json", text: text)).document)))
      var player = RehearsalPlayer(choices)
      #expect(player.play(Rehearsal(choices, .answer(.plain))).rule == rules)
      var logic = RuleLogic(choices, cancelled: false)
      var words = 0
      #expect(!logic.excludes(.landing(rule: 1), within: &words))
      return (player.work, words)
    }
    let (short, long) = (try work(rules: 1), try work(rules: 250))
    #expect(long.rehearsal > 3 * short.rehearsal)
    // Without words left, no rule is read.
    #expect(long.words == 0)
  }

  @Test func `the reasons are sentences`() {
    let reasons: [Incompleteness] = [
      .states(1), .states(7), .work, .memory(5_000_000), .stopped, .obstacle("it is too long"),
    ]
    #expect(
      reasons.map(\.description) == [
        "the budget of 1 state is used up", "the budget of 7 states is used up",
        "the budget of work is used up", "the states may need more than 5 MB of memory as they grow",
        "the time is up", "it is too long",
      ])
  }
}
