import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct ScenarioReadingTests {
  static let rider = Flow.read(SourceText(name: "rider-launch.json", text: RiderLaunch.flow)).document

  /// A scenario file with one scenario.
  private static func scenario(_ members: String) -> String {
    let defaults = #""defaults": { "inputs": { "signed-in": true } }"#
    return #"{ "scenariosFor": "rider-launch.json", \#(defaults), "scenarios": { "s": { \#(members) } } }"#
  }

  /// A file in which every key stands.
  static let everyKey = #"""
    { "$schema": "s", "format": 1, "summary": "S.", "scenariosFor": "f.json", "x-note": 1, "scenarios": { "s": {
      "summary": "One.", "inputs": { "signed-in": false }, "caches": { "city": null, "login": { "value": null } },
      "steps": {
        "login": [ { "takes": { "quantiles": { "p0": "1s", "p100": "2s" } }, "error": "network" },
          { "takes": { "median": "1s", "p99": "1500ms" }, "result": "token-invalid", "ignoresCancellation": true },
          { "response": { "status": 503, "text": "<html>" } }, { "value": { "token": "t" } } ],
        "*": { "odds": { "ok": 0.5, "network": 0.2, "server": 0.3 } } },
      "network": { "is": "edge", "outages": [ { "from": "1s", "is": "refused" } ] }, "offline": [ { "from": "0s", "to": "2s" }, { "from": "3s" } ],
      "cancel": "4s", "runs": 5, "seed": 18446744073709551615,
      "expect": { "landing": ["home", "login"], "degraded": true, "cancelled": false, "notice": "${login.message}",
        "steps": { "login": ["failed", "token-invalid"], "hulk-checks": { "is": "succeeded" },
          "get-city": { "is": ["recovered", "failed"], "source": "cache", "attempts": 1 } },
        "order": ["hulk-checks", "login"], "mean": "<1s", "p50": ">= 10ms", "p90": ">1s", "p99": "==2s", "max": "<=9s" } } } }
    """#

  @Test func `reads every key`() throws {
    let text = Self.everyKey
    let reading = ScenarioFile.read(SourceText(name: "f.scenarios.json", text: text), for: Self.rider)
    #expect(findings(reading.diagnostics, in: text) == [])
    let scenario = try #require(reading.document?.scenarios.first)
    #expect(scenario.caches == [Scenario.CachedValue("city", nil), Scenario.CachedValue("login", .null)])
    let attempts = scenario.steps[0].attempts
    #expect(
      attempts.map(\.takes) == [
        .quantiles([.init("p0", .seconds(1)), .init("p100", .seconds(2))]),
        .logNormal(median: .seconds(1), p99: .milliseconds(1500)), .fixed(.zero), .fixed(.zero),
      ])
    #expect(
      attempts.map(\.outcome) == [
        .error(.network), .named("token-invalid"),
        .response(Scenario.Response(status: 503, body: .text("<html>"))),
        .value(["token": "t"]),
      ])
    #expect(attempts.map(\.ignoresCancellation) == [false, true, false, false])
    #expect(
      scenario.offline == [
        Scenario.OfflinePeriod(from: .zero, to: .seconds(2)),
        Scenario.OfflinePeriod(from: .seconds(3), to: nil),
      ])
    #expect(scenario.link == .edge)
    #expect(scenario.network == [Scenario.Outage(from: .seconds(1), to: nil, .refused)])
    #expect(scenario.cancel == .seconds(4))
    #expect(scenario.seed == .max)
    let expect = try #require(scenario.expect)
    #expect(expect.landing == .anyOf(["home", "login"]))
    #expect(expect.notice == "${login.message}")
    #expect(
      expect.steps == [
        Scenario.Expectation.Step("login", outcome: ["failed", "token-invalid"]),
        Scenario.Expectation.Step("hulk-checks", outcome: ["succeeded"]),
        Scenario.Expectation.Step("get-city", outcome: ["recovered", "failed"], source: .cache, attempts: 1),
      ])
    #expect(expect.figures.map(\.figure) == [.mean, .p50, .p90, .p99, .max])
    #expect(expect.figures.map(\.bound.comparison) == [.below, .atLeast, .above, .equal, .atMost])
  }

  private static let tooMany = "[" + Array(repeating: "\"1s\"", count: 101).joined(separator: ", ") + "]"

  static let wrong: [WrongText] = [
    WrongText(
      scenario(#""network": "verybad""#),
      "LF011 ‹\"verybad\"› unknown word \"verybad\"; expected one of: \"wifi\", \"wifi-lossy\", \"lte\", \"3g\", \"edge\", \"very-bad\" (did you mean \"very-bad\"?)"
    ),
    WrongText(
      scenario(#""network": 3"#),
      "LF011 ‹3› expected a network's name, a list of outages or an object, found a number (write \"very-bad\", or [{ \"from\": \"0s\", \"to\": \"4s\", \"is\": \"silent\" }])"
    ),
    WrongText(
      scenario(#""network": { "is": "edge", "outages": [{ "from": "2s", "to": "1s", "is": "silent" }] }"#),
      "LF011 ‹\"1s\"› the period ends before it begins"),
    WrongText(
      scenario(#""network": { "outages": [] }"#), "LF012 ‹\"network\"› the network has no \"is\""),
    WrongText(
      scenario(
        #""starts": ["soon", { "inputs": { "signed-in": false } }, { "at": "1s", "inputs": { "sined-in": true, "signed-in": 1 } }], "expect": { "starts": ["jion", { "landing": "home" }, { "is": "refuse", "landing": "hoem" }] }"#
      ),
      "LF006 ‹\"soon\"› \"soon\" is not a duration (write it like \"1m30s\" or \"250ms\")",
      "LF012 ‹{ \"inputs\": { \"signed-in\": false } }› the further start has no \"at\"",
      "LF004 ‹\"sined-in\"› the flow has no input \"sined-in\" (did you mean \"signed-in\"?)",
      "LF011 ‹1› the input \"signed-in\" takes a boolean, not 1",
      "LF011 ‹\"jion\"› unknown word \"jion\"; expected one of: \"begin\", \"join\", \"replace\", \"refuse\" (did you mean \"join\"?)",
      "LF012 ‹{ \"landing\": \"home\" }› the expected start has no \"is\"",
      "LF004 ‹\"hoem\"› the flow has no page \"hoem\" (did you mean \"home\"?)"),
    WrongText(
      scenario(#""runs": 5, "starts": ["1s"]"#),
      "LF015 ‹\"starts\"› \"starts\" is for a single run, and the scenario has \"runs\" (remove \"runs\", or remove \"starts\")"
    ),
    WrongText("[]", "LF011 ‹[]› expected an object, found a list"),
    WrongText(
      "{}", "LF012 ‹{}› the file has no \"scenariosFor\"", "LF012 ‹{}› the file has no \"scenarios\""),
    WrongText(
      #"{ "scenariosFor": "f", "defautls": { "inputs": { "signed-in": true } }, "scenarios": { "s": { "step": {} }, "s": {} } }"#,
      "LF002 ‹\"defautls\"› unknown key \"defautls\" (did you mean \"defaults\"?)",
      "LF002 ‹\"step\"› unknown key \"step\" (did you mean \"steps\"?)",
      "LF003 ‹\"s\"› duplicate key \"s\" (remove one of the two) +1:88 it appears here first"),
    WrongText(
      scenario(#""ignore": { "LF028": "x" }"#),
      "LF002 ‹\"ignore\"› unknown key \"ignore\" (scenarios have no warnings to silence)"),
    WrongText(
      scenario("\"starts\": \(tooMany)"),
      "LF011 ‹\(tooMany.prefix(40))› expected at most 100 entries, found 101"),
    WrongText(
      scenario(
        #""steps": { "login": { "takes": 4, "error": "sever" }, "get-city": "hang", "get-rider-info": [] }"#),
      "LF006 ‹4› a duration is text with a unit (write \"4s\" if it is in seconds, or \"4ms\" if it is in milliseconds)",
      "LF011 ‹\"sever\"› unknown word \"sever\"; expected one of: \"timeout\", \"offline\", \"network\", \"server\", \"throttled\", \"client\", \"business\", \"malformed\", \"error\" (did you mean \"server\"?)",
      "LF011 ‹\"hang\"› expected an object, found text "
        + "(write { \"takes\": \"2s\" }, { \"error\": \"network\" } or { \"hang\": true })",
      "LF011 ‹[]› the list is empty; expected at least 1 entry"),
    WrongText(
      scenario(
        #""steps": { "login": { "hang": true, "error": "network" }, "get-city": { "hang": false }, "check-app-update": { "takes": { "p99": "1s" } }, "get-rider-info": { "takes": { "median": "1s" } } }"#
      ),
      "LF015 ‹\"error\"› \"error\" and \"hang\" exclude each other +1:133 \"hang\" is here",
      "LF011 ‹false› \"hang\" must be true or be left out",
      "LF012 ‹\"takes\"› the distribution needs one of: median, quantiles",
      "LF012 ‹\"takes\"› the distribution has no \"p99\""),
    WrongText(
      scenario(
        #""steps": { "login": { "takes": { "median": "2s", "p99": "1s" } }, "get-rider-info": { "takes": { "median": "0s", "p99": "0s" } } }"#
      ),
      "LF011 ‹\"1s\"› the 99th percentile must not be below the median",
      "LF011 ‹\"0s\"› the median must be longer than 0s"),
    WrongText(
      scenario(
        #""steps": { "login": { "odds": { "ok": 0.5, "hang": 0.4 } }, "get-city": { "odds": { "ok": 1.5, "hang": -0.5 } }, "get-rider-info": { "odds": { "okay": 1 } } }"#
      ),
      "LF011 ‹\"odds\"› the odds add up to 0.9, not to 1",
      "LF011 ‹1.5› expected a number from 0 to 1, found 1.5",
      "LF011 ‹-0.5› expected a number from 0 to 1, found -0.5",
      "LF004 ‹\"okay\"› \"okay\" is not an outcome of \"get-rider-info\" (expected one of: \"ok\", \"hang\", \"timeout\", \"offline\", \"network\", \"server\", \"throttled\", \"client\", \"business\", \"malformed\", \"error\")"
    ),
    WrongText(
      scenario(
        #""steps": { "lgoin": {}, "login.fallback": {}, "hulk-checks": { "hang": true }, "cached-rider-info": {}, "login": { "result": "token-invald" }, "*": { "result": "nonsense" } }"#
      ),
      "LF004 ‹\"lgoin\"› the flow has no step \"lgoin\" (did you mean \"login\"?)",
      "LF004 ‹\"login.fallback\"› \"login\" has no remote fallback",
      "LF015 ‹\"hulk-checks\"› \"hulk-checks\" makes no request, so it has no behaviour (set the behaviour of its members)",
      "LF015 ‹\"cached-rider-info\"› \"cached-rider-info\" makes no request, so it has no behaviour (set the content of \"rider-info\" under \"caches\")",
      "LF004 ‹\"token-invald\"› \"token-invald\" is not a result or failure of \"login\" (did you mean \"token-invalid\"?)",
      "LF004 ‹\"nonsense\"› \"nonsense\" is not a result or failure of every step under \"*\""),
    WrongText(
      scenario(
        #""steps": { "*": { "odds": { "ok": 0.5, "token-invalid": 0.5 } }, "get-city": {} }"#),
      "LF004 ‹\"token-invalid\"› \"token-invalid\" is not an outcome of every step under \"*\" (expected one of: \"ok\", \"hang\", \"timeout\", \"offline\", \"network\", \"server\", \"throttled\", \"client\", \"business\", \"malformed\", \"error\")"
    ),
    WrongText(
      scenario(
        #""inputs": { "signed-in": 1, "sined-in": true }, "caches": { "ctiy": null, "login": "t", "city": {} }, "runs": 0, "seed": -1, "cancel": "soon""#
      ),
      "LF011 ‹1› the input \"signed-in\" takes a boolean, not 1",
      "LF004 ‹\"sined-in\"› the flow has no input \"sined-in\" (did you mean \"signed-in\"?)",
      "LF004 ‹\"ctiy\"› the flow has no cache \"ctiy\" (did you mean \"city\"?)",
      "LF011 ‹\"t\"› expected an object, or null for an empty cache, found text (write { \"value\": … })",
      "LF012 ‹\"city\"› the cache \"city\" has no \"value\"",
      "LF011 ‹0› expected a whole number from 1 to 1000000000, found 0",
      "LF011 ‹-1› expected a whole number from 0 to 18446744073709551615, found a number",
      "LF006 ‹\"soon\"› \"soon\" is not a duration (write it like \"1m30s\" or \"250ms\")"),
    WrongText(
      scenario(
        #""network": [ { "from": "2s", "to": "1s", "is": "slow" }, {} ], "offline": [ { "from": "0s", "domain": "trade" }, { "to": "1s" } ]"#
      ),
      "LF011 ‹\"1s\"› the period ends before it begins",
      "LF011 ‹\"slow\"› unknown word \"slow\"; expected one of: \"silent\", \"refused\"",
      "LF012 ‹{}› the outage has no \"from\"", "LF012 ‹{}› the outage has no \"is\"",
      "LF004 ‹\"trade\"› no service of the flow has the domain \"trade\"",
      "LF012 ‹{ \"to\": \"1s\" }› the offline period has no \"from\""),
    WrongText(
      scenario(
        #""expect": { "landing": "hoem", "notice": "Hi", "steps": { "login": "tokn-invalid", "logn": "failed", "get-city": { "is": "under-review", "attempts": 1 }, "hulk-checks": 1 }, "order": ["login", "x"], "p95": 9, "p50": "9s", "max": "<=9", "p96": "<1s" }"#
      ),
      "LF011 ‹\"expect\"› \"p90\" is a figure of many runs, but the scenario is played once (write \"within\": \"1s\", or add \"runs\": 1000 to the scenario)",
      "LF004 ‹\"hoem\"› the flow has no page \"hoem\" (did you mean \"home\"?)",
      "LF004 ‹\"Hi\"› no landing has this notice (copy it from the flow, including its ${…})",
      "LF004 ‹\"tokn-invalid\"› \"tokn-invalid\" is not a result, failure or status of \"login\" (did you mean \"token-invalid\"?)",
      "LF004 ‹\"logn\"› the flow has no step \"logn\" (did you mean \"login\"?)",
      "LF004 ‹\"under-review\"› \"under-review\" is not a result, failure or status of \"get-city\" (expected one of: \"succeeded\", \"recovered\", \"failed\", \"timed-out\", \"skipped\", \"cancelled\", \"available\", \"unavailable\", \"settled\")",
      "LF011 ‹1› expected a word, a list of words, or an object, found a number",
      "LF004 ‹\"x\"› the flow has no step \"x\" (expected one of: \"hulk-checks\", \"check-app-update\", \"is-verifying-version\", \"get-city\", \"get-server-address\", \"login\", \"cached-rider-info\", \"get-rider-info\")",
      "LF011 ‹9› expected a bound such as \"<=9s\", found a number",
      "LF011 ‹\"9s\"› a bound must start with >=, <=, >, < or == (write it like \"<=9s\")",
      "LF006 ‹\"<=9\"› \"9\" is not a duration (write it like \"<=9s\")",
      "LF002 ‹\"p96\"› unknown key \"p96\" (did you mean \"p90\"?)"),
    WrongText(
      scenario(
        #""expect": { "landing": { "home": ">=1.5", "hmoe": "<0.5", "login": 0.5, "update": ">half" } }"#),
      "LF011 ‹\">=1.5\"› expected a number from 0 to 1, found 1.5",
      "LF004 ‹\"hmoe\"› the flow has no page \"hmoe\" (did you mean \"home\"?)",
      "LF011 ‹0.5› expected a bound such as \">=0.99\", found a number",
      "LF011 ‹\">half\"› \"half\" is not a number (write it like \">=0.99\")"),
  ]

  @Test(arguments: wrong)
  func `reports each mistake`(_ wrong: WrongText) {
    #expect(findings(inScenarios: wrong.text, flow: Self.rider) == wrong.found)
  }

  @Test func `looks nothing up without a flow`() {
    let text = Self.scenario(
      #""steps": { "anything": { "result": "at-all" } }, "expect": { "landing": "anywhere" }"#)
    #expect(findings(inScenarios: text, flow: nil) == [])
  }

  @Test func `tells actions from requests`() throws {
    let text = FlowText.steps(
      #""a": { "action": "x", "timeout": "1s", "fallback": [ { "http": { "url": "https://x" }, "timeout": "1s" } ] }"#
    )
    let flow = try #require(Flow.read(SourceText(name: "f.json", text: text)).document)
    let scenarios =
      #"{ "scenariosFor": "f", "scenarios": { "s": { "steps": { "a": { "response": { "status": 200 } }, "a.fallback": [ { "response": { "status": 700 } } ] } } } }"#
    #expect(
      findings(inScenarios: scenarios, flow: flow) == [
        "LF015 ‹\"response\"› \"a\" is an action, which gets no HTTP answer (write \"value\" or \"result\")",
        "LF011 ‹700› expected a whole number from 100 to 599, found 700",
      ])
  }
}
