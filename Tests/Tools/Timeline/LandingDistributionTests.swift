import LaunchFlowModel
import Testing

@testable import LaunchFlowSimulator
@testable import LaunchFlowTimeline

private func oddDay(deadline: Int64 = 10_000.ms) throws -> LandingDistribution {
  try #require(
    LandingDistribution(
      flow: "rider-launch", scenario: "odd-day", seed: 7, deadline: deadline,
      pages: ["login", "home"],
      landings: (0..<10_000).map { .init(($0 * $0 / 12_000).ms, page: $0 == 5000 ? 0 : 1) }))
}

@Suite struct LandingDistributionTests {
  private func landings(_ times: ClosedRange<Int64>) -> LandingDistribution? {
    LandingDistribution(
      flow: "f", deadline: 4, pages: ["odd", "even", "never"],
      landings: times.map { .init($0, page: $0 % 2 == 0 ? 1 : 0) })
  }

  @Test func `pages share the landings`() throws {
    let nine = try #require(landings(1...9))
    #expect(nine.pages.map(\.name) == ["odd", "even"])
    #expect(nine.pages.map { nine.share($0.figures.count) } == [5.0 / 9, 4.0 / 9])
    #expect(nine.pages[1].figures.times.map(\.time) == [5, 4, 8, 8, 8, 8])
    #expect(LandingDistribution(flow: "f", deadline: 1, pages: [], landings: []) == nil)
  }

  @Test func `the curve ends with the share of its landings`() throws {
    let nine = try #require(landings(1...9))
    #expect([0, 1, 5, 10, 99].map { nine.curve(nine.all).share(by: $0) } == [0, 1.0 / 9, 5.0 / 9, 1, 1])
    #expect(nine.curve(nine.pages[1].figures).share(by: 9) == 4.0 / 9)
  }

  @Test func picture() throws {
    var options = TextOptions()
    options.width = 72
    let text = Picture(try oddDay()).text(options)
    #expect(
      text == """
        rider-launch · odd-day · 10000 runs · seed 7
        100 % landed within the deadline of 10 s · 0 % degraded
        mean 2.777 s · p50 2.082 s · p90 6.748 s · p95 7.519 s · p99 8.165 s
          max 8.331 s

           home  ████████████████████████████████████████████  99.99 %
          login  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0.01 %

         by 1 s  ███████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  34.66 %
         by 2 s  ██████████████████████░░░░░░░░░░░░░░░░░░░░░░  48.88 %
         by 3 s  ██████████████████████████░░░░░░░░░░░░░░░░░░  59.89 %  p50
         by 4 s  ██████████████████████████████░░░░░░░░░░░░░░  69.13 %
         by 5 s  ██████████████████████████████████░░░░░░░░░░  77.46 %
         by 6 s  █████████████████████████████████████░░░░░░░   84.7 %
         by 7 s  ████████████████████████████████████████░░░░  91.61 %  p90
         by 8 s  ███████████████████████████████████████████░  97.76 %  p95
         by 9 s  ████████████████████████████████████████████    100 %  p99 max
        by 10 s  ████████████████████████████████████████████    100 %  deadline

        landed on    mean     p50     p90     p95     p99     max  degraded
        any page   2.78 s  2.08 s  6.75 s  7.52 s  8.17 s  8.33 s       0 %
        home       2.78 s  2.08 s  6.75 s  7.52 s  8.17 s  8.33 s       0 %
        login      2.08 s  2.08 s  2.08 s  2.08 s  2.08 s  2.08 s       0 %

        """)
  }

  @Test func `steps are told`() throws {
    let landings = (1...100).map { Distribution.Landing($0, page: 0, isDegraded: $0 % 4 == 0) }
    let known = try #require(LandingDistribution(flow: "f", deadline: 4, pages: ["even"], landings: landings))
    var steps = StepSpreads()
    var script = Script("f")
    let first = script.step("first")
    script.begin(first, at: 0)
    script.succeed(first, at: 4)
    script.land(on: "even", at: 4)
    steps.add(script.inOrder)
    let text = Picture(known, steps: steps).text()
    for line in [
      "· 25 % degraded",
      "The steps are counted over 1 of the runs, evenly spread and followed to their end.",
      "How each step settled, and how long the landing waited for it",
    ] { #expect(text.contains(line)) }
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("step succeeded critical in mean cost"))
    let value = DistributionJSON.value(known, steps: steps).object
    #expect(value?["degraded"] == .double(0.25))
    #expect(value?["followed"] == 1)
    #expect(
      value?["steps"]?.object?["first"]?.object?["statuses"] == ["succeeded": 1])
  }

  @Test func `a deadline between two ticks has a row`() throws {
    let text = Picture(try oddDay(deadline: 6_500.ms)).text()
    #expect(
      text.contains { $0.isNewline }
        && text.split(separator: "\n").contains {
          $0.contains("by 6.5 s") && $0.hasSuffix("deadline")
        })
  }

  @Test func json() throws {
    let text = DistributionJSON.value(try oddDay()).text()
    #expect(
      text == """
        {"format":1,"flow":"rider-launch","scenario":"odd-day","seed":7,"runs":10000,"degraded":0,\
        "landings":{"home":0.9999,"login":0.0001},\
        "at":{"mean":2776884500,"p50":2082000000,"p90":6748000000,"p95":7519000000,"p99":8165000000,\
        "max":8331000000},\
        "pages":{"home":{"degraded":0,"at":{"mean":2776953895,"p50":2082000000,"p90":6750000000,\
        "p95":7520000000,"p99":8167000000,"max":8331000000}},\
        "login":{"degraded":0,"at":{"mean":2083000000,"p50":2083000000,"p90":2083000000,"p95":2083000000,\
        "p99":2083000000,"max":2083000000}}}}
        """)
  }
}
