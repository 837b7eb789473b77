import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

extension WrongFlowTests {
  private static func step(_ keys: String, _ fallback: String) -> String {
    FlowText.steps(
      #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "9s", \#(keys)"fallback": [\#(fallback)] }"#
    )
  }

  private static let mirror = #"{ "http": { "url": "https://y.example.com/a" }, "timeout": "5s" }"#

  static let fallbackTimes: [WrongText] = [
    WrongText(
      step(#""useFallbackAfter": "1s", "#, #"{ "value": 1, "after": "2s" }"#),
      "LF011 ‹\"after\"› the first fallback begins at \"useFallbackAfter\", not at a time of its own"),
    WrongText(
      step("", mirror + #", { "value": 1, "after": "2s" }"#),
      "LF011 ‹\"after\"› \"after\" needs \"useFallbackAfter\", which is the time of the first fallback"),
    WrongText(
      step(#""useFallbackAfter": "2s", "#, mirror + #", { "value": 1, "after": "2s" }"#),
      "LF011 ‹\"2s\"› \"after\" must be later than the time of the fallback before it, 2s"),
    WrongText(
      step(
        #""useFallbackAfter": "1s", "#,
        #"{ "action": "x", "timeout": "1s" }, { "action": "y", "timeout": "1s", "after": "3s" }, { "value": 1, "after": "2s" }"#
      ),
      "LF011 ‹\"2s\"› \"after\" must be later than the time of the fallback before it, 3s"),
    WrongText(
      step(
        #""useFallbackAfter": "1s", "#,
        #"{ "action": "x", "timeout": "1s" }, { "action": "y", "timeout": "1s" }, { "value": 1, "after": "2s" }"#
      ),
      "LF011 ‹\"after\"› \"after\" needs an \"after\" of the fallback before it, which has no time of its own"
    ),
    WrongText(
      step(#""useFallbackAfter": "1s", "hedge": false, "#, mirror + #", { "value": 1, "after": "2s" }"#),
      "LF011 ‹\"after\"› \"after\" needs \"hedge\": true, since without it no fallback begins beside the step's own request"
    ),
    WrongText(
      step(#""hedge": false, "#, mirror),
      "LF015 ‹\"hedge\"› \"hedge\" is only allowed with \"useFallbackAfter\""),
  ]
}
