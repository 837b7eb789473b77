import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct MissingInputTests {
  static let inputs = #"""
    "inputs": { "signed-in": { "type": "boolean" }, "build": { "type": "number", "default": 1 } },
    """#

  static let texts: [WrongText] = [
    WrongText(
      #"{ "scenariosFor": "f.json", "scenarios": { "s": {}, "t": { "inputs": { "signed-in": true } } } }"#,
      "LF012 ‹\"s\"› the scenario has no value for the input \"signed-in\", which has no default (add \"inputs\": { \"signed-in\": true } to it, or to \"defaults\")"
    ),
    WrongText(
      #"{ "scenariosFor": "f.json", "defaults": { "inputs": { "signed-in": true } }, "scenarios": { "s": {} } }"#
    ),
    WrongText(
      #"{ "scenariosFor": "f.json", "scenarios": { "s": { "inputs": { "signed-inn": true } } } }"#,
      "LF004 ‹\"signed-inn\"› the flow has no input \"signed-inn\" (did you mean \"signed-in\"?)"),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) throws {
    let text = FlowText(more: Self.inputs).text
    let flow = try #require(Flow.read(SourceText(name: "f.json", text: text)).document)
    #expect(findings(inScenarios: wrong.text, flow: flow) == wrong.found)
  }

  @Test func `a scenario may omit an input that is set elsewhere`() throws {
    let text = FlowText(more: Self.inputs).text
    let flow = try #require(Flow.read(SourceText(name: "f.json", text: text)).document)
    let scenarios = SourceText(
      name: "f", text: #"{ "scenariosFor": "f.json", "scenarios": { "s": {} } }"#)
    #expect(ScenarioFile.read(scenarios, for: flow, inputsGiven: ["signed-in"]).diagnostics == [])
    #expect(
      ScenarioFile.read(scenarios, for: flow, inputsGiven: ["build"]).diagnostics.map(\.code) == [.missingKey]
    )
  }
}
