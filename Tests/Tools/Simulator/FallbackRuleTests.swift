import LaunchFlowAuthoring
import Testing

/// Rules 6 to 8: deadlines, fallbacks, late work and lanes.
@Suite struct FallbackRuleTests {
  @Test func `fallbacks are walked once in order`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) { $0.fallback = [.cache("c"), Rules.alternate, .cache("d"), .value(1)] }
    ])
    let lines = try Rules.lines(flow, ["a": [.hang], "a.fallback": [.hang]], only: ["a"]) {
      $0.caches = [Scenario.CachedValue("d", 1, age: .seconds(61))]
    }
    #expect(
      Array(lines.dropFirst(2)) == [
        "1.0: a attempt 1 failed: timeout", "1.0: a attempt 2 by fallback 1",
        "3.0: a attempt 2 failed: timeout",
        "3.0: a recovered from value", "3.0: LANDED home by rule 0, degraded",
      ])
    #expect(
      try Rules.lines(flow, ["a": [.hang], "a.fallback": [.after(1)]]).contains(
        "2.0: a recovered from alternate"))
  }

  @Test func `an invalid cached value counts as absent`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.fallback = [.cache("c")]
        $0.valid = Predicate(at: JSONPointer(tokens: ["id"]), [.nonEmpty(true)])
        $0.results = [Flow.NamedResult("seven", Predicate(at: JSONPointer(tokens: ["id"]), [.equals(7)]))]
      }
    ])
    let failing = ["a": [Scenario.Behaviour.after(1, .error(.network))]]
    #expect(
      try Rules.lines(flow, failing) { $0.caches = [Scenario.CachedValue("c", ["id": ""])] }.contains(
        "1.0: a failed"))
    #expect(
      try Rules.lines(flow, failing) { $0.caches = [Scenario.CachedValue("c", ["id": 7])] }
        .contains("1.0: a recovered as seven from cache"))
    #expect(
      try Rules.lines(flow, ["a": [.after(1, .value(["id": ""]))]]).contains(
        "1.0: a attempt 1 failed: malformed"))
  }

  @Test func `a step's deadline cuts its attempts and then its fallbacks run`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.deadline = .seconds(3); $0.fallback = [Rules.alternate]
      }
    ])
    let lines = try Rules.lines(flow, ["a": [.hang], "a.fallback": [.after(1.5)]], only: ["a"])
    #expect(
      Array(lines.dropFirst(2)) == [
        "3.0: a attempt 1 cut", "3.0: a attempt 2 by fallback 0", "4.5: a attempt 2 succeeded",
        "4.5: a recovered from alternate", "4.5: LANDED home by rule 0, degraded",
      ])
    let helpless = try Rules.lines(
      flow, ["a": [.hang], "a.fallback": [.after(0, .error(.server))]], only: ["a"])
    #expect(helpless.contains("3.0: a timed-out"))
  }

  @Test func `use fallback after settles and the attempt goes on`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.useFallbackAfter = .seconds(2)
        $0.fallback = [Rules.alternate, .cache("c")]
        $0.hedge = false
        $0.store = "c"
      }, Rules.http("b", needs: ["a"]),
    ])
    let lines = try Rules.lines(flow, ["a": [.after(4)], "b": [.after(5)]], only: ["a", "b"]) {
      $0.caches = [Scenario.CachedValue("c", 1)]
    }
    #expect(
      Array(lines.dropFirst(2).prefix(6)) == [
        "2.0: a recovered from cache", "2.0: a attempt 1 is late work", "2.0: b starts", "2.0: b attempt 1",
        "4.0: a attempt 1 succeeded", "4.0: a stored to c",
      ])
    // Without a value it changes nothing.
    let without = try Rules.lines(flow, ["a": [.after(4)], "b": [.after(5)]], only: ["a"])
    #expect(without.contains("4.0: a succeeded from live"))
  }

  @Test func `use fallback after ends a wait`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.useFallbackAfter = .seconds(2)
        $0.fallback = [.value(1)]
        $0.retry = Flow.Retry(attempts: 2)
        $0.retry?.jitter = Flow.Retry.Jitter.none
        $0.retry?.delay = .seconds(5)
      }
    ])
    let lines = try Rules.lines(flow, ["a": [.after(1, .error(.network))]], only: ["a"])
    #expect(
      Array(lines.suffix(3)) == [
        "1.0: a waits 5000 ms to retry", "2.0: a recovered from value",
        "2.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `use fallback after changes nothing once a fallback is under way`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.useFallbackAfter = .seconds(2); $0.fallback = [Rules.alternate, .value(1)]; $0.hedge = false
      }
    ])
    let lines = try Rules.lines(flow, ["a": [.hang], "a.fallback": [.after(1.5)]], only: ["a"])
    #expect(lines.contains("2.5: a recovered from alternate"))
  }

  @Test func `late work is bound by its time-out its steps and its group's deadline`() throws {
    func step(_ change: (inout Flow.Step) -> Void) -> Flow.Step {
      Rules.http("a", timeout: 5) {
        $0.useFallbackAfter = .seconds(1)
        $0.fallback = [.value(1)]
        $0.afterLanding = .continue
        change(&$0)
      }
    }
    let plain = Rules.flow([step { _ in }])
    #expect(try Rules.lines(plain, ["a": [.hang]]).last == "5.0: a attempt 1 failed: timeout")
    let deadline = Rules.flow([step { $0.deadline = .seconds(3) }])
    #expect(try Rules.lines(deadline, ["a": [.hang]]).last == "3.0: a attempt 1 cut")
    let group = Rules.flow([
      Rules.group("g", [step { _ in }]) {
        $0.deadline = .seconds(4); $0.afterLanding = .continue
      }
    ])
    let lines = try Rules.lines(group, ["a": [.hang]])
    #expect(lines.contains("1.0: g succeeded"))
    #expect(lines.last == "4.0: a attempt 1 cut")
  }

  @Test func `the landing cancels late work that does not continue`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a") {
          $0.useFallbackAfter = .seconds(1); $0.fallback = [.value(1)]
        },
        Rules.http("b", needs: ["a"]),
      ])
    let lines = try Rules.lines(flow, ["a": [.hang], "b": [.after(1)]])
    #expect(lines.suffix(2) == ["2.0: LANDED home by rule 0, degraded", "2.0: a attempt 1 cancelled"])
  }

  @Test func `the flow's deadline settles everything in dependency order`() throws {
    let flow = Rules.flow(
      [
        Rules.http("last", after: ["q"]),
        Rules.http("a", timeout: 30) { $0.fallback = [Rules.alternate, .cache("c")] },
        Rules.group("g", [Rules.http("m", needs: ["a"])]),
        Rules.http("q", after: ["a"]) { $0.fallback = [.value(1)] },
        Rules.http("r", needs: ["last"]),
      ], deadline: 5)
    let lines = try Rules.lines(flow, ["a": [.hang]]) { $0.caches = [Scenario.CachedValue("c", 1)] }
    #expect(
      Array(lines.drop { !$0.hasPrefix("5.0") }) == [
        "5.0: a attempt 1 cut", "5.0: a recovered from cache", "5.0: m timed-out", "5.0: g failed",
        "5.0: q recovered from value", "5.0: last timed-out", "5.0: r skipped: needs last, timed-out",
        "5.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `for a continuing step the flow's deadline means use the fallback`() throws {
    func flow(_ fallback: [Flow.Fallback]) -> Flow {
      Rules.flow(
        [
          Rules.http("a", timeout: 30) {
            $0.afterLanding = .continue; $0.fallback = fallback; $0.store = "c"
          }
        ], deadline: 5)
    }
    let recovered = try Rules.lines(flow([.value(1)]), ["a": [.after(8)]])
    #expect(
      Array(recovered.dropFirst(2)) == [
        "5.0: a recovered from value", "5.0: a attempt 1 is late work",
        "5.0: LANDED home by rule 0, degraded",
        "8.0: a attempt 1 succeeded", "8.0: a stored to c",
      ])
    let without = try Rules.lines(flow([]), ["a": [.after(8)]])
    #expect(without.contains("5.0: a timed-out"))
    #expect(without.contains("5.0: a attempt 1 is late work"))
  }

  @Test func `a continuing step with a remote fallback under way times out at the flow's deadline`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a", timeout: 4) {
          $0.afterLanding = .continue; $0.fallback = [Rules.alternate]
        }
      ], deadline: 5)
    let lines = try Rules.lines(flow, ["a": [.hang], "a.fallback": [.after(1.5)]])
    #expect(
      Array(lines.suffix(3)) == [
        "5.0: a attempt 2 cut", "5.0: a timed-out", "5.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a lane runs at most its capacity in file order`() throws {
    let flow = Rules.flow(
      ["a", "b", "c", "d"].map { name in Rules.action(name, timeout: 3) { $0.lane = "two" } }
    ) { $0.lanes = [Flow.Lane("two", capacity: 2)] }
    let lines = try Rules.lines(flow, ["a": [.after(1)], "b": [.hang], "c": [.after(1)], "d": [.after(1)]])
    #expect(
      lines.filter { $0.contains("starts") || $0.contains("queued") } == [
        "0.0: a starts", "0.0: b starts", "0.0: c queued", "0.0: d queued", "1.0: c starts", "2.0: d starts",
      ])
  }

  @Test func `a step's clocks start when it leaves its queue`() throws {
    let flow = Rules.flow([
      Rules.action("a", timeout: 3) { $0.lane = "main" }, Rules.action("b", timeout: 1) { $0.lane = "main" },
    ])
    let lines = try Rules.lines(flow, ["a": [.hang], "b": [.hang]], only: ["b"])
    #expect(
      lines.prefix(4) == [
        "0.0: b queued", "3.0: b starts", "3.0: b attempt 1", "4.0: b attempt 1 failed: timeout",
      ])
  }

  @Test func `late work keeps its lane and an abandoned handler does not`() throws {
    let flow = Rules.flow([
      Rules.action("a", timeout: 3) {
        $0.lane = "main"; $0.useFallbackAfter = .seconds(1); $0.fallback = [.value(1)]
      },
      Rules.action("b") { $0.lane = "main" },
    ])
    var stubborn = Scenario.Behaviour.after(9)
    stubborn.ignoresCancellation = true
    let lines = try Rules.lines(flow, ["a": [stubborn], "b": [.after(1)]], only: ["a", "b"])
    #expect(lines.contains("1.0: a recovered from value"))
    #expect(lines.contains("3.0: b starts"))
  }

  @Test func `a queued step takes its fallback at the deadline`() throws {
    let flow = Rules.flow(
      [
        Rules.action("a", timeout: 30) { $0.lane = "main" },
        Rules.action("b") {
          $0.lane = "main"; $0.fallback = [.value(1)]
        },
      ], deadline: 5)
    let lines = try Rules.lines(flow, ["a": [.hang]], only: ["b"])
    #expect(
      lines == ["0.0: b queued", "5.0: b recovered from value", "5.0: LANDED home by rule 0, degraded"])
  }
}
