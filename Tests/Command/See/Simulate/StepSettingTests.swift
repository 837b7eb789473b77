import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowCommand

@Suite struct StepSettingTests {
  static let flow: Flow = {
    var ask = Flow.Step("ask", .http(Flow.Request(.service("backend", path: "/ask"))))
    ask.results = [Flow.NamedResult("granted", Predicate([.equals(true)]))]
    ask.failures = [Flow.Failure("network", Predicate([.status([409])]))]
    ask.fallback = [.action(Flow.Action("again"), timeout: .seconds(1))]
    let group = Flow.Step("questions", .group([ask]))
    var backend = Flow.Service("backend")
    backend.failures = [Flow.Failure("locked", Predicate([.status([423])]))]
    var flow = Flow(
      name: "small", deadline: .seconds(1), pages: ["home"],
      steps: [group, Flow.Step("read", .cache("kept"))],
      landings: [Flow.Landing("home")])
    flow.services = [backend]
    var level = Flow.Input("level", .number)
    level.values = [1, 2]
    var mode = Flow.Input("mode", .string)
    mode.defaultValue = "calm"
    flow.inputs = [Flow.Input("signed-in", .boolean), Flow.Input("name", .string), level, mode]
    return flow
  }()

  typealias Outcome = Scenario.Outcome

  @Test(arguments: [
    ("ask=hang", "ask", Duration.zero, Outcome.hang), ("ask=ok", "ask", .zero, .opaque),
    ("ask=server", "ask", .zero, .error(.server)), ("ask=granted", "ask", .zero, .named("granted")),
    ("ask=locked", "ask", .zero, .named("locked")), ("ask=400ms", "ask", .milliseconds(400), .opaque),
    ("ask=4s,offline", "ask", .seconds(4), .error(.offline)),
    ("*=business,1m30s", "*", .seconds(90), .error(.business)),
    ("ask.fallback=hang", "ask.fallback", .zero, .hang), ("read=ok", "read", .zero, .opaque),
    // The author's name for a refusal wins over the error class that is spelt like it.
    ("ask=network", "ask", .zero, .named("network")),
  ])
  func `a setting is a duration, an outcome, or both`(
    _ text: String, step: String, takes: Duration, outcome: Outcome
  )
    throws
  {
    let setting = try StepSetting(try #require(NamedText(text)), for: Self.flow)
    #expect(setting.step == step)
    #expect(setting.behaviour == Scenario.Behaviour(takes: .fixed(takes), outcome: outcome))
  }

  @Test(arguments: [
    ("aks=hang", "unknown step 'aks'; did you mean 'ask'?"),
    ("questions=hang", "unknown step 'questions'; expected one of: *, ask, ask.fallback, read"),
    ("read.fallback=hang", "unknown step 'read.fallback'; did you mean 'ask.fallback'?"),
    ("ask=hnag", "unknown behaviour in '--set ask=…'; did you mean 'hang'?"),
    ("ask=grantd", "unknown behaviour in '--set ask=…'; did you mean 'granted'?"),
    (
      "ask=",
      "unknown behaviour in '--set ask=…'; expected one of: ok, hang, timeout, offline, network, server, throttled, client, business, "
        + "malformed, error, granted, network, locked"
    ),
    ("ask=4", "'--set ask=…' has a duration without a unit; write one such as 10s or 250ms"),
    ("ask=1s,2s", "'--set ask=…' has two durations; write one"),
    ("ask=hang,ok", "'--set ask=…' has two outcomes; write one"),
  ])
  func `an invalid setting is reported`(_ text: String, message: String) {
    #expect(throws: UsageError(message)) { try StepSetting(try #require(NamedText(text)), for: Self.flow) }
  }

  @Test func `settings of one step are its attempts`() throws {
    let collected = try ScenarioSettings(
      Given(texts: ["set": ["ask=hang", "read=ok", "ask=1s"]]), for: Self.flow
    ).scenario.steps
    #expect(collected.map(\.step) == ["ask", "read"])
    #expect(collected.first?.attempts.map(\.outcome) == [.hang, .opaque])
  }

  @Test(arguments: [
    ("signed-in=true", "signed-in", JSONValue.bool(true)), ("name=", "name", ""), ("name=a=b", "name", "a=b"),
    ("level=2.0", "level", 2),
  ])
  func `an input is read by its type`(_ text: String, name: String, value: JSONValue) throws {
    let words = try #require(NamedText(text))
    #expect(try InputSetting.read(words, for: Self.flow) == Flow.NamedValue(name, value))
  }

  @Test(arguments: [
    ("signed=true", "unknown input 'signed'; did you mean 'signed-in'?"),
    ("signed_in=true", "unknown input 'signed_in'; did you mean 'signed-in'?"),
    ("signed-in=1", "the input 'signed-in' must be a boolean"),
    ("level=high", "the input 'level' must be a number"),
    ("level=nan", "the input 'level' must be a number"),
    ("level=3", "the input 'level' must be one of 1, 2"),
  ])
  func `an invalid value of an input is reported`(_ text: String, message: String) {
    #expect(throws: UsageError(message)) {
      try InputSetting.read(try #require(NamedText(text)), for: Self.flow)
    }
  }

  @Test func `an input without a value is false, empty or its first allowed value`() {
    let standIns = InputSetting.placeholders(for: Self.flow, given: [Flow.NamedValue("name", "n")])
    #expect(standIns == [Flow.NamedValue("signed-in", false), Flow.NamedValue("level", 1)])
  }
}
