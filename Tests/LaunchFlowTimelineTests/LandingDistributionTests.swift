import LaunchFlowModel
import LaunchFlowTimeline
import Testing

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

  @Test func `percentiles are times that occurred`() throws {
    let hundred = try #require(
      landings(1...100))
    #expect([hundred.p50, hundred.p90, hundred.p95, hundred.p99, hundred.max] == [50, 90, 95, 99, 100])
    #expect(hundred.mean == 50 && hundred.runs == 100)
    let one = try #require(landings(7...7))
    #expect([one.p50, one.p99, one.max, one.mean] == [7, 7, 7, 7])
    #expect(LandingDistribution(flow: "f", deadline: 1, pages: [], landings: []) == nil)
  }

  @Test func `shares follow the curve`() throws {
    let ten = try #require(
      landings(1...10))
    #expect([0, 1, 5, 10, 99].map { ten.curve.share(by: $0) } == [0, 0.1, 0.5, 1, 1])
  }

  @Test func `pages share the landings`() throws {
    let nine = try #require(landings(1...9))
    #expect(nine.pages.map(\.page) == ["odd", "even"])
    #expect(nine.pages.map(\.share) == [5.0 / 9, 4.0 / 9])
    #expect(nine.pages.map { $0.curve.points.last?.share } == nine.pages.map(\.share))
    #expect(nine.pages[1].curve.points.map(\.time) == [2, 4, 6, 8])
  }

  @Test func `the share in time is exact however few points the curve has`() throws {
    let many = try #require(
      LandingDistribution(
        flow: "f", deadline: 9_999, pages: ["home"], landings: (1...10_000).map { .init($0, page: 0) },
        points: 10))
    #expect(many.curve.points.count == 10 && many.curve.points.last == .init(10_000, 1))
    #expect(many.inTime == 0.9999)
    let text = Picture(many).text()
    #expect(text.contains("99.99 %") && !text.contains("deadline of 10 µs: 100 %"))
  }

  @Test func picture() throws {
    var options = TextOptions()
    options.width = 72
    let text = Picture(try oddDay()).text(options)
    #expect(
      text == """
        rider-launch · odd-day · 10000 runs · seed 7
        100 % landed within the deadline of 10 s
        mean 2.777 s · p50 2.082 s · p90 6.748 s · p95 7.519 s · p99 8.165 s
          max 8.331 s

           home  ████████████████████████████████████████████  99.99 %
          login  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0.01 %

         by 1 s  ███████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  34.58 %
         by 2 s  █████████████████████░░░░░░░░░░░░░░░░░░░░░░░  48.83 %
         by 3 s  ██████████████████████████░░░░░░░░░░░░░░░░░░  59.85 %  p50
         by 4 s  ██████████████████████████████░░░░░░░░░░░░░░  69.16 %
         by 5 s  ██████████████████████████████████░░░░░░░░░░  77.33 %
         by 6 s  █████████████████████████████████████░░░░░░░  84.74 %
         by 7 s  ████████████████████████████████████████░░░░  91.58 %  p90
         by 8 s  ███████████████████████████████████████████░  97.85 %  p95
         by 9 s  ████████████████████████████████████████████    100 %  p99 max
        by 10 s  ████████████████████████████████████████████    100 %  deadline

        """)
  }

  @Test func `fits every width`() throws {
    for width in 60...240 {
      var options = TextOptions()
      options.width = width
      options.isASCII = width % 2 == 0
      let text = Picture(try oddDay(deadline: 6_500.ms)).text(options)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
      #expect(!text.contains("\u{1B}") && (!options.isASCII || text.utf8.allSatisfy { $0 < 128 }))
      #expect(text.contains("by 6.5 s") && text.contains("deadline"))
    }
  }

  @Test func json() throws {
    #expect(
      DistributionJSON.value(try oddDay()).text() == """
        {"format":1,"flow":"rider-launch","scenario":"odd-day","seed":7,"runs":10000,\
        "landings":{"home":0.9999,"login":0.0001},\
        "at":{"mean":2776884500,"p50":2082000000,"p90":6748000000,"p95":7519000000,"p99":8165000000,\
        "max":8331000000}}
        """)
  }
}
