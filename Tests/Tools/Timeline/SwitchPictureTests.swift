import LaunchFlowSimulator
import LaunchFlowSwitch
import Testing

@testable import LaunchFlowTimeline

@Suite struct SwitchPictureTests {
  private func row(_ label: String) throws -> Scene.Row {
    try #require(SwitchScene.scene(try sampleSwitch()).rows.first { $0.label == label })
  }

  /// Its bars without the line of the usual state.
  private func bars(_ label: String) throws -> [Scene.Bar] { try row(label).bars.filter { $0.weight >= 0 } }

  @Test func `every factor has a row`() throws {
    #expect(
      SwitchScene.scene(try sampleSwitch()).rows.map(\.label) == [
        "(network)", "path", "probes", "network", "calls", "(trade)", "questions", "trade", "marked", "app",
        "offline",
      ])
    #expect(SwitchScene.quietDomains(try sampleSwitch()) == [1])
  }

  @Test func `bars say what held and why`() throws {
    #expect(
      try bars("network").map(\.words) == [
        "offline: wifi, 3 min 2 s to 3 min 30.5 s",
        "window of 2 s for down, opened by a path, 3 min to 3 min 2 s",
        "window of 2 s for down, opened by a call, 4 min 50 s to 5 min",
      ])
    #expect(
      try bars("trade").map(\.words) == [
        "offline: trade, 54 s to 1 min 52 s", "suspect, 52 s to 54 s",
      ])
    #expect(try bars("path").map(\.sign) == [.medium, .noPath, .medium, .medium])
    #expect(try bars("path").map(\.label) == ["wifi", "no path", "cellular", "unknown"])
    #expect(try bars("app").map(\.sign) == [.background, .notRunning])
    #expect(try bars("offline").map(\.sign).count { $0 == .offline } == 2)
    #expect(try bars("offline").map(\.sign).count { $0 == .partlyOffline } == 1)
  }

  @Test func `marks say what happened`() throws {
    #expect(try row("probes").marks.map(\.sign) == [.success, .failure, .noReply, .calledOff])
    #expect(try row("probes").marks[1].words == "deciding probe 4, 3 min 2 s: failed")
    #expect(try row("questions").marks.map(\.sign) == [.faultConfirmed, .noAnswer, .cleared])
    #expect(
      try row("calls").marks.map(\.words) == ["call, 20 s: succeeded", "call of trade, 52 s: server"])
  }

  @Test func `an app that is killed looks so in text`() throws {
    let lines = Picture(try sampleSwitch()).text().split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("app ") })
    #expect(row.contains("╳") && row.contains("░"))
    #expect(lines.contains { $0.contains("╳╳ not running") })
  }

  @Test func `signs differ in shape`() throws {
    let svg = Picture(try sampleSwitch()).svg()
    for look in ["instant", "sign", "hollow", "bad", "due", "cleared"] {
      #expect(svg.contains("class=\"\(look)\""), "\(look)")
    }
    #expect(svg.contains(">marked</text>") && svg.ranges(of: "class=\"cause\"").count == 3)
    #expect(svg.contains("<title>deciding probe 4, 3 min 2 s: failed</title>"))
  }

  @Test func `the page lists the periods in a table`() throws {
    let page = Picture(try sampleSwitch()).html()
    #expect(page.contains("offline 3 times, ") && page.contains("quiet: member"))
    #expect(page.contains("Offline periods and their causes"))
  }

  @Test func `a switch to which nothing happens is drawn`() throws {
    var trace = try sampleSwitch()
    trace.events = []
    trace.faults = []
    trace.end = 0
    #expect(MarkupReader(Picture(trace).svg()).flaw == nil)
    #expect(Picture(trace).html().contains("never offline"))
    #expect(Picture(trace).text().contains("never offline"))
  }

  @Test func `a day of probes is thinned to what can be seen`() throws {
    var trace = try sampleSwitch()
    trace.end = 86_400_000.ms
    trace.events = (0..<20_000).map {
      .init(at: Int64($0 * 4_000).ms, .effect(.probeEnded(number: $0, .good)))
    }
    let dots = Picture(trace).svg().ranges(of: "<g class=\"moment\">").count
    #expect(dots > 100 && dots < 250)
    // On the page they move apart when it is zoomed, so it contains more of them, but not all.
    #expect(Picture(trace).html().ranges(of: "data-at=").count < 2_001)
  }
}
