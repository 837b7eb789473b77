import LaunchFlowAuthoring
import Testing

/// What comes first where two orders would both make sense.
@Suite struct InstantRuleTests {
  /// The step's deadline still begins its remote fallback, which the group's then cuts.
  @Test func `a step's deadline comes before its group's`() throws {
    let member = Rules.http("m") {
      $0.deadline = .seconds(3)
      $0.fallback = [Rules.alternate, .value(1)]
    }
    let flow = Rules.flow([Rules.group("g", [member]) { $0.deadline = .seconds(3) }])
    let lines = try Rules.lines(flow, ["m": [.hang], "m.fallback": [.hang]], only: ["m", "g"])
    #expect(
      Array(lines.drop { !$0.hasPrefix("3.0") }) == [
        "3.0: m attempt 1 cut", "3.0: m attempt 2 by fallback 0", "3.0: m attempt 2 cut",
        "3.0: m recovered from value", "3.0: g succeeded", "3.0: LANDED home by rule 0, degraded",
      ])
  }

  /// At its own deadline the group cannot wait for what is outside; at the flow's it could.
  @Test func `a group's deadline comes before the flow's`() throws {
    let flow = Rules.flow(
      [
        Rules.http("outside"),
        Rules.group("g", [Rules.http("m", after: ["outside"])]) { $0.deadline = .seconds(3) },
      ], deadline: 3)
    let lines = try Rules.lines(flow, ["outside": [.hang]], only: ["outside", "m", "g"])
    #expect(
      Array(lines.drop { !$0.hasPrefix("3.0") }) == [
        "3.0: m cancelled", "3.0: g timed-out", "3.0: outside attempt 1 cut", "3.0: outside timed-out",
        "3.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `use fallback after comes before the time-out`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 2) {
        $0.useFallbackAfter = .seconds(2)
        $0.fallback = [Rules.alternate, .value(1)]
        $0.hedge = false
      }
    ])
    let lines = try Rules.lines(flow, ["a": [.hang], "a.fallback": [.hang]], only: ["a"])
    #expect(
      Array(lines.drop { !$0.hasPrefix("2.0") }) == [
        "2.0: a recovered from value", "2.0: a attempt 1 is late work",
        "2.0: LANDED home by rule 0, degraded",
        "2.0: a attempt 1 cancelled",
      ])
  }

  @Test func `the switch comes before signals, and these before answers and the ends of waits`() throws {
    let flow = Rules.flow([
      Rules.wait("pause", for: .time(.seconds(2))), Rules.action("a"),
      Rules.wait("frame", for: .signal("first-frame"), timeout: 2),
      Rules.wait("net", for: .online, timeout: 2),
    ]) { $0.signals = ["first-frame"] }
    let lines = try Rules.lines(flow, ["a": [.after(2)]]) {
      $0.offline = [Scenario.OfflinePeriod(from: .zero, to: .seconds(2))]
      $0.signals = [Scenario.Signal("first-frame", at: .fixed(.seconds(2)))]
    }
    #expect(
      lines.filter { $0.hasPrefix("2.0") } == [
        "2.0: online app", "2.0: net succeeded", "2.0: signal first-frame", "2.0: frame succeeded",
        "2.0: a attempt 1 succeeded", "2.0: a succeeded from live", "2.0: pause succeeded",
        "2.0: LANDED home by rule 0",
      ])
  }

  /// To be offline is known without asking; a network that refuses is asked.
  @Test func `an offline call fails as it starts, a refused one by an answer`() throws {
    let flow = Rules.flow([Rules.http("a"), Rules.http("b")])
    let offline = try Rules.lines(flow, only: ["a", "b"]) {
      $0.offline = [Scenario.OfflinePeriod(from: .zero, to: .seconds(2))]
    }
    #expect(
      offline.prefix(5) == [
        "0.0: a starts", "0.0: a attempt 1", "0.0: a attempt 1 failed: offline", "0.0: a failed",
        "0.0: b starts",
      ])
    let refused = try Rules.lines(flow, only: ["a", "b"]) {
      $0.network = [Scenario.Outage(from: .zero, to: .seconds(2), .refused)]
    }
    #expect(
      refused.prefix(6) == [
        "0.0: a starts", "0.0: a attempt 1", "0.0: b starts", "0.0: b attempt 1",
        "0.0: a attempt 1 failed: network", "0.0: a failed",
      ])
  }

  /// Who has waited in the queue and stands first in the file goes before who has only become ready.
  @Test func `a queued step goes before a ready one behind it in the file`() throws {
    let flow = Rules.flow([
      Rules.action("a") { $0.lane = "main" }, Rules.action("b") { $0.lane = "main" },
      Rules.action("c", needs: ["a"]) { $0.lane = "main" },
    ])
    let lines = try Rules.lines(flow, ["a": [.after(1)], "b": [.after(1)]], only: ["b", "c"])
    #expect(
      lines.prefix(4) == ["0.0: b queued", "1.0: b starts", "1.0: b attempt 1", "1.0: c queued"])
  }

  /// A step whose turn comes only as another settles keeps its place in the file.
  @Test func `the flow's deadline settles in file order whose turn it is`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b", after: ["a"]), Rules.http("c")], deadline: 3)
    let lines = try Rules.lines(flow, ["a": [.hang], "c": [.hang]])
    #expect(
      Array(lines.drop { !$0.hasPrefix("3.0") }) == [
        "3.0: a attempt 1 cut", "3.0: a timed-out", "3.0: b timed-out", "3.0: c attempt 1 cut",
        "3.0: c timed-out", "3.0: LANDED home by rule 0, degraded",
      ])
  }

  /// A group that fails fast leaves its own late work, and takes that of a group within it that it cancels.
  @Test func `a cancelled group takes its late work along`() throws {
    let late = { (name: String) in
      Rules.http(name) {
        $0.useFallbackAfter = .seconds(1)
        $0.fallback = [.value(1)]
      }
    }
    let flow = Rules.flow([
      Rules.http("slow"),
      Rules.group("g", [Rules.http("x"), late("own"), Rules.group("h", [late("inner"), Rules.http("n")])]) {
        $0.failFast = true
      },
    ])
    let lines = try Rules.lines(
      flow,
      [
        "slow": [.after(5)], "x": [.after(2, .error(.server))], "own": [.after(3)], "inner": [.after(3)],
        "n": [.hang],
      ], only: ["own", "inner"])
    #expect(
      Array(lines.drop { !$0.contains("late work") }.filter { $0.contains("attempt") }) == [
        "1.0: own attempt 1 is late work", "1.0: inner attempt 1 is late work",
        "2.0: inner attempt 1 cancelled",
        "3.0: own attempt 1 succeeded",
      ])
  }

  /// What is under way counts, not what the step's own work is.
  @Test func `going offline ends remote fallbacks over HTTP alone`() throws {
    let spare = Flow.Fallback.action(Flow.Action("spare"), timeout: .seconds(2))
    let flow = Rules.flow([
      Rules.action("a") { $0.fallback = [Rules.alternate] }, Rules.http("b") { $0.fallback = [spare] },
    ])
    let failing = [Scenario.Behaviour.after(1, .error(.malformed))]
    let lines = try Rules.lines(
      flow, ["a": failing, "b": failing, "a.fallback": [.hang], "b.fallback": [.hang]], only: ["a", "b"]
    ) { $0.offline = [Scenario.OfflinePeriod(from: .milliseconds(1500), to: nil)] }
    #expect(
      Array(lines.drop { !$0.hasPrefix("1.5") }) == [
        "1.5: offline app", "1.5: a attempt 2 failed: offline", "1.5: a failed",
        "3.0: b attempt 2 failed: timeout",
        "3.0: b failed", "3.0: LANDED home by rule 0, degraded",
      ])
  }

  /// A deliberate answer is one whoever gives it: no further fallback hides it.
  @Test func `a refusal by a fallback is not hidden`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.failures = [Flow.Failure("token", Predicate([.equals("no")]))]
        $0.fallback = [Rules.alternate, .value(1)]
      }
    ])
    let lines = try Rules.lines(
      flow, ["a": [.after(1, .error(.network))], "a.fallback": [.after(1, .named("token"))]], only: ["a"])
    #expect(lines.suffix(2) == ["2.0: a failed as token", "2.0: LANDED home by rule 0, degraded"])
  }
}
