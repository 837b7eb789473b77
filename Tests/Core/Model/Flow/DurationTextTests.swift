import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowModel

@Suite struct DurationTextTests {
  static let durations: [(text: String, nanoseconds: Int64)] = [
    ("0s", 0), ("250ms", 250_000_000), ("10s", 10_000_000_000), ("1m30s", 90_000_000_000),
    ("7d", 604_800_000_000_000), ("1d2h3m4s5ms6us7ns", 93_784_005_006_007), ("1ns", 1),
    ("36500d", 3_153_600_000_000_000_000),
  ]

  @Test(arguments: durations.indices)
  func `reads and writes`(_ index: Int) {
    let (text, nanoseconds) = Self.durations[index]
    #expect(Duration(documentText: text) == .nanoseconds(nanoseconds))
    #expect(Duration.nanoseconds(nanoseconds).documentText == text)
  }

  @Test func `writes the shortest text`() {
    #expect(Duration(documentText: "90s")?.documentText == "1m30s")
    #expect(Duration(documentText: "1500ms")?.documentText == "1s500ms")
  }

  static let flaws: [(texts: [String], message: String)] = [
    ([""], "\"\" is not a duration"), (["s"], "\"s\" is not a duration"),
    (["+1s"], "\"+1s\" is not a duration"), ([" 1s"], "\" 1s\" is not a duration"),
    (["-1s"], "a duration must not be negative"), (["10"], "the duration \"10\" has no unit"),
    (["1m30"], "the duration \"1m30\" has no unit"), (["10 s"], "\" s\" is not a unit of time"),
    (["10S"], "\"S\" is not a unit of time"), (["3sec"], "\"sec\" is not a unit of time"),
    (["1é"], "\"é\" is not a unit of time"),
    (["1s1m", "1s1s"], "the units of a duration must go from large to small, each once"),
    (
      ["36500d1ns", "99999999999999999999s", "9223372036854775807d"],
      "the duration is longer than 36500d"
    ),
    (["1.5s", "1.s"], "a duration must not have a decimal point"),
  ]

  @Test(arguments: flaws.indices)
  func refuses(_ index: Int) {
    for text in Self.flaws[index].texts {
      #expect(throws: DurationFlaw(message: Self.flaws[index].message)) { try Duration(reading: text) }
      #expect(Duration(documentText: text) == nil)
    }
  }

  @Test(arguments: [
    ("1.5s", "1s500ms"), ("0.25m", "15s"), ("1.5ns", nil), ("1.s", nil), ("9999999999.5d", nil),
    ("-1.5s", nil),
    ("1.5 seconds", "1s500ms"), ("10", "10s"), ("1500", "1500ms"), ("2000", "2s"), ("0", nil),
    ("5 min", "5m"),
  ])
  func `units that an author means`(text: String, meant: String?) {
    #expect(Duration.meant(by: text) == meant)
  }
}
