import LaunchFlowCommand
import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

/// What the studio's page is told.
@Suite struct StudioAnswersTests {
  private func ask(
    _ question: String, _ body: String, flow: String = StudioSample.flow,
    scenarios: String = StudioSample.scenarios
  ) throws -> JSONValue? {
    let folder = try #require(StudioSample.folder(flow: flow, scenarios: scenarios))
    let answers = StudioAnswers(folder: folder, work: StudioWork())
    return try answers.answer(question, JSONValue(parsing: body))
  }

  private func at(_ value: JSONValue?, _ path: String...) -> JSONValue? { value?[JSONPointer(tokens: path)] }

  @Test(arguments: [
    (#""scenario": "slow""#, ["--scenario", "slow"]), (#""scenario": null"#, []),
    (#""scenario": "odd", "run": "17""#, ["--scenario", "odd", "--run", "17"]),
    (
      #""scenario": "odd", "seed": "99", "sets": ["first=hang"]"#,
      ["--scenario", "odd", "--run", "0", "--seed", "99", "--set", "first=hang"]
    ),
  ])
  func `the picture is the one that simulate draws`(_ settings: String, _ words: [String]) async throws {
    let answer = try ask("picture", #"{ "flow": "flows/small.json", \#(settings) }"#)
    var world = TestWorld()
    world.files = [
      "flows/small.json": StudioSample.flow, "flows/small.scenarios.json": StudioSample.scenarios,
    ]
    let outcome = await world.run(["simulate", "flows/small.json", "--format", "svg"] + words)
    #expect(outcome.status == .fine)
    #expect(at(answer, "svg")?.string == outcome.data)
    #expect(outcome.data.contains("<svg"))
  }

  @Test func `time-outs, soft deadlines and the deadline have handles`() throws {
    let answer = try ask("picture", #"{ "flow": "flows/small.json", "scenario": "slow" }"#)
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
    #expect(places == places.sorted() && places.count == points.count && places.count > 2)
  }

  @Test func `a whole axis has every handle on it`() throws {
    let answer = try ask("picture", #"{ "flow": "flows/small.json", "whole": true }"#)
    #expect(at(at(answer, "axis", "points")?.array?.last, "0") == 10_000_000_000)
  }

  @Test func `the percentiles are those of simulate`() async throws {
    let answer = try ask(
      "figures", #"{ "flow": "flows/small.json", "scenario": "odd", "page": "a", "number": 1 }"#)
    var world = TestWorld()
    world.files = [
      "flows/small.json": StudioSample.flow, "flows/small.scenarios.json": StudioSample.scenarios,
    ]
    let outcome = await world.run("simulate", "flows/small.json", "--scenario", "odd", "--format", "json")
    let figures = try JSONValue(parsing: outcome.data)
    #expect(at(answer, "figures", "2", "name") == "p90")
    let times = (1...5).map { at(answer, "figures", "\($0)", "time") }
    let expected = ["p50", "p90", "p95", "p99", "max"].map { name in
      figures.object?.members.lazy.compactMap { $0.value.object?[name] }.first ?? at(figures, name)
    }
    #expect(times == expected, "\(outcome.data.prefix(600))")
  }

  @Test func `the proof says what verify says`() async throws {
    let answer = try ask("proof", #"{ "flow": "flows/small.json", "page": "a", "number": 1 }"#)
    var world = TestWorld()
    world.files = ["flows/small.json": StudioSample.flow]
    let outcome = await world.run("verify", "flows/small.json")
    let claims = (at(answer, "claims")?.array ?? []).compactMap(\.string)
    #expect(claims.first == "✓ every run lands")
    for claim in claims { #expect(outcome.data.contains(claim + "\n"), "\(claim)") }
    #expect(at(answer, "worst") == 2_000_000_000)
    let later = try ask(
      "proof",
      #"{ "flow": "flows/small.json", "page": "a", "number": 1, "edits": [{ "step": "first", "key": "timeout", "value": "6s" }] }"#
    )
    #expect(at(later, "worst") == 6_000_000_000)
  }

  @Test func `newer questions end older ones`() throws {
    let folder = try #require(StudioSample.folder())
    let work = StudioWork()
    let answers = StudioAnswers(folder: folder, work: work)
    _ = work.begin("a figures", number: 5)
    func ask(_ page: String, _ number: Int) throws -> JSONValue? {
      try answers.answer(
        "figures",
        JSONValue(
          parsing:
            #"{ "flow": "flows/small.json", "scenario": "odd", "page": "\#(page)", "number": \#(number) }"#))
    }
    #expect(try ask("a", 4) == ["outdated": true])
    #expect(try at(ask("a", 5), "runs") == 400)
    // Another page is not concerned.
    #expect(try at(ask("b", 1), "runs") == 400)
  }

  @Test func `an outdated question does not wait for its turn`() {
    let work = StudioWork()
    let isOutdated = work.begin("a", number: 1)
    let answer: Int? = work.alone(unless: { false }) {
      _ = work.begin("a", number: 2)
      return work.alone(unless: isOutdated) { 7 }
    }
    #expect(answer == nil)
  }

  @Test func `a broken file is shown with line and mark`() throws {
    let flow = StudioSample.flow.replacing(#""timeout": "2s""#, with: #""timeout": 2"#)
    let answer = try ask("picture", #"{ "flow": "flows/small.json" }"#, flow: flow)
    let error = at(answer, "errors", "0")?.string ?? ""
    #expect(error.hasPrefix("flows/small.json:6:") && error.contains("^"), "\(error)")
    #expect(at(answer, "svg") == nil)
    let state = try ask("state", #"{ "flow": "flows/small.json" }"#, flow: flow)
    // The scenarios cannot be checked against a flow with errors, which is one more.
    #expect(at(state, "errors") == 2)
    let scenarios = try ask(
      "picture", #"{ "flow": "flows/small.json" }"#,
      scenarios: #"{ "scenariosFor": "small.json", "scenarios": 3 }"#)
    #expect(at(scenarios, "errors", "0")?.string?.contains("flows/small.scenarios.json:1:") == true)
  }

  @Test func `flows and broken files are listed`() throws {
    let answer = try ask("documents", "{}", flow: "{ \"flow\": ")
    #expect(answer == ["documents": [["path": "flows/small.json", "title": .null]]])
    #expect(
      try ask("documents", "{}") == ["documents": [["path": "flows/small.json", "title": "small"]]])
  }

  @Test(arguments: [
    (#"{}"#, "the request names no flow"), (#"[]"#, "the request names no flow"),
    (#"{ "flow": "flows/small.json", "scenario": "none" }"#, "there is no scenario 'none'"),
    (#"{ "flow": "flows/small.json", "scenario": 3 }"#, "\"scenario\" must be text"),
    (
      #"{ "flow": "flows/small.json", "seed": "-1" }"#,
      "the seed must be a whole number from 0 to \(UInt64.max)"
    ),
    (
      #"{ "flow": "flows/small.json", "runs": 1000000000 }"#,
      "the number of runs must be a whole number from 1 to 100000"
    ),
    (
      #"{ "flow": "flows/small.json", "runs": 0 }"#,
      "the number of runs must be a whole number from 1 to 100000"
    ),
    (
      #"{ "flow": "flows/small.json", "sets": ["first=hnag"] }"#,
      "unknown behaviour 'hnag'; did you mean 'hang'?"
    ),
    (#"{ "flow": "flows/small.json", "sets": ["first"] }"#, "'--set' must be STEP=BEHAVIOUR, not 'first'"),
    (#"{ "flow": "flows/small.json", "edits": 3 }"#, "\"edits\" must be a list of at most 500 changes"),
  ])
  func `a wrong question is explained`(_ body: String, _ message: String) throws {
    do throws(any Error) {
      _ = try ask("picture", body)
      Issue.record("it was answered: \(body)")
    } catch {
      #expect((error as? StudioProblem)?.message == message, "\(error)")
    }
  }

  @Test func `a step ends with a server's own code`() throws {
    let flow = StudioSample.flow.replacing(
      #""url": "https://a.example.com/1""#, with: #""service": "s", "path": "/1""#
    ).replacing(
      #""pages""#,
      with:
        #""services": { "s": { "baseURL": "https://a.example.com", "envelope": { "success": { "at": "/code", "equals": 0 } } } }, "pages""#
    )
    let answer = try ask(
      "picture", #"{ "flow": "flows/small.json", "sets": ["first=400ms,code 70012"] }"#, flow: flow)
    #expect(at(answer, "errors") == [])
    #expect(at(answer, "svg")?.string?.contains("70012") == true)
  }
}
