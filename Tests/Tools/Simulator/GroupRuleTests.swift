import LaunchFlowAuthoring
import Testing

/// Rule 4: groups.
@Suite struct GroupRuleTests {
  @Test func `members start only within their started group`() throws {
    let flow = Rules.flow([
      Rules.http("first"),
      Rules.group("g", [Rules.http("m"), Rules.http("n", needs: ["m"])]) { $0.needs = ["first"] },
    ])
    let lines = try Rules.lines(flow, ["first": [.after(1)], "m": [.after(1)]], only: ["g", "m", "n"])
    #expect(
      lines == [
        "1.0: g starts", "1.0: m starts", "1.0: m attempt 1", "2.0: m attempt 1 succeeded",
        "2.0: m succeeded from live", "2.0: n starts", "2.0: n attempt 1", "2.0: n attempt 1 succeeded",
        "2.0: n succeeded from live", "2.0: g succeeded", "2.0: LANDED home by rule 0",
      ])
  }

  @Test func `a group fails with a failed member but not with a skipped one`() throws {
    var skipped = Rules.http("s")
    skipped.when = Condition("m", is: "failed")
    let flow = Rules.flow([Rules.group("g", [Rules.http("m"), skipped])])
    #expect(try Rules.lines(flow, only: ["g"]).contains("0.0: g succeeded"))
    let failing = try Rules.lines(flow, ["m": [.after(1, .error(.server))]], only: ["g", "s"])
    #expect(failing.contains("1.0: g failed"))
    #expect(failing.contains("1.0: s starts"))
  }

  @Test func `a skipped group takes its members along`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1),
      Rules.group("g", [Rules.http("m"), Rules.group("h", [Rules.http("n")])]) { $0.needs = ["a"] },
    ])
    let lines = try Rules.lines(flow, ["a": [.hang]], only: ["g", "m", "h", "n"])
    #expect(
      lines.dropLast() == [
        "1.0: m skipped: group", "1.0: h skipped: group", "1.0: n skipped: group",
        "1.0: g skipped: needs a, timed-out",
      ])
  }

  @Test func `fail fast skips what the failure skips and cancels the rest`() throws {
    let flow = Rules.flow([
      Rules.group(
        "g", [Rules.http("m"), Rules.http("n", needs: ["m"]), Rules.http("o", needs: ["n"]), Rules.http("p")]
      ) { $0.failFast = true }
    ])
    let lines = try Rules.lines(
      flow, ["m": [.after(1, .error(.client))], "p": [.after(9)]], only: ["g", "n", "o", "p"])
    #expect(
      Array(lines.suffix(6)) == [
        "1.0: n skipped: needs m, failed", "1.0: o skipped: needs n, skipped", "1.0: p attempt 1 cancelled",
        "1.0: p cancelled", "1.0: g failed", "1.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `fail fast waits for fallbacks`() throws {
    let flow = Rules.flow([
      Rules.group("g", [Rules.http("m") { $0.fallback = [.value(1)] }, Rules.http("p")]) {
        $0.failFast = true
      }
    ])
    let lines = try Rules.lines(flow, ["m": [.after(1, .error(.client))], "p": [.after(2)]], only: ["g"])
    #expect(lines.contains("2.0: g succeeded"))
  }

  @Test func `a group's deadline settles its members in dependency order`() throws {
    let flow = Rules.flow([
      Rules.group(
        "g",
        [
          Rules.http("last", after: ["m"]), Rules.http("m") { $0.fallback = [.cache("c")] },
          Rules.value("v", after: ["last"]),
          Rules.http("needy", needs: ["last"]),
        ]
      ) { $0.deadline = .seconds(3) }
    ])
    let lines = try Rules.lines(flow, ["m": [.hang]]) { $0.caches = [Scenario.CachedValue("c", 1)] }
    #expect(
      Array(lines.drop { !$0.hasPrefix("3.0") }) == [
        "3.0: m attempt 1 cut", "3.0: m recovered from cache", "3.0: last timed-out",
        "3.0: needy skipped: needs last, timed-out", "3.0: v starts", "3.0: v succeeded from value",
        "3.0: g failed", "3.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a group with a member that cannot settle times out`() throws {
    let flow = Rules.flow([
      Rules.http("outside"),
      Rules.group("g", [Rules.http("m", after: ["outside"]), Rules.http("n")]) { $0.deadline = .seconds(3) },
    ])
    let lines = try Rules.lines(flow, ["outside": [.after(5)], "n": [.hang]], only: ["g", "m", "n"])
    #expect(
      Array(lines.drop { !$0.hasPrefix("3.0") }) == [
        "3.0: n attempt 1 cut", "3.0: n timed-out", "3.0: m cancelled", "3.0: g timed-out",
        "5.0: LANDED home by rule 0, degraded",
      ])
  }

  /// Whichever member is faster: the same failure has the same name.
  @Test(arguments: [0.5, 9]) func `a group that fails fast has the failure's name`(_ other: Double) throws {
    let flow = Rules.flow([
      Rules.group("g", [Rules.http("m"), Rules.http("n")]) {
        $0.failFast = true
        $0.outcomes = [Flow.GroupOutcome("lost", Condition("m", is: "failed"))]
      }
    ])
    let world = ["m": [Scenario.Behaviour.after(1, .error(.server))], "n": [.after(other)]]
    #expect(try Rules.lines(flow, world, only: ["g"]).contains("1.0: g failed as lost"))
  }

  @Test func `nothing fails fast while a deadline is applied`() throws {
    let flow = Rules.flow([
      Rules.group(
        "g", [Rules.http("m"), Rules.http("n") { $0.fallback = [.value(1)] }]
      ) {
        $0.failFast = true; $0.deadline = .seconds(3)
      }
    ])
    let lines = try Rules.lines(flow, ["m": [.hang], "n": [.hang]], only: ["g", "m", "n"])
    #expect(
      Array(lines.suffix(6)) == [
        "3.0: m attempt 1 cut", "3.0: m timed-out", "3.0: n attempt 1 cut", "3.0: n recovered from value",
        "3.0: g failed", "3.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `an empty group succeeds as it starts`() throws {
    let flow = Rules.flow([Rules.group("g", [])])
    #expect(try Rules.lines(flow) == ["0.0: g starts", "0.0: g succeeded", "0.0: LANDED home by rule 0"])
  }

  @Test func `at the landing a group stays open for its continuing members`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a"),
        Rules.group("g", [Rules.http("m") { $0.afterLanding = .continue }, Rules.http("n")]),
        Rules.group("h", [Rules.http("o")]),
      ], landings: [Flow.Landing("home", after: ["a"])])
    let lines = try Rules.lines(
      flow, ["a": [.after(1)], "m": [.after(3)], "n": [.after(9)], "o": [.after(9)]],
      only: ["g", "m", "n", "h", "o"])
    #expect(
      Array(lines.drop { !$0.contains("LANDED") }) == [
        "1.0: LANDED home by rule 0", "1.0: n attempt 1 cancelled", "1.0: n cancelled",
        "1.0: o attempt 1 cancelled",
        "1.0: o cancelled", "1.0: h cancelled", "3.0: m attempt 1 succeeded", "3.0: m succeeded from live",
        "3.0: g failed",
      ])
  }

  /// The landing cancels `n` and keeps the group, which has not started, for `m`; then the group is skipped.
  @Test func `a group that is skipped after the landing leaves what the landing cancelled`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a"), Rules.http("slow"),
        Rules.group("g", [Rules.http("n"), Rules.http("m") { $0.afterLanding = .continue }]) {
          $0.needs = ["slow"]
        },
      ], landings: [Flow.Landing("home", after: ["a"])])
    let lines = try Rules.lines(flow, ["a": [.after(1)], "slow": [.hang]], only: ["g", "m", "n"])
    #expect(
      lines == [
        "1.0: LANDED home by rule 0", "1.0: n cancelled", "1.0: m skipped: group",
        "1.0: g skipped: needs slow, cancelled",
      ])
  }
}
