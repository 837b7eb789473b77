import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

@Suite struct SwitchPictureTests {
  private func strip(_ label: String) throws -> SwitchChart.Strip {
    try #require(SwitchChart(try sampleSwitch()).strips.first { $0.label == label })
  }

  @Test func everyFactorHasAStrip() throws {
    let chart = SwitchChart(try sampleSwitch())
    #expect(
      chart.strips.map(\.label) == [
        "(network)", "path", "probes", "network", "calls", "(trade)", "questions", "trade", "marked", "app",
        "offline",
      ])
    #expect(chart.quietDomains == [1])
  }

  @Test func stretchesSayWhatHeldAndWhy() throws {
    #expect(
      try strip("network").stretches.map(\.words) == [
        "offline: wifi, 3m2s to 3m30s500ms", "window of 2 s for down, opened by a path, 3m to 3m2s",
        "window of 2 s for down, opened by a call, 4m50s to 5m",
      ])
    #expect(
      try strip("trade").stretches.map(\.words) == [
        "offline: trade, 54s to 1m52s", "suspect, 52s to 54s",
      ])
    #expect(try strip("path").stretches.map(\.state) == [.wifi, .noPath, .cellular, .unknownPath])
    #expect(try strip("app").stretches.map(\.state) == [.fine, .background, .fine, .gone, .fine])
    #expect(try strip("offline").stretches.map(\.state) == [.down, .down, .partly])
  }

  @Test func momentsSayWhatHappened() throws {
    #expect(try strip("probes").moments.map(\.dot) == [.good, .failed, .timedOut])
    #expect(try strip("probes").moments[1].words == "deciding probe 4, 3m2s: failed")
    #expect(try strip("questions").moments.map(\.dot) == [.faulty, .unanswered, .cleared])
    #expect(
      try strip("calls").moments.map(\.words) == ["call, 20s: succeeded", "call of trade, 52s: server"])
  }

  @Test func signsDifferInShape() throws {
    let svg = SVGSwitchTimeline.text(try sampleSwitch())
    for look in ["instant", "sign", "hollow", "bad", "due", "cleared"] {
      #expect(svg.contains("class=\"\(look)\""), "\(look)")
    }
    #expect(svg.contains(">marked</text>") && svg.ranges(of: "class=\"cause\"").count == 3)
    #expect(svg.contains("<title>deciding probe 4, 3m2s: failed</title>"))
  }

  @Test(arguments: [sampleSwitch, hostileSwitch])
  func picturesAreWellFormedAndAskForNothing(trace: @Sendable () throws -> SwitchTrace) throws {
    let svg = SVGSwitchTimeline.text(try trace())
    #expect(MarkupReader(svg).flaw == nil && !MarkupReader(svg).tags.contains("script"))
    let page = HTMLSwitchTimeline.text(try trace())
    let markup = MarkupReader(page, empty: ["meta", "input"])
    #expect(markup.flaw == nil && markup.tags.filter { $0 == "script" }.count == 1)
    for tag in ["link", "img", "iframe", "b"] { #expect(!markup.tags.contains(tag)) }
    #expect(try page == HTMLSwitchTimeline.text(trace()))
  }

  @Test func thePageTellsPeriodsAndEventsInTables() throws {
    let page = HTMLSwitchTimeline.text(try sampleSwitch())
    #expect(page.contains("offline 3 times, ") && page.contains("quiet: member"))
    for words in [
      "window of 2 s for down opened by a path", "question 1: faulty", "button pressed", "wifi began",
      "a call failed: server", "in the background", "Truly at fault",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    let events = try sampleSwitch().events.count
    #expect(page.ranges(of: "<tr>").count > events)
  }

  @Test func aSwitchToWhichNothingHappensIsDrawn() throws {
    var trace = try sampleSwitch()
    trace.events = []
    trace.faults = []
    trace.end = 0
    #expect(MarkupReader(SVGSwitchTimeline.text(trace)).flaw == nil)
    #expect(HTMLSwitchTimeline.text(trace).contains("never offline"))
    #expect(SwitchTimeline.text(trace).contains("never offline"))
  }

  @Test func aDayOfProbesIsThinnedToWhatCanBeSeen() throws {
    var trace = try sampleSwitch()
    trace.end = 86_400_000.ms
    trace.events = (0..<20_000).map { .init(at: Int64($0 * 4_000).ms, .probeEnded(number: $0, .good)) }
    let dots = SVGSwitchTimeline.text(trace).ranges(of: "<g class=\"moment\">").count
    #expect(dots > 100 && dots < 250)
    #expect(HTMLSwitchTimeline.text(trace).contains("The first 2000 of 20000 events."))
  }
}
