import LaunchFlowSimulator
import Testing

@testable import LaunchFlowTimeline

@Suite struct HTMLComparisonTests {
  private func page(_ before: Trace, _ after: Trace) -> String {
    Picture(comparing: .init(before), .init(after)).html()
  }

  /// The numbers behind a mark, one for each place where it stands.
  private func numbers(after mark: String, in page: String) -> [String] {
    page.ranges(of: mark).map { String(page[$0.upperBound...].prefix { $0.isNumber || $0 == "." }) }
  }

  @Test func `both stand on one axis`() {
    let page = page(everythingHangs(), everySign())
    // Zero and the bars' end are the same place in both.
    let lines = numbers(after: "<line class=\"grid\" x1=\"", in: page)
    #expect(lines.count % 2 == 0 && lines.prefix(lines.count / 2) == lines.suffix(lines.count / 2))
    #expect(page.ranges(of: "<div class=\"picture\">").count == 2)
  }

  @Test func `the difference stands with its sign`() {
    let (more, less) = ("<td class=\"figure\">+", "<td class=\"figure\">-")
    let same = page(everythingHangs(), everythingHangs())
    #expect(same.contains("at the same time") && !same.contains(more) && !same.contains(less))
    let other = page(everythingHangs(), everySign())
    #expect(other.contains("home at 8 s") && other.contains(more) && other.contains(less))
    #expect(other.contains("class=\"sooner\"") && other.contains("class=\"later\""))
  }

  @Test func `titles say in common once`() {
    func pair(_ first: [String], _ second: [String]) -> String {
      let titles = [first, second].map { words in
        var title = Sentence()
        title.parts = words.map { [Words($0)] }
        return title
      }
      return ComparisonPicture.pair(titles).text
    }
    #expect(pair(["a", "day", "seed 1"], ["b", "day", "seed 1"]) == "a and b · day · seed 1")
    #expect(pair(["a", "day"], ["a", "night"]) == "a · day and a · night")
    #expect(pair(["a"], ["a"]) == "a and a")
  }
}

@Suite struct DistributionComparisonTests {
  /// The second is twice as fast, but lands one run in ten later.
  private func comparison() throws -> DistributionComparison {
    typealias Landing = Distribution.Landing
    let first = (1...100).map { Landing(Int64($0) * 100.ms, page: $0 % 4 == 0 ? 1 : 0) }
    let second = first.enumerated().map {
      Landing($0.offset % 10 == 9 ? $0.element.time + 500.ms : $0.element.time / 2, page: 0)
    }
    let distributions = try [(first, "before"), (second, "after")].map { landings, flow in
      try #require(
        LandingDistribution(
          flow: flow, scenario: "odd-day", seed: 7, deadline: 9_000.ms, pages: ["home", "loading"],
          landings: landings))
    }
    return try #require(
      DistributionComparison(
        distributions[0], distributions[1], zip(first, second), pages: (["home", "loading"], ["home"])))
  }

  private func drawn() throws -> Picture {
    Picture(try comparison(), run: .init(everythingHangs()), and: .init(everySign()))
  }

  @Test func `runs are compared in pairs`() throws {
    let comparison = try comparison()
    #expect(comparison.sooner == 0.9 && comparison.later == 0.1)
    #expect(comparison.moves.map(\.share) == [0.75, 0.25])
    #expect(comparison.moves.map(\.before) == ["home", "loading"])
    #expect(comparison.moves.map(\.after) == ["home", "home"])
    #expect(comparison.figures.map(\.name) == ["mean", "p50", "p90", "p95", "p99", "max"])
    #expect(comparison.figures[1].before == 5_000.ms && comparison.figures[1].after == 2_650.ms)
    #expect(DistributionComparison(comparison.before, comparison.after, [], pages: ([], [])) == nil)
  }

  @Test func picture() throws {
    var options = TextOptions()
    options.width = 72
    let text = try drawn().text(options)
    #expect(
      text == """
        25 % of the runs move from loading to home · 75 % stay on their page
        with the same random numbers the second landed sooner in 90 % of the
          runs, later in 10 %
        before: before · odd-day · 100 runs · seed 7
          90 % within the deadline of 9 s
        after: after · odd-day · 100 runs · seed 7
          98 % within the deadline of 9 s

        landed  before   after  difference
        mean    5.05 s  2.85 s      -2.2 s  ███████████████████
        p50        5 s  2.65 s     -2.35 s  ████████████████████
        p90        9 s  4.75 s     -4.25 s  ████████████████████████████████████
        p95      9.5 s   5.5 s        -4 s  ██████████████████████████████████
        p99      9.9 s   9.5 s     -400 ms  ███
        max       10 s  10.5 s     +500 ms  ████

        before   after  of all runs
        home     home   ██████████████████████████████████░░░░░░░░░░░       75 %
        loading  home   ███████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░       25 %

                 before                          after
         by 1 s  ██░░░░░░░░░░░░░░░░░░░     10 %  ████░░░░░░░░░░░░░░░░░     18 %
         by 2 s  ████░░░░░░░░░░░░░░░░░     20 %  ████████░░░░░░░░░░░░░     37 %
         by 3 s  ██████░░░░░░░░░░░░░░░     30 %  ████████████░░░░░░░░░     56 %
         by 4 s  ████████░░░░░░░░░░░░░     40 %  ████████████████░░░░░     75 %
         by 5 s  ███████████░░░░░░░░░░     50 %  ████████████████████░     94 %
         by 6 s  █████████████░░░░░░░░     60 %  ████████████████████░     95 %
         by 7 s  ███████████████░░░░░░     70 %  ████████████████████░     96 %
         by 8 s  █████████████████░░░░     80 %  ████████████████████░     97 %
         by 9 s  ███████████████████░░     90 %  █████████████████████     98 %
        by 10 s  █████████████████████    100 %  █████████████████████     99 %
        by 11 s  █████████████████████    100 %  █████████████████████    100 %

        """)
  }

  @Test func `the page shows both curves and one pair`() throws {
    let page = try drawn().html()
    #expect(page.contains("curve-0") && page.contains("curve-1") && page.contains("deadline 9 s"))
    #expect(page.ranges(of: "<div class=\"picture\">").count == 2)
    #expect(page.contains("sooner in <span class=\"say-good strong\">90 %</span> of the runs"))
  }
}
