import LaunchFlowModel
import Testing

@testable import LaunchFlowSimulator

/// Polled groups: rounds, and how they end.
@Suite struct RoundRuleTests {
  /// A group `g` that goes through `m` and whatever else there is each second until `m` is done.
  static func flow(
    _ others: [Flow.Step] = [], every: Int = 1, deadline: Int = 10, flowDeadline: Int = 20,
    landings: [Flow.Landing]? = nil, beside: [Flow.Step] = [],
    _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow {
    let asked = Rules.http("m") {
      $0.results = [Flow.NamedResult("done", Predicate([.equals("done")]))]
    }
    let group = Rules.group("g", [asked] + others) {
      $0.deadline = .seconds(deadline)
      $0.poll = Flow.Poll(every: .seconds(every), until: ["over"])
      $0.outcomes = [Flow.GroupOutcome("over", Condition("m", is: "done"))]
      change(&$0)
    }
    return Rules.flow(
      [group] + beside, landings: landings ?? [Flow.Landing("home", after: ["g"])], deadline: flowDeadline)
  }

  static let done = Scenario.Behaviour.after(1, .named("done"))

  @Test func `rounds go on until the group's result ends them`() throws {
    let lines = try Rules.lines(Self.flow(), ["m": [.after(1), Self.done]], only: ["g", "m"])
    #expect(
      lines == [
        "0.0: g starts", "0.0: m starts", "0.0: m attempt 1", "1.0: m attempt 1 succeeded",
        "1.0: m succeeded from live", "1.0: g waits 1000 ms to poll", "2.0: g starts", "2.0: m starts",
        "2.0: m attempt 2", "3.0: m attempt 2 succeeded as done", "3.0: m succeeded as done from live",
        "3.0: g succeeded as over", "3.0: LANDED home by rule 0",
      ])
  }

