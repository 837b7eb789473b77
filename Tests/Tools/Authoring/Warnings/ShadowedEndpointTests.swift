import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowAuthoring

@Suite struct ShadowedEndpointTests {
  private static func diagnostics(_ endpoints: [String]) -> [Diagnostic] {
    let list = endpoints.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = """
      {
        "switch": "till",
        "factors": {
          "service": {
            "watch": { "trade": [\(list)] },
            "trigger": { "failures": 2, "within": "30s" },
            "confirm": {
              "http": { "url": "https://qos.example.com/decide" }, "timeout": "3s",
              "results": { "faulty": { "at": "/fault", "equals": true } }
            },
            "poll": { "every": "15s" },
            "keep": "5m"
          }
        }
      }
      """
    let found = OfflineSwitchDocument.check(SourceText(name: "switch.json", text: text)).diagnostics
    #expect(found.allSatisfy { $0.code == .shadowedEndpoint }, "\(found.map(\.message).prefix(3))")
    return found
  }

  @Test func `many endpoints are all compared`() {
    let many = (0..<1000).map { "/trade/\($0)" }
    let found = Self.diagnostics(many + ["GET /trade/7"])
    #expect(found.map(\.message) == ["calls to \"GET /trade/7\" already count for \"/trade/7\""])
  }

  @Test func `a search that is stopped says so`() {
    let found = Self.diagnostics((0..<1500).map { "/trade/\($0)" })
    #expect(found.map(\.message) == ["the search for covered endpoints stopped at \"/trade/1414\""])
  }

  @Test(arguments: [
    ("/trade/*", "a.b.c/trade/x", true), ("*.b.c/trade/*", "a.b.c/trade/x", true), ("*.c/*", "*.b.c/x", true),
    ("a.b.c/*", "/x", false), ("a.b.c/*", "*.b.c/x", false), ("*.b.c/*", "b.c/x", false),
  ])
  func `covers hosts`(_ pattern: String, other: String, expected: Bool) throws {
    #expect(try #require(Endpoint(pattern)).covers(try #require(Endpoint(other))) == expected)
  }
}
