import Foundation
import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

@Suite struct GenerateCommandTests {
  static let flow = #"""
    {
      "flow": "shop-launch", "summary": "From the start to the shop.", "deadline": "5s",
      "inputs": { "signed-in": { "type": "boolean" }, "tries": { "type": "number", "default": 3 } },
      "pages": ["home", "default"],
      "environments": ["release", "test"],
      "steps": {
        "get-order": { "action": "get-order", "type": "API.Order", "timeout": "1s" },
        "ask": { "action": "ask \"user\"", "when": { "signed-in": true }, "timeout": "1s" },
        "send": {
          "needs": ["get-order"],
          "http": {
            "url": "https://x.example.com", "method": "POST",
            "form": { "photo": "door", "order": { "json": "${get-order}" } }
          },
          "timeout": "1s"
        }
      },
      "landings": [{ "page": "home", "when": { "get-order": "available" } }, { "page": "default" }]
    }
    """#

  private static func outcome(_ text: String, _ words: [String] = ["swift", "x.json"]) async
    -> TestWorld.Outcome
  {
    var world = TestWorld()
    world.files = ["x.json": text]
    return await world.run(["generate"] + words)
  }

  @Test func `a flow becomes a type`() async throws {
    let outcome = await Self.outcome(Self.flow)
    #expect(outcome.status == .fine)
    try Golden.expect(outcome.data, in: "generate.swift.txt")
  }

  /// Text of the file never becomes code.
  @Test(arguments: [
    "a\"; fatalError() //", "\\(fatalError())", "x\nfatalError()", "*/ }", "1", "é", "self", "init",
  ])
  func hostileTextStaysText(_ name: String) async throws {
    let quoted = JSONValue.string(name).text()
    let outcome = await Self.outcome(
      """
      { "flow": "x", "summary": \(quoted), "deadline": "5s", "pages": ["home"],
        "steps": { "a": { "action": \(quoted), "timeout": "1s" }, "b": { "action": "a", "timeout": "1s" } },
        "landings": [{ "page": "home" }] }
      """)
    #expect(outcome.status == .fine, "\(outcome.diagnostics)")
    // Every line outside of literals and comments is the generator's own.
    let lines = outcome.data.split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    let code = lines.map { $0.replacing(/"(\\.|[^"\\])*"/, with: "\"\"") }.joined(separator: "\n")
    #expect(!code.contains("fatalError()"))
    #expect(!code.contains("\"" + "\"" + "\""))
  }

  @Test func `a type that is not a name is an error`() async throws {
    let outcome = await Self.outcome(Self.flow.replacing("API.Order", with: "Order { }"))
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics.contains("\"Order { }\" is not the name of a type"))
  }
}
