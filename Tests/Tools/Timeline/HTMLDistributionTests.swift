import Foundation
import LaunchFlowSimulator
import Testing

@testable import LaunchFlowTimeline

/// A flow of two steps of which the second is sometimes skipped: run `n` lands after `n` times 10 ms.
private func run(_ number: Int) -> Trace {
  var script = Script("spread", scenario: "odd-day", seed: 7)
  let first = script.step("first")
  let second = script.step("<second>", needs: [first])
  script.begin(first, at: 0)
  let time = Int64(number) * 10
  if number % 4 == 0 {
    script.at(
      time, .attemptEnded(step: first, attempt: 1, .failed(.server)), .settled(step: first, .init(.failed)),
      .settled(step: second, .init(.skipped, reason: .need(step: first, .failed))))
  } else {
    script.succeed(first, at: time - 5)
    script.begin(second, at: time - 5)
    script.succeed(second, at: time)
  }
  script.land(on: number % 4 == 0 ? "login" : "home", at: time)
  return script.inOrder
}

private func distribution() throws -> LandingDistribution {
  let landings = (1...100).map { (number: Int64) -> Distribution.Landing in
    .init((number * 10).ms, page: number % 4 == 0 ? 1 : 0)
  }
  return try #require(
    LandingDistribution(
      flow: "spread", scenario: "odd-day", seed: 7, deadline: 950.ms, pages: ["home", "login"],
      landings: landings))
}

private func spreads() -> StepSpreads {
  (1...100).reduce(into: StepSpreads()) { $0.add(run($1)) }
}

@Suite struct StepSpreadTests {
  @Test func `percentiles and shares are counted`() {
    let steps = spreads().steps
    #expect(steps.map(\.label) == ["first", "<second>"])
    #expect(steps[0].started == 1 && steps[1].started == 0.75)
    #expect(steps[0].start == 0 && steps[0].p5 == 45.ms && steps[0].p50 == 495.ms && steps[0].p95 == 945.ms)
    #expect(steps[1].start == 495.ms && steps[1].p50 == 500.ms)
    #expect(steps[1].critical == 0.75)
    #expect(steps[0].statuses.map { $0.status } == [.succeeded, .failed])
    #expect(steps[0].statuses.map { $0.share } == [0.75, 0.25])
    #expect(steps[1].statuses.map { $0.status } == [.succeeded, .skipped])
    #expect(steps.map(\.name) == ["first", "<second>"])
    // The landing waits for the first step until it settles, then for the second.
    #expect(steps[1].criticalTime == 5.ms && steps[0].criticalTime == 501_250_000)
  }

  @Test func `parts in any order add up`() throws {
    let whole = spreads()
    var parts = (0..<4).map { part in
      (1...100).filter { $0 % 4 == part }.reduce(into: StepSpreads()) { $0.add(run($1)) }
    }
    parts.append(StepSpreads())
    let sum = [4, 2, 0, 3, 1].reduce(into: StepSpreads()) { $0.add(parts[$1]) }
    #expect(sum.runs == 100 && sum.steps == whole.steps)
    let decoded = try JSONDecoder().decode(StepSpreads.self, from: JSONEncoder().encode(sum))
    #expect(decoded.fits(100, steps: whole.steps.count) && !decoded.fits(99, steps: whole.steps.count))
    #expect(decoded.steps == whole.steps)
  }

  @Test func `no runs have no steps`() {
    #expect(StepSpreads().steps.isEmpty && StepSpreads().runs == 0)
  }

  @Test func `what never started has no times`() {
    var spreads = StepSpreads()
    spreads.add(run(4))
    #expect(spreads.steps[1].started == 0 && spreads.steps[1].p50 == nil && spreads.steps[1].start == nil)
  }
}

@Suite struct HTMLDistributionTests {
  /// A page of a hundred runs with those at the percentiles.
  static func page() throws -> String {
    let runs = [(["p50"], 50), (["p90"], 90), (["p95"], 95), (["p99", "max"], 100)].map {
      names, number -> Picture.Percentile in
      (names, UInt64(number), PicturedRun(run(number)))
    }
    return Picture(try distribution(), steps: spreads(), runs: runs).html()
  }

  @Test func `every percentile leads to its run`() throws {
    let page = try Self.page()
    for name in ["p50", "p90", "p95", "p99"] {
      #expect(page.contains("<section id=\"run-\(name)\""))
      // From the curve and from the table.
      #expect(page.ranges(of: "href=\"#run-\(name)\"").count >= 2, "\(name)")
    }
    #expect(!page.contains("run-max") && page.contains("p99, max: run 100"))
    #expect(page.ranges(of: "<div class=\"picture\">").count == 5)
  }

  @Test func `the curve is split by page and shows the deadline`() throws {
    let page = try Self.page()
    #expect(page.contains("deadline 950 ms: 95 % inside"))
    #expect(page.contains("class=\"curve curve-0\"") && page.contains("class=\"curve curve-2\""))
    #expect(page.contains("95 %</span> landed within the deadline of 950 ms"))
  }

  @Test func `a few runs of many say that they are few`() throws {
    var few = StepSpreads()
    few.add(run(1))
    let page = Picture(try distribution(), steps: few, runs: []).html()
    #expect(
      page.contains("The steps are counted over 1 of the runs, evenly spread and followed to their end.")
        && !page.contains("id=\"search\""))
  }

  @Test func `many steps are drawn by how much the landing waited`() throws {
    var script = Script("wide")
    for index in 0..<100 {
      let step = script.step("s\(index)")
      script.begin(step, at: 0)
      script.succeed(step, at: Int64(index) + 1)
    }
    script.land(on: "home", at: 100)
    var spreads = StepSpreads()
    spreads.add(script.inOrder)
    let page = Picture(try distribution(), steps: spreads, runs: []).html()
    #expect(page.ranges(of: "<g class=\"row\"").count == 60 && page.contains(">s0<"))
    #expect(page.contains("Not drawn: "))
  }
}
