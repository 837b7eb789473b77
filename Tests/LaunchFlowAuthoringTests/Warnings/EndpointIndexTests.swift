import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowAuthoring

/// Finding an endpoint that covers another one, without comparing each with each.
@Suite struct EndpointIndexTests {
  static let texts = ["", "GET ", "a.b.c", "GET *.c"].flatMap { method in
    ["/", "/a", "/*", "/a/b", "/a/*", "/*/b", "/*/*", "/a/*/c", "/a/b/c", "/*/b/*", "//", "/b/*/*"].map {
      method + $0
    }
  }

  /// The same as comparing each with all before it, in several orders.
  @Test func `the first that covers another is found`() throws {
    let texts = Self.texts
    for turn in 0..<texts.count {
      let endpoints = try (texts[turn...] + texts[..<turn]).map { try #require(Endpoint($0)) }
      var index = EndpointIndex()
      for (number, endpoint) in endpoints.enumerated() {
        let expected = endpoints[..<number].firstIndex { $0.covers(endpoint) }
        #expect(index.first(covering: endpoint) == expected, "\(endpoint.text)")
        index.add(endpoint, number)
      }
    }
  }

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
    let many = (0..<2000).map { "/trade/\($0)" }
    let found = Self.diagnostics(many + ["GET /trade/7"])
    #expect(found.map(\.message) == ["calls to \"GET /trade/7\" already count for \"/trade/7\""])
  }

  @Test func `a search ends with its budget`() throws {
    var index = EndpointIndex(budget: 3)
    index.add(try #require(Endpoint("/a/*/c")), 0)
    let covered = try #require(Endpoint("GET /a/b/c"))
    #expect(index.first(covering: covered) == nil)
    #expect(index.budget == 0)
    index = EndpointIndex(budget: 4)
    index.add(try #require(Endpoint("/a/*/c")), 0)
    #expect(index.first(covering: covered) == 0)
  }

  /// All ways to put `*` into a long path: each search would follow as many branches as there are patterns. It takes the
  /// whole budget of a switch, and so is for deep runs.
  @Test(.enabled(if: depth > 1)) func `a search that is stopped says so`() {
    let patterns = (0..<1 << 14).map { ways in
      "/" + (0..<14).map { ways >> $0 & 1 == 0 ? "a" : "*" }.joined(separator: "/") + "/\(ways)"
    }
    let found = Self.diagnostics(patterns)
    #expect(found.count == 1)
    #expect(found[0].message.hasPrefix("the search for covered endpoints stopped at \"/"))
  }
}
