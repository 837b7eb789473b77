import LaunchFlowModel
import LaunchFlowTimeline
import Testing

private func oddDay(deadline: Int64 = 10_000.ms) throws -> LandingDistribution {
  try #require(
    LandingDistribution(
      flow: "rider-launch", scenario: "odd-day", seed: 7, deadline: deadline,
      pages: [.init("home", 0.99992), .init("login", 0.00008)],
      sortedTimes: (0..<10_000).map { ($0 * $0 / 12_000).ms }))
}

@Suite struct LandingDistributionTests {
  @Test func percentilesAreTimesThatOccurred() throws {
    let hundred = try #require(
      LandingDistribution(flow: "f", deadline: 1, pages: [], sortedTimes: (1...100).map { Int64($0) }))
    #expect([hundred.p50, hundred.p90, hundred.p95, hundred.p99, hundred.max] == [50, 90, 95, 99, 100])
    #expect(hundred.mean == 50 && hundred.runs == 100)
    let one = try #require(LandingDistribution(flow: "f", deadline: 1, pages: [], sortedTimes: [7]))
    #expect([one.p50, one.p99, one.max, one.mean] == [7, 7, 7, 7])
    #expect(LandingDistribution(flow: "f", deadline: 1, pages: [], sortedTimes: []) == nil)
  }

  @Test func sharesFollowTheCurve() throws {
    let ten = try #require(
      LandingDistribution(flow: "f", deadline: 1, pages: [], sortedTimes: (1...10).map { Int64($0) }))
    #expect([0, 1, 5, 10, 99].map { ten.share(by: $0) } == [0, 0.1, 0.5, 1, 1])
  }

  @Test func picture() throws {
    var options = TerminalTimeline.Options()
    options.width = 72
    #expect(
      TerminalDistribution.text(try oddDay(), options: options) == """
        rider-launch · odd-day · 10000 runs · seed 7
        landed within the deadline of 10 s: 100 %
        mean 2.777 s · p50 2.082 s · p90 6.748 s · p95 7.519 s · p99 8.165 s
          max 8.331 s

           home  ███████████████████████████████████████████   99.99 %
          login  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    0.01 %

         by 1 s  ███████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░   34.59 %
         by 2 s  █████████████████████░░░░░░░░░░░░░░░░░░░░░░   48.84 %
         by 3 s  ██████████████████████████░░░░░░░░░░░░░░░░░   59.86 %  p50
         by 4 s  ██████████████████████████████░░░░░░░░░░░░░   69.17 %
         by 5 s  █████████████████████████████████░░░░░░░░░░   77.34 %
         by 6 s  ████████████████████████████████████░░░░░░░   84.75 %
         by 7 s  ███████████████████████████████████████░░░░   91.59 %  p90
         by 8 s  ██████████████████████████████████████████░   97.86 %  p95
         by 9 s  ███████████████████████████████████████████     100 %  p99 max
        by 10 s  ███████████████████████████████████████████     100 %  deadline

        """)
  }

  @Test func fitsEveryWidth() throws {
    for width in 60...240 {
      var options = TerminalTimeline.Options()
      options.width = width
      options.isASCII = width % 2 == 0
      let text = TerminalDistribution.text(try oddDay(deadline: 6_500.ms), options: options)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
      #expect(!text.contains("\u{1B}") && (!options.isASCII || text.utf8.allSatisfy { $0 < 128 }))
      #expect(text.contains("by 6.5 s") && text.contains("deadline"))
    }
  }

  @Test func json() throws {
    #expect(
      DistributionJSON.value(try oddDay()).text() == """
        {"format":1,"flow":"rider-launch","scenario":"odd-day","seed":7,"runs":10000,\
        "landings":{"home":0.99992,"login":8e-05},\
        "at":{"mean":2776884500,"p50":2082000000,"p90":6748000000,"p95":7519000000,"p99":8165000000,\
        "max":8331000000}}
        """)
  }
}
