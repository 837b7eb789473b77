import Testing

@testable import LaunchFlowModel

@Suite struct IdleRetryTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 1 } }"#
      ).text,
      "LF016 ‹1› \"attempts\" counts the first one, so this never tries again (write 2 or more, or take \"retry\" out)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a", "method": "POST" }, "timeout": "2s", "retry": { "attempts": 3 } }"#
      ).text,
      "LF016 ‹\"retry\"› a POST is tried again only for what \"on\" names, so this never tries again (add \"on\": [\"network\"] if the server may get it twice, or take \"retry\" out)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 3, "on": [] } }"#
      ).text,
      "LF016 ‹[]› no class of error is named, so this never tries again (name some, such as [\"network\", \"timeout\"], or take \"on\" out)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "deadline": "3s", "retry": { "attempts": 3, "delay": "5s", "jitter": "none" } }"#
      ).text,
      "LF016 ‹\"retry\"› the wait of 5s before the second attempt outlasts its deadline, so this never tries again (shorten the wait, or raise the deadline) +2:96 its deadline stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""g": { "deadline": "2s", "steps": { "a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 3, "on": ["timeout"] } } } }"#
      ).text,
      "LF016 ‹\"retry\"› only a time-out is tried again, and the first one (2s) leaves nothing of the deadline of its group \"g\" (shorten the time-out, or raise the deadline) +2:33 the deadline of its group \"g\" stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 3, "delay": "5s" } }, "b": { "http": { "url": "https://x.example.com/a", "method": "POST" }, "timeout": "2s", "retry": { "attempts": 3, "on": ["network"] } }, "c": { "http": { "url": "https://x.example.com/a" }, "timeout": "10s", "afterLanding": "continue", "retry": { "attempts": 2, "on": ["timeout"] } }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.idleRetry, inFlow: wrong.text) == wrong.found)
  }
}
