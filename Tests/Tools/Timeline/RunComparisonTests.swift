import LaunchFlowTimeline
import LaunchFlowTraces
import Testing

/// The rider app's Hulk chain as it was, everything hanging: one call after another.
private func hulkChain() -> Trace {
  var script = Script("rider-launch-before", scenario: "everything-hangs", deadline: 60_000)
  for (index, name) in ["check-app-update", "is-verifying-version", "get-city"].enumerated() {
    let step = script.step(name, after: index > 0 ? [index - 1] : [])
    let start = Int64(index) * 10_000
    script.begin(step, at: start)
    script.at(
      start + 10_000, .attemptEnded(step: step, attempt: 1, .failed(.timeout)),
      .settled(step: step, .init(.timedOut)))
  }
  script.land(on: "loading", at: 30_000, isDegraded: true)
  return script.inOrder
}

@Suite struct RunComparisonTests {
  @Test func `the greatest difference comes first`() {
    let comparison = RunComparison(TraceSummary(hulkChain()), TraceSummary(everythingHangs()))
    #expect(comparison.landedBefore == 30_000.ms && comparison.landedAfter == 8000.ms)
    #expect(
      comparison.steps.map(\.name) == [
        "get-city", "check-app-update", "is-verifying-version", "login", "get-rider-info",
        "get-server-address",
        "cached-rider-info",
      ])
    #expect(comparison.steps.map { $0.difference / 1000.ms } == [-10, -10, -7, 3, 2, 0, 0])
    #expect(comparison.steps[3].before.duration == nil && comparison.steps[3].before.status == nil)
    #expect(comparison.steps[3].after.status == .recovered)
  }

  @Test(arguments: [
    (hulkChain(), everythingHangs()), (everythingHangs(), hulkChain()), (offline(), everySign()),
  ])
  func `the differences add up to that of the landings`(_ before: Trace, _ after: Trace) throws {
    let comparison = RunComparison(TraceSummary(before), TraceSummary(after))
    let landings = (try #require(comparison.landedBefore), try #require(comparison.landedAfter))
    #expect(comparison.steps.reduce(0) { $0 + $1.before.cost } == landings.0)
    #expect(comparison.steps.reduce(0) { $0 + $1.after.cost } == landings.1)
    #expect(comparison.steps.reduce(0) { $0 + $1.difference } == landings.1 - landings.0)
  }

  @Test func `a run does not differ from itself`() {
    let comparison = RunComparison(TraceSummary(everySign()), TraceSummary(everySign()))
    #expect(comparison.steps.allSatisfy { $0.difference == 0 && $0.before == $0.after })
    let text = Picture(comparing: PicturedRun(everySign()), PicturedRun(everySign())).text()
    #expect(text.contains("after: home after 5 s · at the same time") && text.contains("no step differs"))
  }

  @Test func picture() {
    var options = TextOptions()
    options.width = 72
    options.showsLegend = false
    let text = Picture(comparing: PicturedRun(hulkChain()), PicturedRun(everythingHangs())).text(options)
    #expect(
      text == """
        before: loading after 30 s · after: home after 8 s
          22 s sooner, 3.8× as fast

        before: rider-launch-before · everything-hangs
        landed on loading at 30 s · 30 s before its deadline of 1 min · degraded
        all attempts in a row: 30 s

                              0         10 s     20 s       30 s
                              ┬─────────┬────────┬─────────╥
        check-app-update     ▸█████████┫                   ║ ✗ 10 s timed-out
        is-verifying-version ▸          ████████┫          ║ ✗ 10 s timed-out
        get-city             ▸                   █████████┫║ ✗ 10 s timed-out
                                                           ╨ loading at 30 s
                                                                deadline 1 min →

        after: rider-launch · everything-hangs · seed 7
        landed on home at 8 s · 2 s before its deadline of 10 s · degraded
        all attempts in a row: 39 s, 4.9× as long
          all time-outs in a row: 41 s, 5.1× as long

                              0           10 s     20 s      30 s
                              ┬───────╥──┊┬────────┬─────────
        hulk-checks           ┌─┐     ║  ┊                    ✗ 3 s failed
          check-app-update    ━━┫     ║  ┊                    ✗ 3 s timed-out
          is-verifyin…ersion ▸██┫     ║  ┊                    ✗ 3 s timed-out
        get-city              ━━━━━━━━║╌┫┊                    ✗ 10 s timed-out
        get-server-address    ━◆↳╌╌╌╌⊘║  ┊                    ↳ 2 s cache
        login                ▸   ██◆↳┫║  ┊                    ↳ 3 s cache
        cached-rider-info     •       ║  ┊                    ✗ not cached
        get-rider-info       ▸      █↳║╌╌┊╌╌╌╌┫               ↳ 2 s value
                          home at 8 s ╨  ┊ deadline 10 s

        step                     cost before     cost after  difference
        get-city              10 s timed-out      timed-out       -10 s  ███████
        check-app-update      10 s timed-out      timed-out       -10 s  ███████
        is-verifying-version  10 s timed-out  3 s timed-out        -7 s  █████
        login                                 3 s recovered        +3 s  ██
        get-rider-info                        2 s recovered        +2 s  █
        get-server-address                        recovered
        cached-rider-info                            failed
        landing                         30 s            8 s       -22 s  ███████

        cost: how long the landing waited for the step; the sum is the landing

        """)
  }

}
