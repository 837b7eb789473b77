import LaunchFlowAuthoring
import Testing

/// Rules 1 and 2: one instant in order, and what follows from one event.
@Suite struct OrderRuleTests {
  @Test func `an answer at the instant of its time-out wins`() throws {
    let flow = Rules.flow([Rules.http("a", timeout: 3)])
    #expect(
      try Rules.lines(flow, ["a": [.after(3)]]) == [
        "0.0: a starts", "0.0: a attempt 1", "3.0: a attempt 1 succeeded", "3.0: a succeeded from live",
        "3.0: LANDED home by rule 0",
      ])
    #expect(
      try Rules.lines(flow, ["a": [.after(3.000_000_001)]]).suffix(3) == [
        "3.0: a attempt 1 failed: timeout", "3.0: a timed-out", "3.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `simultaneous answers are taken in file order`() throws {
    let flow = Rules.flow([Rules.http("b"), Rules.http("a")])
    let lines = try Rules.lines(flow, ["a": [.after(1)], "b": [.after(1)]])
    #expect(
      lines.filter { $0.contains("succeeded from") } == [
        "1.0: b succeeded from live", "1.0: a succeeded from live",
      ])
  }

  @Test func `cancellation comes before an answer of the same instant`() throws {
    let flow = Rules.flow([Rules.http("a")])
    let lines = try Rules.lines(flow, ["a": [.after(2)]]) { $0.cancel = .seconds(2) }
    #expect(lines.contains("2.0: a cancelled"))
    #expect(lines.last == "2.0: LANDED home by rule 0, cancelled")
  }

  @Test func `going offline comes before an answer of the same instant`() throws {
    let flow = Rules.flow([Rules.http("a")])
    let lines = try Rules.lines(flow, ["a": [.after(2)]]) {
      $0.offline = [Scenario.OfflinePeriod(from: .seconds(2), to: nil)]
    }
    #expect(lines.contains("2.0: a attempt 1 failed: offline"))
  }

  @Test func `a need that is unavailable skips at once and spreads only along needs`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1), Rules.http("slow"), Rules.http("b", needs: ["a"], after: ["slow"]),
      Rules.http("c", needs: ["b"]), Rules.http("d", after: ["b"]),
    ])
    let lines = try Rules.lines(
      flow, ["a": [.hang], "slow": [.after(5)]], only: ["b", "c", "d"])
    #expect(
      lines.dropLast() == [
        "1.0: b skipped: needs a, timed-out", "1.0: c skipped: needs b, skipped", "1.0: d starts",
        "1.0: d attempt 1", "1.0: d attempt 1 succeeded", "1.0: d succeeded from live",
      ])
  }

  @Test func `a condition is looked at once everything waited for has settled`() throws {
    var conditional = Rules.http("b", after: ["slow"])
    conditional.when = Condition("a", is: "failed")
    let flow = Rules.flow([Rules.http("a"), Rules.http("slow"), conditional])
    let lines = try Rules.lines(flow, ["a": [.after(1)], "slow": [.after(4)]], only: ["b"])
    #expect(lines.dropLast() == ["4.0: b skipped: condition"])
  }

  /// The landing is looked at before anything ready is started: `b` would be ready, but never starts.
  @Test func `nothing is started that the landing has made pointless`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b", needs: ["a"])], landings: [Flow.Landing("home", after: ["a"])])
    #expect(
      try Rules.lines(flow, ["a": [.after(1)]]).suffix(2) == [
        "1.0: LANDED home by rule 0", "1.0: b cancelled",
      ])
  }

  @Test func `cache and value steps settle as they start one by one`() throws {
    let flow = Rules.flow([
      Rules.value("x", after: ["y"]), Flow.Step("y", .cache("c")), Rules.value("z"),
    ])
    #expect(
      try Rules.lines(flow) { $0.caches = [Scenario.CachedValue("c", true)] } == [
        "0.0: y starts", "0.0: y succeeded from cache", "0.0: x starts", "0.0: x succeeded from value",
        "0.0: z starts", "0.0: z succeeded from value", "0.0: LANDED home by rule 0",
      ])
  }

  /// Zero-length attempts answer in the same instant, but after everything that is ready has started.
  @Test func `the minimal flow runs in one instant`() throws {
    let flow = Rules.flow([Rules.http("a"), Rules.http("b")])
    #expect(
      try Rules.lines(flow) == [
        "0.0: a starts", "0.0: a attempt 1", "0.0: b starts", "0.0: b attempt 1",
        "0.0: a attempt 1 succeeded",
        "0.0: a succeeded from live", "0.0: b attempt 1 succeeded", "0.0: b succeeded from live",
        "0.0: LANDED home by rule 0",
      ])
  }
}
