import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

/// Nothing that a name holds reaches a terminal or a page as anything but text.
@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\nb\tc", "a b c"), ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{9B}2J", "\\u{9b}2J"),
    ("\u{0}\u{7F}", "\\u{0}\\u{7f}"), ("a\u{202E}b\u{2066}", "a\\u{202e}b\\u{2066}"),
    ("\u{2028}", "\\u{2028}"), ("\u{E000}", "\\u{e000}"), ("👩\u{200D}🚒 日本", "👩\u{200D}🚒 日本"),
    ("\u{E0041}", "\\u{e0041}"), ("\u{200E}x", "\\u{200e}x"),
  ])
  func controlsAreWrittenOut(text: String, visible: String) {
    #expect(text.visible() == visible)
    #expect(visible.visible() == visible)
  }

  @Test(arguments: [("1.5 µs", "1.5 us"), ("4× · “a” …", "4x - \"a\" .."), ("日本", "??"), ("a → b", "a -> b")])
  func `what is ours is spelt in ASCII`(text: String, ascii: String) {
    #expect(text.visible(ascii: true) == ascii)
  }

  private static let hostile = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\n::error::\u{2067}<b>&\u{E000}"

  private static func trace() -> Trace {
    var script = Script(hostile, scenario: hostile)
    let group = script.step(hostile, .group)
    let step = script.step(hostile, group: group, lane: hostile)
    script.begin(step, at: 0)
    script.at(
      5, .attemptEnded(step: step, attempt: 1, .refused(failure: hostile)), .offline(domain: hostile),
      .settled(step: step, .init(.failed, name: hostile)))
    script.land(on: hostile, at: 5, notice: .init(hostile))
    return script.trace
  }

  private static func pictures() throws -> [Picture] {
    let run = PicturedRun(trace(), notice: hostile)
    var spreads = StepSpreads()
    spreads.add(trace())
    let landings = [LandingDistribution.Landing(5.ms, page: 0), .init(6.ms, page: 1)]
    let distribution = try #require(
      LandingDistribution(
        flow: hostile, scenario: hostile, deadline: 10.ms, pages: [Flow.Page(hostile), Flow.Page(hostile)],
        landings: landings))
    let comparison = try #require(
      DistributionComparison(
        distribution, distribution, zip(landings, landings), pages: ([hostile, hostile], [hostile, hostile])))
    var offline = try hostileSwitch()
    (offline.name, offline.scenario) = (hostile, hostile)
    offline.domains = offline.domains.map { _ in hostile }
    return [
      Picture(run), Picture(comparing: run, run),
      Picture(distribution, steps: spreads, runs: [.init(["p50"], number: 0, run)]),
      Picture(comparison, run: run, and: run), Picture(offline),
      Picture(SwitchTable(hostile, [.init(hostile, SwitchFigures(offline))])),
    ]
  }

  /// Whether a scalar can command a terminal or turn the direction of a line; line ends and our colours apart.
  private func commands(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n"
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    case .lineSeparator, .paragraphSeparator, .privateUse: true
    default: false
    }
  }

  @Test func `no picture sends what a name holds`() throws {
    for picture in try Self.pictures() {
      for isASCII in [false, true] {
        var options = TextOptions()
        options.isASCII = isASCII
        let text = picture.text(options)
        #expect(!text.unicodeScalars.contains(where: commands))
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::") })
        #expect(!isASCII || text.utf8.allSatisfy { $0 < 128 })
        // With colours only their codes are added.
        options.isColoured = true
        #expect(stripped(picture.text(options)) == text)
      }
      for markup in [picture.html(), picture.svg()] {
        #expect(!markup.unicodeScalars.contains(where: commands))
        #expect(MarkupReader(markup, empty: ["meta", "input"]).flaw == nil)
      }
    }
  }
}
