import LaunchFlowCommand
import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

/// The inputs that the reader of the studio's page gives.
@Suite struct StudioInputTests {
  private func ask(
    _ question: String, _ rest: String, scenarios: String = StudioSample.inputScenarios
  ) throws -> JSONValue? {
    let folder = try #require(StudioSample.folder(flow: StudioSample.inputFlow, scenarios: scenarios))
    let answers = StudioAnswers(folder: folder, work: StudioWork())
    return try answers.answer(question, JSONValue(parsing: #"{ "flow": "flows/small.json", \#(rest) }"#))
  }

  private func at(_ value: JSONValue?, _ path: String...) -> JSONValue? { value?[JSONPointer(tokens: path)] }

  @Test(arguments: [
    ([], nil, "home at 2 s"), ([], "guest", "login at 0 s"), (["signed-in=true"], "guest", "home at 2 s"),
    (["signed-in=false"], nil, "login at 0 s"), (["site=south"], nil, "south at 0 s"),
    (["level=2.5"], nil, "upper at 0 s"), (["name=Ada = 1"], nil, "named at 0 s"),
    (["patience=1s500ms"], nil, "home at 1.5 s"), (["patience=1s", "patience=3s"], nil, "home at 3 s"),
  ])
  func `the picture is the one that simulate draws`(
    _ inputs: [String], _ scenario: String?, _ landing: String
  ) async throws {
    let given = JSONValue.array(inputs.map(JSONValue.string)).text()
    let named = JSONValue.string(scenario ?? "usual").text()
    let answer = try ask("picture", #""scenario": \#(named), "inputs": \#(given)"#)
    var world = TestWorld()
    world.files = [
      "flows/small.json": StudioSample.inputFlow, "flows/small.scenarios.json": StudioSample.inputScenarios,
    ]
    let words = ["simulate", "flows/small.json", "--format", "svg", "--scenario", scenario ?? "usual"]
    let outcome = await world.run(words + inputs.flatMap { ["--input", $0] })
    #expect(outcome.status == .fine)
    #expect(at(answer, "svg")?.string == outcome.data)
    let lines = (at(answer, "lines")?.array ?? []).compactMap(\.string)
    #expect(lines.contains { $0.contains(landing) }, "\(lines)")
  }

  @Test func `each input has a field with its value, and the value without changes`() throws {
    let answer = try ask(
      "picture", #""scenario": "guest", "inputs": ["signed-in=true", "patience=1s", "level=-0.50"]"#)
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
  }

  @Test func `the percentiles are those of the given inputs`() throws {
    let given = #""scenario": "usual", "inputs": ["patience=1s"], "page": "a", "number": 1"#
    #expect(at(try ask("figures", given), "figures", "1", "time") == 1_000_000_000)
  }

  @Test(arguments: [
    ("signed-in=yes", "the input 'signed-in' must be a boolean, not 'yes'"),
    ("site=east", "the input 'site' must be one of north, south, not 'east'"),
    ("level=high", "the input 'level' must be a number, not 'high'"),
    ("patience=9s", #"the input "patience" takes a duration from 500ms to 4s, not "9s""#),
    ("patience=", #"the input "patience" takes a duration from 500ms to 4s, not """#),
    ("nobody=1", "unknown input 'nobody'; expected one of: signed-in, site, level, name, patience"),
  ])
  func `a wrong value is explained`(_ input: String, _ message: String) throws {
    do throws(any Error) {
      _ = try ask("picture", #""scenario": "usual", "inputs": [\#(JSONValue.string(input).text())]"#)
      Issue.record("it was accepted: \(input)")
    } catch {
      #expect((error as? StudioProblem)?.message == message, "\(error)")
    }
  }

  @Test func `inputs are no part of the patch`() throws {
    let given = #""scenario": "usual", "inputs": ["signed-in=false"]"#
    #expect(at(try ask("patch", given), "patch") == "")
    #expect(at(try ask("picture", given), "changed") == false)
    #expect(throws: StudioProblem.self) { try ask("write", given + #", "version": 1"#) }
  }

  @Test func `a given input is not missing in the scenarios`() throws {
    let scenarios = #"{ "scenariosFor": "small.json", "scenarios": { "usual": {} } }"#
    let missing = try ask("picture", #""scenario": "usual""#, scenarios: scenarios)
    #expect(at(missing, "errors", "0")?.string?.contains("signed-in") == true)
    let given = try ask(
      "picture", #""scenario": "usual", "inputs": ["signed-in=true"]"#, scenarios: scenarios)
    #expect(at(given, "errors") == [])
  }
}
