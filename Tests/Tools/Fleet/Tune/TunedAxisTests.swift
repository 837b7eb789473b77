import Foundation
import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

/// What `--vary` names.
@Suite struct TunedAxisTests {
  static func flow() throws -> Flow {
    try Fleet.plan(
      #"""
      { "flow": "keys", "deadline": "9s", "pages": ["home"], "defaults": { "timeout": "5s" }, "signals": ["ready"],
        "steps": {
          "ask": { "http": { "url": "https://example.com/ask" }, "retry": { "attempts": 2, "maxDelay": "1s" } },
          "both": { "deadline": "8s", "steps": {
            "tell": { "action": "tell", "timeout": "2s", "maxTimeout": "4s", "useFallbackAfter": "1s",
              "fallback": [{ "value": 1 }] },
            "pause": { "await": "300ms" } } },
          "wait": { "await": "ready", "timeout": "1s" },
          "read": { "value": 3 } },
        "landings": [{ "page": "home", "after": ["ask", "both", "wait", "read"] }] }
      """#
    ).flow
  }

  static func read(_ text: String) throws(InvalidText) -> [TunedAxis] {
    let flow: Flow
    do {
      flow = try Self.flow()
    } catch {
      throw InvalidText("\(error)")
    }
    return try TunedAxis.read(text, of: flow, points: 10)
  }

  @Test(arguments: [
    ("ask.timeout=1s..2s", "/steps/ask/timeout", "1s 1200ms 1400ms 1600ms 1800ms 2s"),
    ("ask.retry.attempts=1..4", "/steps/ask/retry/attempts", "1 2 3 4"),
    ("ask.retry.attempts=1..1000", "/steps/ask/retry/attempts", "1 200 400 600 800 1000"),
    ("ask.retry.maxDelay=none,300ms,200ms", "/steps/ask/retry/maxDelay", "200ms 300ms none"),
    ("tell.useFallbackAfter=1s..1s", "/steps/both/steps/tell/useFallbackAfter", "1s"),
    ("both.deadline=7s..20s", "/steps/both/deadline", "7s 8s 10s 12s 14s 16s 18s 20s"),
    ("ask.retry.maxDelay=none,3s,200ms", "/steps/ask/retry/maxDelay", "200ms 3s none"),
    ("pause.await=0s,1s", "/steps/both/steps/pause/await", "0s 1s"),
    ("deadline=2s,3s", "/deadline", "2s 3s"),
  ])
  func `a path and its values`(text: String, path: String, values: String) throws {
    let axis = try #require(try Self.read(text).first)
    #expect("/" + axis.path.tokens.joined(separator: "/") == path)
    let shown = axis.values.map { value in
      value.map { $0 % 1_000_000_000 == 0 || axis.key.isCount ? axis.text($0) : "\($0 / 1_000_000)ms" }
        ?? "none"
    }
    #expect(shown.joined(separator: " ") == values)
  }

  @Test func `a star means each step that has the key`() throws {
    #expect(try Self.read("*.timeout=1s,2s").map(\.name) == ["ask.timeout", "tell.timeout", "wait.timeout"])
    #expect(try Self.read("*.retry.attempts=1,2").map(\.name) == ["ask.retry.attempts"])
  }

  @Test func `elements of a step have one value in the file, so they vary as that step`() throws {
    let flow = try Fleet.plan(
      #"""
      { "flow": "news", "deadline": "9s", "pages": ["home"], "steps": {
          "feeds": { "each": ["world", "sports"], "http": { "url": "https://example.com/${each}" }, "timeout": "2s" },
          "alerts": { "action": "ask", "after": ["landing"], "unbounded": true } },
        "landings": [{ "page": "home", "after": ["feeds"] }] }
      """#
    ).flow
    let axes = try TunedAxis.read("*.timeout=1s,3s", of: flow, points: 10)
    #expect(axes.map(\.name) == ["feeds.timeout"])
    let text = #"{"flow":"news","steps":{"feeds":{"each":["world","sports"],"timeout":"2s"}}}"#
    let changed = TunedFile(SourceText(name: "news", text: text), flow).text([.init(axis: axes[0], value: 3)])
    #expect(changed.map { String(decoding: $0.bytes, as: UTF8.self) } == text.replacing("2s", with: "3ns"))
  }

  @Test(arguments: [
    ("ask.timeout", "'ask.timeout' has no values; write 'ask.timeout=2s500ms..10s', for example"),
    ("=1s", "'=1s' has no values; write 'ask.timeout=2s500ms..10s', for example"),
    ("aks.timeout=1s", "'aks.timeout' cannot vary; did you mean 'ask.timeout'?"),
    ("ask.timeot=1s", "'ask.timeot' cannot vary; did you mean 'ask.timeout'?"),
    (
      "ask.maxTimeout=1s",
      "'ask.maxTimeout' cannot vary; did you mean 'ask.timeout'?"
    ),
    (
      "read.timeout=1s",
      "'read.timeout' cannot vary; expected one of: deadline, ask.timeout, ask.deadline, ask.useFallbackAfter, "
        + "ask.retry.attempts, ask.retry.delay, ask.retry.maxDelay, both.deadline, tell.timeout, tell.maxTimeout, "
        + "tell.deadline, tell.useFallbackAfter, tell.retry.attempts, pause.await, wait.timeout"
    ),
    (
      "ask=1s",
      "'ask' cannot vary; expected one of: ask.timeout, ask.deadline, ask.useFallbackAfter, "
        + "ask.retry.attempts, ask.retry.delay, ask.retry.maxDelay"
    ),
    ("dedline=1s", "'dedline' cannot vary; did you mean 'deadline'?"),
    (
      "*.poll.every=1s",
      "'*.poll.every' cannot vary; expected one of: deadline, ask.timeout, ask.deadline, ask.useFallbackAfter, "
        + "ask.retry.attempts, ask.retry.delay, ask.retry.maxDelay, both.deadline, tell.timeout, tell.maxTimeout, "
        + "tell.deadline, tell.useFallbackAfter, tell.retry.attempts, pause.await, wait.timeout"
    ),
    ("ask.timeout=10s..1s", "ask.timeout: the range 10s..1s is reversed; write 1s..10s"),
    ("ask.timeout=1..10", "ask.timeout: '1' is not a time; did you mean '1s'?"),
    ("ask.timeout=1s..", "ask.timeout: '' is not a time; write '1500ms', for example"),
    ("ask.timeout=99999d", "ask.timeout: '99999d' is not a time; write '1500ms' or 'none', for example"),
    ("ask.timeout=-1s", "ask.timeout: '-1s' is not a time; write '1500ms' or 'none', for example"),
    ("ask.retry.delay=none", "ask.retry.delay: 'none' is not a time; write '1500ms', for example"),
    (
      "ask.retry.attempts=0..4",
      "ask.retry.attempts: '0' is not a number of attempts; write a whole number from 1 to 1000"
    ),
    (
      "ask.retry.attempts=1..1001",
      "ask.retry.attempts: '1001' is not a number of attempts; write a whole number from 1 to 1000"
    ),
    ("deadline=none", "deadline: 'none' is not a time; write '1500ms', for example"),
  ])
  func `a wrong path or value says what to write`(text: String, message: String) {
    do throws(InvalidText) {
      let axes = try Self.read(text)
      Issue.record("\(text) was read as \(axes.map(\.name))")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `a step of an included file varies in that file`() throws {
    func read(_ name: String) throws -> SourceText {
      let url = packageFolder.appending(path: "examples/Modules/" + name)
      return SourceText(name: name, text: try String(contentsOf: url, encoding: .utf8))
    }
    let flow = try #require(
      Flow.read(try read("super-app.flow.json"), including: { try? read($0) }).document)
    do throws(InvalidText) {
      _ = try TunedAxis.read("chat-open-store.timeout=1s..2s", of: flow, points: 10)
      Issue.record("a key of another file varies")
    } catch {
      #expect(
        error.description
          == "'chat-open-store.timeout' cannot vary here: 'chat' includes its step from chat.flow.json; tune that file"
      )
    }
  }

  @Test func `the longest range stays within its points`() throws {
    for text in ["ask.timeout=0s..36500d", "ask.timeout=0s..1ns", "ask.timeout=1ns..36500d"] {
      let axis = try #require(try Self.read(text).first)
      #expect((2...12).contains(axis.values.count), "\(text): \(axis.values)")
      #expect(axis.values.compactMap(\.self) == axis.values.compactMap(\.self).sorted())
    }
    let many = (0..<1_001).map { "\($0)ms" }.joined(separator: ",")
    #expect(throws: InvalidText.self) { try Self.read("ask.timeout=" + many) }
  }
}
