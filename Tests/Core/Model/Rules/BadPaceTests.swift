import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

extension WrongFlowTests {
  private static func pace(_ poll: String) -> String {
    FlowText.steps(
      #""a": { "action": "x", "timeout": "1s", "deadline": "9s", "results": { "r": { "equals": 1 } }, "poll": { "until": ["r"], \#(poll) } }"#
    )
  }

  static let badPace: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "deadline": "3650d", "results": { "r": { "equals": 1 } }, "poll": { "every": "1ms", "until": ["r"] } }"#
      ),
      "LF011 ‹\"1ms\"› 1ms is too often for a deadline of 3650d: a poll has at most 100000 rounds (write at least \"52m33s600ms\")"
    ),
    WrongText(
      pace(#""every": "1s", "factor": 2"#),
      "LF011 ‹2› the waits grow without a limit (add \"maxEvery\", or leave \"factor\" out)"),
    WrongText(
      pace(#""every": "2s", "factor": 2, "maxEvery": "1s""#),
      "LF011 ‹\"1s\"› \"maxEvery\" must not be shorter than \"every\""),
    WrongText(
      pace(#""every": "1s", "factor": 1.001, "maxEvery": "1m""#),
      "LF011 ‹1.001› the waits grow too slowly: the longest must be reached within 254 waits (write a greater factor, or leave it out)"
    ),
    WrongText(
      FlowText.steps(#""a": { "action": "x", "timeout": "2s", "maxTimeout": "1s" }"#),
      "LF011 ‹\"1s\"› \"maxTimeout\" must not be shorter than the time-out of 2s"),
    WrongText(
      FlowText.steps(#""a": { "http": { "url": "https://x" }, "timeout": "1s", "maxTimeout": "2s" }"#),
      "LF015 ‹\"maxTimeout\"› \"maxTimeout\" is only allowed with \"action\""),
  ]
}

@Suite struct PollGrowthTests {
  @Test func `waits grow to the longest`() {
    var poll = Flow.Poll(every: .seconds(2), until: [])
    #expect(poll.growth == 0)
    poll.factor = 1.5
    poll.maxEvery = .seconds(8)
    #expect(poll.growth == 4)
    poll.maxEvery = .seconds(2)
    #expect(poll.growth == 0)
  }
}
