import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct IdleRetryTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 1 } }"#
      ).text,
      "LF016 ‹1› \"attempts\" includes the first one, so nothing is retried (write 2 or more, or remove \"retry\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a", "method": "POST" }, "timeout": "2s", "retry": { "attempts": 3 } }"#
      ).text,
      "LF016 ‹\"retry\"› a POST is retried only for the error classes in \"on\", so nothing is retried (add \"on\": [\"network\"] if the server may get it twice, or remove \"retry\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 3, "on": [] } }"#
      ).text,
      "LF016 ‹[]› no class of error is named, so nothing is retried (name some, such as [\"network\", \"timeout\"], or remove \"on\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "deadline": "3s", "retry": { "attempts": 3, "delay": "5s", "jitter": "none" } }"#
      ).text,
      "LF016 ‹\"retry\"› the wait of 5s before the second attempt outlasts its deadline, so nothing is retried (shorten the wait, or raise the deadline) +2:96 its deadline is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""g": { "deadline": "2s", "steps": { "a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "retry": { "attempts": 3, "on": ["timeout"] } } } }"#
      ).text,
      "LF016 ‹\"retry\"› only a time-out is retried, and the first one (2s) uses up the deadline of its group \"g\" (shorten the time-out, or raise the deadline) +2:33 the deadline of its group \"g\" is here"
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

@Suite struct ShadowedTimeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "5s", "deadline": "3s" }"#
      ).text,
      "LF017 ‹\"5s\"› the time-out of 5s is never reached: its deadline comes first, after 3s (write at most \"3s\", or raise the deadline) +2:96 its deadline is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""g": { "deadline": "3s", "steps": { "a": { "http": { "url": "https://x.example.com/a" }, "timeout": "5s", "deadline": "4s", "fallback": [{ "action": "x", "timeout": "3500ms" }] } } }"#
      ).text,
      "LF017 ‹\"5s\"› the time-out of 5s is never reached: the deadline of its group \"g\" comes first, after 3s (write at most \"3s\", or raise the deadline) +2:33 the deadline of its group \"g\" is here",
      "LF017 ‹\"4s\"› the deadline of 4s is never reached: the deadline of its group \"g\" comes first, after 3s (write at most \"3s\", or raise the deadline) +2:33 the deadline of its group \"g\" is here",
      "LF017 ‹\"3500ms\"› the time-out of 3s500ms is never reached: the deadline of its group \"g\" comes first, after 3s (write at most \"3s\", or raise the deadline) +2:33 the deadline of its group \"g\" is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "20s" }, "g": { "deadline": "11s", "steps": { "b": { "value": 1 } } }"#
      ).text,
      "LF017 ‹\"20s\"› the time-out of 20s is never reached: the flow's deadline comes first, after 10s (write at most \"10s\", or raise the deadline) +1:31 the flow's deadline is here",
      "LF017 ‹\"11s\"› the deadline of 11s is never reached: the flow's deadline comes first, after 10s (write at most \"10s\", or raise the deadline) +1:31 the flow's deadline is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" } }, "b": { "http": { "url": "https://x.example.com/a" } }"#,
        more: #""defaults": { "timeout": "30s" },"#
      ).text,
      "LF017 ‹\"30s\"› the time-out of 30s is never reached: the flow's deadline comes first, after 10s (write at most \"10s\", or raise the deadline) +1:31 the flow's deadline is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "afterLanding": "continue" }, "b": { "http": { "url": "https://x.example.com/a" }, "after": ["landing"], "timeout": "1m" }, "c": { "http": { "url": "https://x.example.com/a" }, "timeout": "10s", "deadline": "10s" }"#,
        more: #""defaults": { "timeout": "30s" },"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.shadowedTime, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct IdleFallbackTimeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "1s" }"#
      ).text,
      "LF018 ‹\"1s\"› \"useFallbackAfter\" uses only local fallbacks, but \"a\" has none (give it a \"fallback\" of a \"cache\" or a \"value\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "1s", "fallback": [{ "action": "x", "timeout": "1s" }] }"#
      ).text,
      "LF018 ‹\"1s\"› \"useFallbackAfter\" uses only local fallbacks, but \"a\" has none (give it a \"fallback\" of a \"cache\" or a \"value\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "2s", "fallback": [{ "value": 1 }] }"#
      ).text,
      "LF018 ‹\"2s\"› \"useFallbackAfter\" of 2s has no effect: its time-out comes at the same time or earlier, after 2s (write less than \"2s\", or remove it) +2:78 its time-out is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "4s", "deadline": "4s", "retry": { "attempts": 2 }, "fallback": [{ "value": 1 }] }"#
      ).text,
      "LF018 ‹\"4s\"› \"useFallbackAfter\" of 4s has no effect: its deadline comes at the same time or earlier, after 4s (write less than \"4s\", or remove it) +2:122 its deadline is here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "3s", "deadline": "4s", "retry": { "attempts": 2 }, "fallback": [{ "value": 1 }] }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.idleFallbackTime, inFlow: wrong.text) == wrong.found)
  }
}
