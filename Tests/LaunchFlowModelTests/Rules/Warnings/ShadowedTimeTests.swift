import Testing

@testable import LaunchFlowModel

@Suite struct ShadowedTimeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "5s", "deadline": "3s" }"#
      ).text,
      "LF017 ‹\"5s\"› the time-out of 5s is never reached: its deadline comes first, after 3s (write at most \"3s\", or raise the deadline) +2:96 its deadline stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""g": { "deadline": "3s", "steps": { "a": { "http": { "url": "https://x.example.com/a" }, "timeout": "5s", "deadline": "4s", "fallback": [{ "action": "x", "timeout": "3500ms" }] } } }"#
      ).text,
      "LF017 ‹\"5s\"› the time-out of 5s is never reached: the deadline of its group \"g\" comes first, after 3s (write at most \"3s\", or raise the deadline) +2:33 the deadline of its group \"g\" stands here",
      "LF017 ‹\"4s\"› the deadline of 4s is never reached: the deadline of its group \"g\" comes first, after 3s (write at most \"3s\", or raise the deadline) +2:33 the deadline of its group \"g\" stands here",
      "LF017 ‹\"3500ms\"› the time-out of 3s500ms is never reached: the deadline of its group \"g\" comes first, after 3s (write at most \"3s\", or raise the deadline) +2:33 the deadline of its group \"g\" stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "20s" }, "g": { "deadline": "11s", "steps": { "b": { "value": 1 } } }"#
      ).text,
      "LF017 ‹\"20s\"› the time-out of 20s is never reached: the flow's deadline comes first, after 10s (write at most \"10s\", or raise the deadline) +1:31 the flow's deadline stands here",
      "LF017 ‹\"11s\"› the deadline of 11s is never reached: the flow's deadline comes first, after 10s (write at most \"10s\", or raise the deadline) +1:31 the flow's deadline stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" } }, "b": { "http": { "url": "https://x.example.com/a" } }"#,
        more: #""defaults": { "timeout": "30s" },"#
      ).text,
      "LF017 ‹\"30s\"› the time-out of 30s is never reached: the flow's deadline comes first, after 10s (write at most \"10s\", or raise the deadline) +1:31 the flow's deadline stands here"
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
