import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

/// A step with `each` becomes a group of one step for each element.
@Suite struct RepeatedStepTests {
  /// The steps of `DeclaredFlow.repeated`, written out.
  private static let written = #"""
    {
      "flow": "news", "deadline": "9s", "pages": ["front", "other"],
      "inputs": { "signed-in": { "type": "boolean" } },
      "services": { "news": { "baseURL": "https://example.com" } },
      "caches": { "feed-sports": { "maxAge": "2d" }, "feed-local": { "maxAge": "2d" } },
      "steps": {
        "first": { "value": 1 },
        "feeds": {
          "summary": "Loads a feed.", "needs": ["first"], "when": { "signed-in": true }, "afterLanding": "continue",
          "steps": {
            "feeds-sports": {
              "title": "Feed of sports",
              "http": {
                "service": "news", "path": "/sports/${first}", "query": { "a": "sports", "b": "$${each}" },
                "method": "POST", "json": { "each": ["sports", { "in": "xsports" }] }
              },
              "timeout": "2s", "results": { "own": { "at": "/name/sports", "equals": "sports" } },
              "valid": { "at": "/hosts", "hosts": ["sports.example.com"] },
              "fallback": [{ "cache": "feed-sports" }, { "action": "make", "with": "sports", "timeout": "1s" }],
              "store": "feed-sports"
            },
            "feeds-local": {
              "title": "Feed of local",
              "http": {
                "service": "news", "path": "/local/${first}", "query": { "a": "local", "b": "$${each}" },
                "method": "POST", "json": { "each": ["local", { "in": "xlocal" }] }
              },
              "timeout": "2s", "results": { "own": { "at": "/name/local", "equals": "local" } },
              "valid": { "at": "/hosts", "hosts": ["local.example.com"] },
              "fallback": [{ "cache": "feed-local" }, { "action": "make", "with": "local", "timeout": "1s" }],
              "store": "feed-local"
            }
          }
        },
        "ask": { "after": ["landing"], "action": "ask", "unbounded": true }
      },
      "landings": [
        {
          "page": "front",
          "when": {
            "feeds-sports": "own", "feeds-local": "own",
            "atLeast": { "count": 2, "of": [{ "feeds-sports": "available" }, { "feeds-local": "available" }] }
          }
        },
        {
          "page": "other",
          "when": {
            "any": [
              { "feeds-sports": "failed", "feeds-local": "failed", "signed-in": true }, { "feeds-sports": "skipped" },
              { "feeds-local": "skipped" }
            ]
          }
        },
        { "page": "other" }
      ],
      "promises": [{ "within": "3s", "landing": "front" }]
    }
    """#

  private static func read(_ text: String) -> DocumentReading<Flow> {
    Flow.check(SourceText(name: "news.json", text: text))
  }

  /// A flow with this step, and these landing rules before the last one.
  private static func flow(_ step: String, landings: String = "", caches: String = "{}") -> String {
    """
    {
      "flow": "news", "deadline": "9s", "pages": ["front"], "caches": \(caches),
      "steps": { "feeds": \(step) }, "landings": [\(landings){ "page": "front", "after": ["feeds"] }]
    }
    """
  }

  private static func messages(_ text: String) -> [String] {
    read(text).diagnostics.map { "\($0.place.range?.start.line ?? 0): \($0.message)" }
  }

  @Test func isTheFlowWrittenOut() throws {
    let flow = try Self.read(DeclaredFlow.repeated).get()
    #expect(flow.json.text() == (try Self.read(Self.written).get()).json.text())
    // What is written can be read, and is the same again.
    let again = try Self.read(flow.json.text()).get()
    #expect(again.json.text() == flow.json.text())
  }

  @Test(arguments: [
    (#"{ "each": [], "action": "load", "timeout": "1s" }"#, ["the list is empty; expected at least 1 entry"]),
    (#"{ "each": "sports", "action": "load", "timeout": "1s" }"#, ["expected a list, found text"]),
    (
      #"{ "each": ["sports", "Sports", "sports"], "action": "load", "timeout": "1s" }"#,
      ["the element \"sports\" is listed twice", "the element name \"Sports\" is not in kebab-case"]
    ),
    (#"{ "each": ["a"], "value": 1 }"#, ["\"each\" is only allowed with \"http\", \"action\" or \"cache\""]),
    (
      #"{ "each": ["a"], "steps": { "b": { "value": 1 } } }"#,
      ["\"each\" is only allowed with \"http\", \"action\" or \"cache\""]
    ),
    (#"{ "each": ["a", "b"], "action": "load" }"#, ["the step \"feeds-a\" has no time-out"]),
    (
      #"{ "each": ["a", "b"], "timeout": "1s" }"#, ["the step \"feeds\" needs one of", "\"timeout\" is only"]
    ),
    (#"{ "each": ["a", "b"], "action": "load", "timeout": "1" }"#, ["the duration \"1\" has no unit"]),
    (
      #"{ "each": ["a", "b"], "action": "load", "timeout": "1s", "failFast": true }"#,
      ["\"failFast\" is only"]
    ),
    (#"{ "each": ["a", "b"], "action": "load", "timeout": "1s", "store": "${each}" }"#, ["no cache \"a\""]),
    (
      #"{ "each": ["a", "b"], "action": "load", "timeout": "1s", "with": "${each/x}" }"#,
      ["no step or input \"each\""]
    ),
    (
      #"{ "each": ["a", "b"], "action": "load", "timeout": "1s", "needs": ["other"] }"#, ["no step \"other\""]
    ),
    (
      #"{ "each": ["a"], "http": { "url": "https://x.example.com/${each}" }, "timeout": "1s", "valid": { "at": "${each}", "exists": true } }"#,
      ["\"a\" is not a JSON Pointer"]
    ),
    (#"{ "each": ["a"], "http": { "url": "${each}" }, "timeout": "1s" }"#, ["an address must start with"]),
    (#"{ "each": ["a", "b"], "action": "load", "timeout": "1s", "colour": 1 }"#, ["unknown key \"colour\""]),
  ])
  func mistakesAreReportedOnceAtTheStep(_ step: String, _ expected: [String]) {
    let errors = Self.read(Self.flow(step)).diagnostics.filter { $0.severity == .error }
    #expect(errors.count == expected.count, "\(errors.map(\.message))")
    for (error, part) in zip(errors, expected) {
      #expect(error.message.contains(part))
      #expect(error.place.range?.start.line == 3)
    }
  }

  /// What an unreadable list leaves unknown is not reported a second time.
  @Test(arguments: [
    ("[]", ["the list is empty; expected at least 1 entry"]),
    ("[1]", ["expected text, found a number"]),
    (#"["a", "a"]"#, ["the element \"a\" is listed twice"]),
    (#"["a", 2]"#, ["expected text, found a number"]),
  ])
  func anUnreadableListIsTheOnlyMistake(_ elements: String, _ expected: [String]) {
    let step = #"""
      {
        "each": \#(elements), "action": "load", "timeout": "1s", "store": "kept-${each}",
        "fallback": [{ "cache": "kept-${each}" }]
      }, "y": { "needs": ["feeds-a"], "value": 1 }
      """#
    let landings = #"""
      { "page": "front", "when": { "atLeast": { "count": 2, "of": [{ "feeds-*": "available" }] } } },
      { "page": "front", "when": { "feeds-*": "available" } },
      """#
    func errors(_ text: String) -> [String] {
      Self.read(text).diagnostics.filter { $0.severity == .error }.map(\.message)
    }
    #expect(
      errors(Self.flow(step, landings: landings, caches: #"{ "kept": { "each": "feeds" } }"#)) == expected)
  }

  @Test func tooManyAreRefused() {
    let names = (1...101).map { "\"e\($0)\"" }.joined(separator: ", ")
    #expect(
      Self.messages(Self.flow(#"{ "each": [\#(names)], "action": "load", "timeout": "1s" }"#)) == [
        "3: expected at most 100 entries, found 101"
      ])
    let long = String(repeating: "e", count: 195)
    #expect(
      Self.messages(Self.flow(#"{ "each": ["\#(long)"], "action": "load", "timeout": "1s" }"#)) == [
        "3: \"feeds-\(long)\" is longer than 200 bytes"
      ])
  }

  /// A short text must not become a large flow: what is repeated is bounded as if it were written out.
  @Test func repetitionIsBounded() {
    let names = (1...100).map { "\"e\($0)\"" }.joined(separator: ", ")
    let expected = "with this step, the steps that \"each\" repeats exceed 1 MiB when written out"
    func found(_ step: String, landings: String = "", caches: String = "{}") -> [String] {
      Self.read(Self.flow(step, landings: landings, caches: caches)).diagnostics.filter {
        $0.severity == .error
      }
      .map(\.message)
    }
    let step = #"{ "each": [\#(names)], "action": "load", "timeout": "1s" }"#
    let long = String(repeating: "x", count: 11_000)
    #expect(
      found(#"{ "each": [\#(names)], "action": "load", "timeout": "1s", "with": "\#(long)" }"#) == [expected])
    let conditions = Array(repeating: #"{ "feeds-*": "failed" }"#, count: 2_000).joined(separator: ", ")
    #expect(
      found(step, landings: #"{ "page": "front", "when": { "any": [\#(conditions)] } }, "#) == [expected])
    let caches = (1...2_000).map { #""c\#($0)": { "each": "feeds" }"# }.joined(separator: ", ")
    #expect(found(step, caches: "{ \(caches) }") == [expected])
    #expect(found(step, landings: #"{ "page": "front", "when": { "feeds-*": "failed" } }, "#) == [])
  }

  @Test(arguments: [
    (#"{ "page": "front", "when": { "feed-*": "available" } }, "#, "no step or input \"feed-*\" is declared"),
    (
      #"{ "page": "front", "when": { "atLeast": { "count": 3, "of": [{ "feeds-*": "available" }] } } }, "#,
      "3 of 2 conditions never hold"
    ),
    (#"{ "page": "front", "when": { "feeds-*": "fine" } }, "#, "\"fine\" is"),
  ])
  func patternsNameElementsOnly(_ landing: String, _ message: String) {
    let errors = Self.read(
      Self.flow(#"{ "each": ["a", "b"], "action": "load", "timeout": "1s" }"#, landings: landing)
    )
    .diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect(errors.first?.message.contains(message) == true)
    if message.hasPrefix("3 of") { #expect(errors.first?.advice == "write a number from 1 to 2") }
  }

  @Test func patternsHaveTheirOwnPlaces() {
    let step = #"{ "each": ["a", "b"], "action": "load", "timeout": "1s" }"#
    let condition = "{ \"page\": \"front\",\n\"when\": {\n\"feeds-*\": \"fine\" } },\n"
    #expect(
      Self.messages(Self.flow(step, landings: condition)) == [
        "5: \"fine\" is not a result, failure or status of \"feeds-a\""
      ])
    let waiting = #"{ "page": "front", "after": ["feeds-*"] }, "#
    #expect(
      Self.messages(Self.flow(step, landings: waiting)).contains(
        "3: \"feeds-*\" is for conditions only; the group of these steps is \"feeds\""))
    let caches = "{ \"kept\": { \"each\": \"feeds\" },\n\"kept-a\": {} }"
    let errors = Self.read(Self.flow(step, caches: caches)).diagnostics.filter { $0.severity == .error }
    let places = errors.map { ($0.place.range?.start.line, $0.notes.first?.place.range?.start.line) }
    #expect(places.map(\.0) == [3] && places.map(\.1) == [2])
  }

  /// An element may be asked beside all of them.
  @Test func aConditionWithAnElementTwiceIsWritten() throws {
    let step = #"{ "each": ["a", "b"], "action": "load", "timeout": "1s" }"#
    let landing =
      #"{ "page": "front", "when": { "feeds-b": ["failed", "timed-out"], "feeds-*": "unavailable" } }, "#
    let flow = try Self.read(Self.flow(step, landings: landing)).get()
    let resolved = try Self.read(String(decoding: flow.resolvedText, as: UTF8.self)).get()
    let facts = [flow, resolved].map { flow in flow.landings[0].when?.facts(at: .whole).map { $0.words.count }
    }
    #expect(facts == [[2, 1, 1], [2, 1, 1]])
  }

  @Test func aCacheNamesAStepWithElements() {
    let step = #"{ "action": "load", "timeout": "1s" }"#
    let errors = Self.messages(Self.flow(step, caches: #"{ "feed": { "each": "feeds" } }"#))
    #expect(errors.contains { $0.contains("no step \"feeds\" has \"each\"") })
  }

  @Test func scenariosNameAllElements() throws {
    let flow = try Self.read(DeclaredFlow.repeated).get()
    let text = #"""
      {
        "scenariosFor": "news.json",
        "defaults": {
          "inputs": { "signed-in": true },
          "steps": { "feeds-*": { "hang": true }, "feeds-*.fallback": { "error": "error" }, "feeds-local": { "result": "own" } }
        },
        "scenarios": {
          "one": { "expect": { "steps": { "feeds-*": "failed", "feeds-local": "own" } } }
        }
      }
      """#
    let file = try ScenarioFile.read(SourceText(name: "s.json", text: text), for: flow).get()
    #expect(
      file.defaults.steps.map(\.step) == [
        "feeds-sports", "feeds-sports.fallback", "feeds-local.fallback", "feeds-local",
      ])
    #expect(file.scenarios[0].expect?.steps.map(\.step) == ["feeds-sports", "feeds-local"])
    let wrong = text.replacing("\"feeds-*\": { \"hang\": true }", with: "\"feed-*\": { \"hang\": true }")
      .replacing("{ \"result\": \"own\" }", with: "{ \"result\": \"none\" }")
    let found = ScenarioFile.read(SourceText(name: "s.json", text: wrong), for: flow).diagnostics.map(
      \.message)
    #expect(
      found == ["the flow has no step \"feed-*\"", "\"none\" is not a result or failure of \"feeds-local\""])
  }
}
