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

  static let flaws: [(text: String, flaw: DurationFlaw)] = [
    ("", .malformed), ("s", .malformed), ("-1s", .malformed), ("+1s", .malformed), (" 1s", .malformed),
    ("10", .noUnit), ("1m30", .noUnit), ("10 s", .unknownUnit(" s")), ("10S", .unknownUnit("S")),
    ("3sec", .unknownUnit("sec")), ("1s1m", .order), ("1s1s", .order), ("36500d1ns", .tooLong),
    ("99999999999999999999s", .tooLong), ("9223372036854775807d", .tooLong),
    ("1.5s", .fraction), ("1.s", .fraction), ("1é", .unknownUnit("é")),
  ]

  @Test(arguments: flaws.indices)
  func refuses(_ index: Int) {
    let (text, flaw) = Self.flaws[index]
    #expect(throws: flaw) { try Duration(reading: text) }
    #expect(Duration(documentText: text) == nil)
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
