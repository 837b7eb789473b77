import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct FlowReadingTests {
  @Test func `reads every key`() throws {
    let text = DeclaredFlow.everyKey
    let reading = Flow.read(SourceText(name: "all.json", text: text))
    #expect(findings(reading.diagnostics, in: text) == [])
    let flow = try #require(reading.document)
    #expect(flow.defaults.timeout == .seconds(4))
    #expect(flow.inputs[0].values == ["a", "b"])
    #expect(flow.inputs[0].defaultValue == "a")
    #expect(isSame(flow.lanes, [Flow.Lane("uploads", capacity: 2)]))
    let service = flow.services[0]
    #expect(service.headers == [Flow.NamedValue("x-a", "${mode}"), Flow.NamedValue("b", 1)])
    #expect(
      isSame(service.failures, [Flow.Failure("gone", Predicate([.status([404, 410])]), allowFallback: true)]))
    #expect(service.domain == "trade")
    #expect(service.envelope?.data == .whole)
    let first = flow.steps[0]
    #expect(isSame(first.work, .action(Flow.Action("do-it", with: ["m": ["${mode}"]]))))
    #expect(
      isSame(first.failures, [Flow.Failure("refused", nil), Flow.Failure("named", nil, allowFallback: true)]))
    #expect(isSame(first.results, [Flow.NamedResult("rest", Predicate([]))]))
    let poll = flow.steps[1]
    #expect(
      poll.when
        == Condition([
          .fact("first", isAnyOf: ["rest", "available"]), .fact("offline", isAnyOf: [false]),
          .any([
            Condition("mode", is: "a"),
            Condition([.all([Condition([.not(Condition("first", is: "refused"))])])]),
          ]),
        ]))
    #expect(poll.retry?.on == [.offline, .malformed])
    #expect(poll.retry?.jitter == Flow.Retry.Jitter.none)
    #expect(isSame(poll.poll, Flow.Poll(every: .seconds(2), until: ["yes"])))
    #expect(poll.fallback.count == 2)
    #expect(isSame(poll.fallback.first, .action(Flow.Action("other", with: 1), timeout: .seconds(1))))
    #expect(flow.steps[2].failFast)
    #expect(flow.landings[0].notices == [Flow.Notice("Hello ${mode}")])
    #expect(
      isSame(
        flow.promises,
        [
          .always(Condition("landing", is: "home")),
          .implies(Condition("mode", is: "b"), Condition("tail", is: "settled")),
        ]))
  }

  @Test func `bounds nesting`() {
    let conditions =
      String(repeating: #"{ "not": "#, count: 100) + #"{ "a": "failed" }"#
      + String(repeating: " }", count: 100)
    #expect(
      findings(inFlow: FlowText.steps(#""a": { "value": 1 }, "b": { "value": 1, "when": \#(conditions) }"#))
        .first?
        .contains("conditions are nested more than 32 levels deep") == true)
    let groups = String(repeating: #""g": { "steps": { "#, count: 100) + String(repeating: " } }", count: 100)
    #expect(
      findings(inFlow: FlowText.steps(groups)).contains {
        $0.contains("groups are nested more than 32 levels deep")
      }
    )
  }
}

/// Pages as a list of names, or as an object.
@Suite struct PagesTests {
  private static func flow(_ pages: String) -> String {
    FlowText.steps(#""a": { "value": 1 }"#).replacing(
      #""pages": ["home", "login"]"#, with: "\"pages\": \(pages)")
  }

  @Test func `an object gives each page a kind`() throws {
    let text = Self.flow(#"{ "home": {}, "login": { "kind": "error" }, "wait": { "kind": "stuck" } }"#)
    let flow = try #require(Flow.read(SourceText(name: "f", text: text)).document)
    #expect(
      isSame(flow.pages, ["home", Flow.Page("login", kind: .error), Flow.Page("wait", kind: .stuck)]))
    #expect(
      flow.json.object?["pages"] == ["home": [:], "login": ["kind": "error"], "wait": ["kind": "stuck"]])
  }

  @Test func `pages without keys are written as a list`() throws {
    let flow = try #require(Flow.read(SourceText(name: "f", text: Self.flow(#"["home", "login"]"#))).document)
    #expect(flow.json.object?["pages"] == ["home", "login"])
  }
}

/// Files that cannot be read as flows.
extension WrongFlowTests {
  static let misread: [WrongText] = [
    WrongText("[]", "LF011 ‹[]› expected an object, found a list"),
    WrongText(
      "{}", "LF012 ‹{}› the flow has no \"flow\"", "LF012 ‹{}› the flow has no \"deadline\"",
      "LF012 ‹{}› the flow has no \"pages\"", "LF012 ‹{}› the flow has no \"steps\"",
      "LF012 ‹{}› the flow has no \"landings\""),
    WrongText(
      FlowText(more: #""format": 2, "whatever": 1,"#).text,
      "LF014 ‹2› this file has format 2; this build reads formats up to 1 (use a newer launchflow)"),
    WrongText(
      FlowText(more: #""format": 0,"#).text, "LF011 ‹0› expected a whole number of at least 1, found 0"),
    WrongText(
      FlowText(deadline: "10").text,
      "LF006 ‹10› a duration is text with a unit (write \"10s\" if it is in seconds, or \"10ms\" if it is in milliseconds)"
    ),
    WrongText(
      FlowText(deadline: "1.5").text, "LF006 ‹1.5› a duration is text with a unit (write \"1s500ms\")"),
    WrongText(
      FlowText(deadline: "-1").text,
      "LF006 ‹-1› a duration is text with a unit (write it like \"1m30s\" or \"250ms\")"),
    WrongText(
      FlowText(deadline: "\"10\"").text,
      "LF006 ‹\"10\"› the duration \"10\" has no unit (write \"10s\" if it is in seconds, or \"10ms\" if it is in milliseconds)"
    ),
    WrongText(
      FlowText(deadline: "\"10 Secs\"").text,
      "LF006 ‹\"10 Secs\"› \" Secs\" is not a unit of time (write \"10s\")"),
    WrongText(
      FlowText(deadline: "\"1.5m\"").text,
      "LF006 ‹\"1.5m\"› a duration must not have a decimal point (write \"1m30s\")"),
    WrongText(FlowText(deadline: "\"40000d\"").text, "LF006 ‹\"40000d\"› the duration is longer than 36500d"),
    WrongText(
      FlowText(deadline: "null").text,
      "LF006 ‹null› expected a duration such as \"10s\" (write a time, or remove the key)"),
    WrongText(
      FlowText.steps(
        #""a": { "value": 1, "needs": "b", "summary": 3, "afterLanding": "Continue" }, "b": { "value": 1 }"#),
      "LF011 ‹\"b\"› expected a list, found text (write [\"b\"])", "LF011 ‹3› expected text, found a number",
      "LF011 ‹\"Continue\"› unknown word \"Continue\"; expected one of: \"cancel\", \"continue\" (did you mean \"continue\"?)"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "http": 5, "results": { "r": { "exists": "yes" } } }, "b": { "when": { "a": "r" }, "value": 1 }"#
      ),
      "LF011 ‹5› expected an object, found a number",
      "LF011 ‹\"yes\"› expected true or false, found text (write true)"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "failures": [], "retry": { "attempts": 1.5, "on": ["netwrk", "rate-limited"] } }, "b": { "when": { "a": "anything" }, "value": 1 }"#
      ),
      "LF011 ‹[]› expected an object, found a list (use each name as a key: { \"name\": { … }, … })",
      "LF011 ‹1.5› expected a whole number",
      "LF011 ‹\"netwrk\"› unknown word \"netwrk\"; expected one of: \"timeout\", \"offline\", \"network\", \"server\", \"throttled\", \"client\", \"business\", \"malformed\", \"error\" (did you mean \"network\"?)",
      "LF011 ‹\"rate-limited\"› unknown word \"rate-limited\"; expected one of: \"timeout\", \"offline\", \"network\", \"server\", \"throttled\", \"client\", \"business\", \"malformed\", \"error\" (write \"throttled\")"
    ),
    WrongText(
      FlowText.steps(#""a": 5, "b": { "needs": ["a"], "when": { "a": "word" }, "value": 1 }"#),
      "LF011 ‹5› expected an object, found a number"),
    WrongText(
      FlowText.steps(#""a": { "value": 1, "valid": { "at": "x" } }"#),
      "LF012 ‹\"valid\"› nothing is tested (add \"exists\": true, \"equals\" or another test)",
      "LF015 ‹\"valid\"› \"valid\" is only allowed with \"http\", \"action\" or \"cache\"",
      "LF011 ‹\"x\"› \"x\" is not a JSON Pointer (write \"/x\")"),
    WrongText(
      FlowText.landings(#"{ "page": "home", "notice": 3 }"#),
      "LF011 ‹3› expected text, an object or a list of these, found a number"),
    WrongText(
      FlowText.landings(#"{ "when": { "a": [] } }, { "page": "home" }"#),
      "LF012 ‹{ \"when\": { \"a\": [] } }› the landing rule has no \"page\"",
      "LF004 ‹[]› the list is empty, so this condition never holds"),
    WrongText(
      FlowText(
        more:
          #""promises": [ {}, { "never": { "a": "failed" }, "within": "1s" }, { "if": { "a": "failed" } } ],"#
      ).text,
      "LF012 ‹{}› the promise needs one of: within, never, always, if",
      "LF015 ‹\"within\"› \"within\" and \"never\" exclude each other +1:86 \"never\" is here",
      "LF012 ‹{ \"if\": { \"a\": \"failed\" } }› the promise has no \"then\""),
    WrongText(
      FlowText.steps(
        #""b": { "action": "x", "timeuot": 3, "needs": ["a", "c"] }, "a": { "value": 1, "value": 2, "afer": [] }"#
      ),
      "LF002 ‹\"timeuot\"› unknown key \"timeuot\" (did you mean \"timeout\"?)",
      "LF006 ‹3› a duration is text with a unit (write \"3s\" if it is in seconds, or \"3ms\" if it is in milliseconds)",
      "LF004 ‹\"c\"› no step \"c\" is declared (expected one of: \"b\", \"a\")",
      "LF003 ‹\"value\"› duplicate key \"value\" (remove one of the two) +2:80 it appears here first",
      "LF002 ‹\"afer\"› unknown key \"afer\" (did you mean \"after\"?)"),
    WrongText(
      FlowText(pages: "").text.replacing(
        "\"pages\": []", with: #""pages": { "home": {}, "Login": { "kind": "eror" } }"#),
      "LF013 ‹\"Login\"› the page name \"Login\" is not in kebab-case (write \"login\")",
      "LF011 ‹\"eror\"› unknown word \"eror\"; expected one of: \"normal\", \"error\", \"stuck\" (did you mean \"error\"?)"
    ),
  ]
}