  @Test func `the group's deadline ends a wait at which nothing is open`() throws {
    let lines = try Rules.lines(Self.flow(deadline: 3), ["m": [.after(1)]], only: ["g"])
    #expect(
      lines == [
        "0.0: g starts", "1.0: g waits 1000 ms to poll", "2.0: g starts", "3.0: g waits 1000 ms to poll",
        "3.0: g timed-out", "3.0: LANDED home by rule 0",
      ])
  }

  @Test func `the flow's deadline ends a wait too`() throws {
    let lines = try Rules.lines(Self.flow(every: 5, flowDeadline: 2), ["m": [.after(1)]], only: ["g"])
    #expect(
      lines.suffix(3) == [
        "1.0: g waits 5000 ms to poll", "2.0: g timed-out", "2.0: LANDED home by rule 0",
      ])
  }

  @Test func `a deadline within a round asks for the result once more`() throws {
    let flow = Self.flow([Rules.http("n") { $0.after = ["m"] }], deadline: 2)
    let over = try Rules.lines(flow, ["m": [Self.done], "n": [.hang]], only: ["n", "g"])
    #expect(
      over.suffix(3) == ["2.0: n timed-out", "2.0: g failed as over", "2.0: LANDED home by rule 0, degraded"])
    let open = try Rules.lines(flow, ["m": [.after(1)], "n": [.hang]], only: ["n", "g"])
    #expect(
      open.suffix(3) == ["2.0: n timed-out", "2.0: g timed-out", "2.0: LANDED home by rule 0, degraded"])
  }

  @Test(arguments: [false, true]) func `a deadline that cuts a member is no failure of it`(_ failFast: Bool)
    throws
  {
    let flow = Self.flow(deadline: 2) { $0.failFast = failFast }
    let lines = try Rules.lines(flow, ["m": [.hang]], only: ["m", "g"])
    #expect(
      lines.suffix(3) == ["2.0: m timed-out", "2.0: g timed-out", "2.0: LANDED home by rule 0, degraded"])
  }

  @Test func `a round that fails is followed by another unless the group fails fast`() throws {
    let world = ["m": [Scenario.Behaviour.after(1, .error(.server)), Self.done]]
    let patient = try Rules.lines(Self.flow(), world, only: ["g"])
    #expect(patient.contains("3.0: g succeeded as over"))
    let hasty = try Rules.lines(Self.flow { $0.failFast = true }, world, only: ["g"])
    #expect(hasty.suffix(2) == ["1.0: g failed", "1.0: LANDED home by rule 0, degraded"])
  }

  @Test func `each round asks its members anew with all their tries`() throws {
    let ask = Rules.action("ask") {
      $0.when = Condition("m", is: "failed")
      var retry = Flow.Retry(attempts: 2)
      retry.delay = .zero
      retry.jitter = .none
      retry.on = [.error]
      $0.retry = retry
    }
    let failing = Scenario.Behaviour.after(0, .error(.client))
    let lines = try Rules.lines(
      Self.flow([ask]),
      ["m": [failing, failing, Self.done], "ask": [.after(0, .error(.error)), .after(0), .after(0)]],
      only: ["ask"])
    #expect(
      lines == [
        "0.0: ask starts", "0.0: ask attempt 1", "0.0: ask attempt 1 failed: error",
        "0.0: ask waits 0 ms to retry", "0.0: ask attempt 2", "0.0: ask attempt 2 succeeded",
        "0.0: ask succeeded from live", "1.0: ask starts", "1.0: ask attempt 3",
        "1.0: ask attempt 3 succeeded", "1.0: ask succeeded from live", "3.0: ask skipped: condition",
        "3.0: LANDED home by rule 0, degraded",
      ])
  }

  /// As pictures number them: an own attempt, the alternate's, and the own one of the next round.
  @Test func `a list has an entry for each number of an attempt`() throws {
    let flow = Self.flow([Rules.http("n") { $0.fallback = [Rules.alternate] }])
    let lines = try Rules.lines(
      flow,
      [
        "m": [.after(1), Self.done], "n": [.after(0, .error(.client)), .hang, .after(0.5)],
        "n.fallback": [.after(0.25)],
      ], only: ["n"])
    #expect(
      lines.filter { $0.contains("attempt") } == [
        "0.0: n attempt 1", "0.0: n attempt 1 failed: client", "0.0: n attempt 2 by fallback 0",
        "0.25: n attempt 2 succeeded", "2.0: n attempt 3", "2.5: n attempt 3 succeeded",
      ])
  }

  @Test func `what is late ends with the next round`() throws {
    let late = Rules.http("late") {
      $0.after = ["m"]
      $0.fallback = [.value(1)]
      $0.useFallbackAfter = .seconds(1)
    }
    let lines = try Rules.lines(
      Self.flow([late]), ["m": [.after(0), .after(0, .named("done"))], "late": [.hang, .after(0)]],
      only: ["g", "late"])
    #expect(
      lines == [
        "0.0: g starts", "0.0: late starts", "0.0: late attempt 1", "1.0: late recovered from value",
        "1.0: late attempt 1 is late work", "1.0: g waits 1000 ms to poll", "2.0: late attempt 1 cancelled",
        "2.0: g starts", "2.0: late starts", "2.0: late attempt 2", "2.0: late attempt 2 succeeded",
        "2.0: late succeeded from live", "2.0: g succeeded as over", "2.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `the landing ends a wait unless the group continues`() throws {
    let beside = Rules.http("x")
    let landings = [Flow.Landing("home", after: ["x"])]
    let world = ["m": [Scenario.Behaviour.after(1), Self.done], "x": [.after(1.5)]]
    let cut = try Rules.lines(Self.flow(landings: landings, beside: [beside]), world, only: ["g", "m"])
    #expect(cut.suffix(2) == ["1.5: LANDED home by rule 0", "1.5: g cancelled"])
    let kept = try Rules.lines(
      Self.flow(landings: landings, beside: [beside]) { $0.afterLanding = .continue }, world, only: ["g"])
    #expect(
      kept.suffix(4) == [
        "1.0: g waits 1000 ms to poll", "1.5: LANDED home by rule 0", "2.0: g starts",
        "3.0: g succeeded as over",
      ])
  }

  @Test func `a cancelled run ends a wait`() throws {
    let lines = try Rules.lines(Self.flow(), ["m": [.after(1)]], only: ["g"]) {
      $0.cancel = .milliseconds(1500)
    }
    #expect(
      lines.suffix(3) == ["1.5: run cancelled", "1.5: g cancelled", "1.5: LANDED home by rule 0, cancelled"])
  }

  @Test func `results are read in order and tell what the failure was`() throws {
    let ask = Rules.action("ask") {
      $0.after = ["m"]
      $0.failures = [Flow.Failure("closed", nil)]
    }
    let flow = Self.flow([ask]) {
      $0.outcomes.append(Flow.GroupOutcome("given-up", Condition("ask", is: "closed")))
      $0.poll?.until.append("given-up")
    }
    let world = ["m": [Scenario.Behaviour.after(0)], "ask": [.after(0), .after(0, .named("closed"))]]
    let lines = try Rules.lines(flow, world, only: ["g"])
    #expect(lines.contains("1.0: g failed as given-up"))
  }

  @Test func `a group that is not polled has results too`() throws {
    let flow = Self.flow(
      landings: [Flow.Landing("other", when: Condition("g", is: "over")), Flow.Landing("home", after: ["g"])]
    ) { $0.poll = nil }
    #expect(try Rules.lines(flow, ["m": [Self.done]]).contains("1.0: LANDED other by rule 0"))
    #expect(try Rules.lines(flow, ["m": [.after(1)]]).contains("1.0: LANDED home by rule 1"))
  }

  @Test func `members outside needs are asked for in each round`() throws {
    let need = Rules.http("need")
    let needy = Rules.http("needy", needs: ["need"])
    let flow = Self.flow([needy], beside: [need])
    let lines = try Rules.lines(
      flow, ["m": [.after(1), Self.done], "need": [.after(0, .error(.client))]], only: ["needy"])
    #expect(
      lines == [
        "0.0: needy skipped: needs need, failed", "2.0: needy skipped: needs need, failed",
        "3.0: LANDED home by rule 0, degraded",
      ])
  }
}
