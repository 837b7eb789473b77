import LaunchFlowCommand
import Testing

/// What `compat` says of a change.
@Suite struct CompatCommandTests {
  private static let old = """
    { "flow": "shop", "deadline": "4s", "pages": ["home", "login"], "signals": ["first-frame"],
      "inputs": { "signed-in": { "type": "boolean" } }, "caches": { "token": { "scope": "user" } },
      "steps": {
        "ask": { "http": { "url": "https://api.example.com/ask" }, "timeout": "2s", "store": "token",
          "fallback": [{ "cache": "token" }], "when": { "signed-in": true } },
        "count": { "action": "count", "timeout": "1s" },
        "drawn": { "after": ["landing"], "await": "first-frame", "timeout": "1s" }
      },
      "landings": [{ "page": "home", "when": { "ask": "available" } }, { "page": "login", "after": ["count"] }],
      "promises": [{ "within": "3s" }, { "if": { "signed-in": false }, "then": { "landing": "login" } }] }
    """

  private static func compat(_ new: String, _ words: [String] = []) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.files = ["old.json": old, "new.json": new]
    return await world.run(["compat", "old.json", "new.json"] + words)
  }

  @Test func `the same flow changes nothing`() async {
    let outcome = await Self.compat(Self.old)
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        shop: apps with the old flow take the new one
          deadline: 4s, as before
          latest landing: 2s, as before

        """)
  }

  @Test func `a faster call is told by page`() async {
    let outcome = await Self.compat(Self.old.replacing("\"2s\"", with: "\"1500ms\""))
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        shop: apps with the old flow take the new one
          deadline: 4s, as before
          latest landing: 2s → 1s500ms
          latest landing on home: 2s → 1s500ms
          latest landing on login: 2s → 1s500ms

        """)
  }

  /// Everything that an app may lack at once.
  private static let demanding =
    old.replacing(#""pages": ["home", "login"]"#, with: #""pages": ["home", "login", "shop"]"#)
    .replacing(#""signals": ["first-frame"]"#, with: #""signals": ["first-frame", "unlocked"]"#)
    .replacing(#""action": "count""#, with: #""action": "tally""#)
    .replacing("api.example.com", with: "api.example.net")
    .replacing(#""token": { "scope": "user" }"#, with: #""token": { "scope": "user" }, "city": {}"#)
    .replacing(#""promises": [{ "within": "3s" }, "#, with: #""promises": [{ "within": "4s" }, "#)
    .replacing(
      #""drawn": {"#,
      with: ##""unlocked": { "after": ["landing"], "await": "unlocked", "timeout": "1s" }, "drawn": {"##)

  @Test func `what apps lack is listed, and what changes`() async {
    let outcome = await Self.compat(Self.demanding, ["--ascii"])
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.data == """
        shop: apps with the old flow refuse the new one
        NO the app has no action "tally"
        NO the app has no page "shop"
        NO the app gives no signal "unlocked"
        NO the app has no cache "city"
        NO the bundled flow does not allow requests to https://api.example.net
          deadline: 4s, as before
          latest landing: 2s, as before
        + page shop
        - server https://api.example.com
        + server https://api.example.net
        - action count
        + action tally
        + signal unlocked
        + cache city
        - promise 1 { "within": "3s" } is not made any more, but kept

        """)
  }

  @Test func `the same for a pull request`() async {
    let outcome = await Self.compat(Self.demanding, ["--format", "markdown"])
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.data == """
        ### shop: apps with the old flow refuse the new one

        - ❌ the app has no action "tally"
        - ❌ the app has no page "shop"
        - ❌ the app gives no signal "unlocked"
        - ❌ the app has no cache "city"
        - ❌ the bundled flow does not allow requests to https://api.example.net

        | | old | new |
        | --- | --- | --- |
        | deadline | 4s | 4s |
        | latest landing | 2s | 2s |

        - added: page `shop`
        - removed: server `https://api.example.com`
        - added: server `https://api.example.net`
        - removed: action `count`
        - added: action `tally`
        - added: signal `unlocked`
        - added: cache `city`
        - promise 1 { "within": "3s" } is not made any more, but kept

        """)
  }

  @Test func `an action and a signal that apps have already are no reason to refuse`() async {
    let more = Self.old.replacing(#""action": "count""#, with: #""action": "tally""#)
    #expect(await Self.compat(more).status == .problemsFound)
    #expect(await Self.compat(more, ["--action", "tally"]).status == .fine)
    // A signal that nobody awaits any more is the app's to give in vain.
    let fewer = Self.old.replacing(#""signals": ["first-frame"],"#, with: "").replacing(
      #""drawn": { "after": ["landing"], "await": "first-frame", "timeout": "1s" }"#,
      with: #""drawn": { "after": ["landing"], "value": 1 }"#)
    let outcome = await Self.compat(fewer)
    #expect(outcome.status == .fine)
    #expect(outcome.data.contains("\n- signal first-frame\n"))
  }

  @Test(arguments: [
    ("\"2s\"", "\"6s\"", "a run breaks promise 1 of the bundled flow"),
    (#""deadline": "4s""#, #""deadline": "1s""#, nil),
    (#""flow": "shop""#, #""flow": "store""#, "the package contains another flow, \"store\""),
    (#""type": "boolean""#, #""type": "boolean", "default": true"#, nil),
    (
      #""inputs": { "#, #""inputs": { "age": { "type": "number" }, "#,
      "the app does not give the input \"age\", which has no default"
    ),
    (#""scope": "user""#, #""scope": "device""#, "the cache \"token\" has another scope"),
  ])
  func `a change that breaks what was promised is refused`(_ part: String, _ other: String, _ reason: String?)
    async
  {
    let outcome = await Self.compat(Self.old.replacing(part, with: other))
    #expect(
      outcome.status == (reason == nil ? .fine : .problemsFound), "\(outcome.data)\(outcome.diagnostics)")
    if let reason { #expect(outcome.data.contains("✗ \(reason)\n"), "\(outcome.data)") }
  }

  @Test func `a flow with errors is not compared`() async {
    let outcome = await Self.compat(#"{ "flow": "shop" }"#)
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data == "")
  }
}
