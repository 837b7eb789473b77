import Foundation
import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

/// What of one kind is pointless or unwise in a flow without errors. `Goldens/warnings.txt` has the parts of each flow
/// and what is found in it.
@Suite struct WarningsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var code: DiagnosticCode
    var flow = FlowText()
    var found: [String] = []
    var testDescription: String { "\(code.rawValue) \(flow.steps)" }
  }

  private static func cases() throws -> [Case] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Goldens/warnings.txt")
    var code: DiagnosticCode?
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n").compactMap { part in
      let lines = part.split(separator: "\n").map(String.init)
      if let title = lines.first, title.hasPrefix("## ") {
        code = DiagnosticCode(rawValue: String(title.dropFirst(3).prefix { $0 != " " }))
        return nil
      }
      var tested = Case(code: try #require(code))
      for line in lines {
        let value = String(line.drop { $0 != " " }.dropFirst())
        switch line.prefix(while: { $0 != " " }) {
        case "steps:": tested.flow.steps = value
        case "pages:": tested.flow.pages = value
        case "landings:": tested.flow.landings = value
        case "more:": tested.flow.more = value
        case "none": break
        default: tested.found.append(line)
        }
      }
      return tested
    }
  }

  @Test(arguments: try cases()) func finds(_ tested: Case) {
    expect(tested.found, tested.code, in: tested.flow.text)
  }

  @Test func `the last page may be meant for errors`() {
    let text = FlowText(
      steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
      landings: #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "failed" }"#
    ).text
    let pages = #"{ "home": {}, "failed": { "kind": "error" } }"#
    expect([], .landingWithoutFallback, in: text.replacing(#"["home", "login"]"#, with: pages))
  }

  /// The same is found in the flow as a value.
  private func expect(_ wanted: [String], _ code: DiagnosticCode, in text: String) {
    let reading = Flow.check(SourceText(name: "flow.json", text: text))
    #expect(findings(reading.diagnostics.filter { $0.severity == .error }, in: text) == [])
    let found = reading.diagnostics.filter { $0.code == code }
    #expect(findings(found, in: text) == wanted)
    #expect(reading.document?.warnings().filter { $0.code == code }.count == found.count)
  }
}
