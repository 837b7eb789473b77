import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

private func at(_ value: JSONValue?, _ path: String...) -> JSONValue? { value?[JSONPointer(tokens: path)] }

/// What the studio's page is told.
@Suite struct StudioAnswersTests {
  @Test(arguments: [
    ["--scenario=slow"], [], ["--scenario=odd", "--run=17"],
    ["--scenario=odd", "--run=0", "--seed=99", "--set=first=hang"],
  ])
  func `the picture is the one that simulate draws`(_ words: [String]) async throws {
    let settings = #""words": \#(JSONValue.array(words.map(JSONValue.string)).text())"#
    let drawn = await StudioSample.printed(["simulate", "flows/small.json", "--format", "svg"] + words)
    #expect(at(try StudioSample.ask("picture", settings), "svg")?.string == drawn)
    #expect(drawn.contains("<svg"))
  }

  @Test func `time-outs, soft deadlines and the deadline have handles`() throws {
    let answer = try StudioSample.ask("picture", #""words": ["--scenario=slow"]"#)
    let handles = (at(answer, "handles")?.array ?? []).map { $0.text() }
    #expect(
      handles == [
        #"{"step":"first","row":0,"key":"timeout","from":0,"value":2000000000}"#,
        #"{"step":"second","row":2,"key":"timeout","from":0,"value":3000000000}"#,
        #"{"step":"second","row":2,"key":"useFallbackAfter","from":0,"value":1000000000}"#,
        #"{"step":null,"row":null,"key":"deadline","from":0,"value":10000000000}"#,
      ])
    let points = at(answer, "axis", "points")?.array ?? []
    #expect(at(points.first, "0") == 0)
    let places = points.compactMap { at($0, "1")?.number }
    #expect(places == places.sorted() && places.count == points.count && places.count >= 2)
    // A whole axis has every handle on it.
    let whole = try StudioSample.ask("picture", #""whole": true"#)
    #expect(at(at(whole, "axis", "points")?.array?.last, "0") == 10_000_000_000)
  }

  @Test func `the percentiles are those of simulate`() async throws {
    let answer = try StudioSample.ask("figures", #""words": ["--scenario=odd"]"#)
    let figures = try await JSONValue(
      parsing: StudioSample.printed(["simulate", "flows/small.json", "--scenario", "odd", "--format", "json"])
    )
    #expect(at(answer, "figures", "2", "name") == "p90")
    let times = (1...5).map { at(answer, "figures", "\($0)", "time") }
    #expect(times == ["p50", "p90", "p95", "p99", "max"].map { at(figures, "at", $0) }, "\(figures.text())")
  }

  @Test func `the proof says what verify says`() async throws {
    let answer = try StudioSample.ask("proof")
    let proof = await StudioSample.printed(["verify", "flows/small.json"])
    let claims = (at(answer, "claims")?.array ?? []).compactMap(\.string)
    #expect(claims.first == "✓ every run lands")
    for claim in claims { #expect(proof.contains(claim + "\n"), "\(claim)") }
    #expect(at(answer, "worst") == 2_000_000_000)
    let edit = #"{ "step": "first", "key": "timeout", "value": "6s" }"#
    let later = try StudioSample.ask("proof", #""edits": [\#(edit)]"#)
    #expect(at(later, "worst") == 6_000_000_000)
  }

  @Test func `an abandoned question ends its work`() throws {
    let folder = try #require(StudioSample.folder())
    let body: JSONValue = ["flow": "flows/small.json", "words": ["--scenario=odd"]]
    #expect(throws: CancellationError.self) { try folder.answer("figures", body) { true } }
    for isAbandoned in [false, true] {
      let proof = try folder.answer("proof", body) { isAbandoned }
      #expect(at(proof, "finished") == .bool(!isAbandoned))
    }
  }

  @Test func `a broken file is shown with line and mark`() throws {
    let flow = StudioSample.flow.replacing(#""timeout": "2s""#, with: #""timeout": 2"#)
    let answer = try StudioSample.ask("picture", flow: flow)
    let error = at(answer, "errors", "0")?.string ?? ""
    #expect(error.hasPrefix("flows/small.json:6:") && error.contains("^"), "\(error)")
    #expect(at(answer, "svg") == nil)
    // The scenarios cannot be checked against a flow with errors, which is one more.
    #expect(at(try StudioSample.ask("state", flow: flow), "errors") == 2)
    let scenarios = #"{ "scenariosFor": "small.json", "scenarios": 3 }"#
    let other = try StudioSample.ask("picture", scenarios: scenarios)
    #expect(at(other, "errors", "0")?.string?.contains("flows/small.scenarios.json:1:") == true)
  }

  @Test func `flows and broken files are listed`() throws {
    for (flow, title) in [("{ \"flow\": ", JSONValue.null), (StudioSample.flow, "small")] {
      #expect(
        try StudioSample.ask("documents", flow: flow)
          == ["documents": [["path": "flows/small.json", "title": title]]])
    }
  }

  @Test(arguments: [
    (#""words": ["--scenario=none"]"#, "unknown scenario 'none'; expected one of: slow, odd"),
    (#""words": ["--seed=-1"]"#, "'--seed' must be a whole number from 0 to \(UInt64.max), not '-1'"),
    (#""words": ["--runs=1000000000"]"#, "the number of runs must be a whole number from 1 to 100000"),
    (
      #""words": ["--runs=0"]"#, "'--runs' must be a whole number from 1 to \(ShardOptions.mostRuns), not '0'"
    ),
    (#""words": ["--set=first=hnag"]"#, "unknown behaviour in '--set first=…'; did you mean 'hang'?"),
    (#""words": ["--set=first"]"#, "'--set' must be STEP=BEHAVIOUR"),
    (
      #""edits": [3]"#,
      "a change must have a key: timeout, maxTimeout, deadline, useFallbackAfter, retry.attempts, retry.delay, "
        + "retry.maxDelay, poll.every, await"
    ),
  ])
  func `a wrong question is explained`(_ settings: String, _ message: String) throws {
    #expect(StudioSample.problem { _ = try StudioSample.ask("picture", settings) } == message)
  }

  @Test(arguments: ["{}", "[]"]) func `a question without a flow is explained`(_ body: String) throws {
    #expect(
      StudioSample.problem { _ = try StudioSample.settings(body) } == "the request names no flow")
  }

  @Test func `a step ends with a server's own code`() throws {
    let flow = StudioSample.flow.replacing(
      #""url": "https://a.example.com/1""#, with: #""service": "s", "path": "/1""#
    ).replacing(
      #""pages""#,
      with:
        #""services": { "s": { "baseURL": "https://a.example.com", "envelope": { "success": { "at": "/code", "equals": 0 } } } }, "pages""#
    )
    let answer = try StudioSample.ask("picture", #""words": ["--set=first=400ms,code 70012"]"#, flow: flow)
    #expect(at(answer, "errors") == [])
    #expect(at(answer, "svg")?.string?.contains("70012") == true)
  }
}

/// The inputs that the reader of the studio's page gives.
@Suite struct StudioInputTests {
  private func ask(
    _ question: String, _ settings: String, scenarios: String = StudioSample.inputScenarios
  ) throws -> JSONValue? {
    try StudioSample.ask(question, settings, flow: StudioSample.inputFlow, scenarios: scenarios)
  }

  @Test(arguments: [
    ([], "usual", "home at 2 s"), ([], "guest", "login at 0 s"), (["signed-in=true"], "guest", "home at 2 s"),
    (["signed-in=false"], "usual", "login at 0 s"), (["site=south"], "usual", "south at 0 s"),
    (["level=2.5"], "usual", "upper at 0 s"), (["name=Ada = 1"], "usual", "named at 0 s"),
    (["patience=1s500ms"], "usual", "home at 1.5 s"),
    (["patience=1s", "patience=3s"], "usual", "home at 3 s"),
  ])
  func `the picture is the one that simulate draws`(
    _ inputs: [String], _ scenario: String, _ landing: String
  ) async throws {
    let words = ["--scenario=\(scenario)"] + inputs.map { "--input=\($0)" }
    let answer = try ask("picture", #""words": \#(JSONValue.array(words.map(JSONValue.string)).text())"#)
    let drawn = await StudioSample.printed(
      ["simulate", "flows/small.json", "--format", "svg"] + words, flow: StudioSample.inputFlow,
      scenarios: StudioSample.inputScenarios)
    #expect(at(answer, "svg")?.string == drawn)
    let lines = (at(answer, "lines")?.array ?? []).compactMap(\.string)
    #expect(lines.contains { $0.contains(landing) }, "\(lines)")
  }

  @Test func `each input has a field with its value, and the value without changes`() throws {
    let answer = try ask(
      "picture",
      #""words": ["--scenario=guest", "--input=signed-in=true", "--input=patience=1s", "--input=level=-0.50"]"#
    )
    let inputs = (at(answer, "inputs")?.array ?? []).map { $0.text() }
    let summary = "Whether somebody has signed in."
    #expect(
      inputs == [
        #"{"name":"signed-in","summary":"\#(summary)","type":"boolean","values":["true","false"],"value":"true","original":"false"}"#,
        #"{"name":"site","summary":null,"type":"string","values":["north","south"],"value":"north","original":"north"}"#,
        #"{"name":"level","summary":null,"type":"number","values":[],"value":"-0.5","original":"1"}"#,
        #"{"name":"name","summary":null,"type":"string","values":[],"value":"","original":""}"#,
        #"{"name":"patience","summary":null,"type":"duration","values":[],"value":"1s","original":"2s"}"#,
      ])
    let given = #""words": ["--scenario=usual", "--input=patience=1s"]"#
    #expect(at(try ask("figures", given), "figures", "1", "time") == 1_000_000_000)
  }

  @Test(arguments: [
    ("signed-in=yes", "the input 'signed-in' must be a boolean"),
    ("site=east", "the input 'site' must be one of north, south"),
    ("level=high", "the input 'level' must be a number"),
    ("patience=9s", #"the input "patience" takes a duration from 500ms to 4s, not "9s""#),
    ("patience=", #"the input "patience" takes a duration from 500ms to 4s, not """#),
    ("nobody=1", "unknown input 'nobody'; expected one of: signed-in, site, level, name, patience"),
  ])
  func `a wrong value is explained`(_ input: String, _ message: String) throws {
    #expect(StudioSample.problem { _ = try ask("picture", #""words": ["--input=\#(input)"]"#) } == message)
  }

  @Test func `inputs are no part of the patch`() throws {
    let given = #""words": ["--scenario=usual", "--input=signed-in=false"]"#
    #expect(at(try ask("patch", given), "patch") == "")
    #expect(throws: UsageError.self) { try ask("write", given + #", "file": "x""#) }
  }

  @Test func `a given input is not missing in the scenarios`() throws {
    let scenarios = #"{ "scenariosFor": "small.json", "scenarios": { "usual": {} } }"#
    let missing = try ask("picture", #""words": ["--scenario=usual"]"#, scenarios: scenarios)
    #expect(at(missing, "errors", "0")?.string?.contains("signed-in") == true)
    let given = try ask(
      "picture", #""words": ["--scenario=usual", "--input=signed-in=true"]"#, scenarios: scenarios)
    #expect(at(given, "errors") == [])
  }
}
