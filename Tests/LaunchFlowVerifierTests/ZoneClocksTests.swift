import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowVerifier

/// Which timers share a clock, because they are always armed at one instant.
@Suite struct ZoneClocksTests {
  private static let text = """
    { "flow": "clocks", "deadline": "20s", "pages": ["home"],
      "defaults": { "timeout": "1s" },
      "steps": {
        "first": { "action": "ask", "useFallbackAfter": "500ms", "fallback": [ { "value": 1 } ] },
        "second": { "action": "ask", "deadline": "5s" },
        "tried-again": { "action": "ask", "deadline": "5s", "retry": { "attempts": 2 } },
        "asked-elsewhere": { "action": "ask", "deadline": "5s", "fallback": [ { "action": "ask", "timeout": "1s" } ] },
        "laned": { "action": "ask", "deadline": "5s", "lane": "main" },
        "third": { "action": "ask", "needs": ["first"], "after": ["second"] },
        "fourth": { "action": "ask", "after": ["second", "first"] },
        "fifth": { "action": "ask", "after": ["second"] },
        "both": { "after": ["first"], "deadline": "4s",
          "steps": { "sixth": { "action": "ask" }, "seventh": { "action": "ask", "after": ["second"] } } },
        "rounds": { "deadline": "9s", "poll": { "every": "1s", "until": ["done"] },
          "results": { "done": { "eighth": "succeeded" } },
          "steps": { "eighth": { "action": "ask" }, "ninth": { "action": "ask" } } },
        "afterwards": { "action": "ask", "after": ["landing"] },
        "and-then": { "action": "ask", "after": ["landing", "second"] }
      },
      "landings": [ { "page": "home", "after": ["fourth"] } ] }
    """

  private static func plan() throws -> FlowPlan {
    let reading = Flow.read(SourceText(name: "clocks.json", text: text))
    return try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
  }

  /// A timer as `kind step`; the flow's own is `flow`.
  private static func clock(_ timer: String, _ plan: FlowPlan) throws -> Int32 {
    if timer == "flow" { return ZoneClocks(plan).ofSlot[0] }
    let parts = timer.split(separator: " ").map(String.init)
    let kinds: [String: FlowTimer.Kind] = [
      "timeout": .attemptTimeout, "deadline": .stepDeadline, "fallback": .useFallbackAfter,
      "wait": .retryWake,
    ]
    let kind = try #require(kinds[parts[0]])
    return ZoneClocks(plan).ofSlot[FlowTimer(kind, of: try #require(plan.index(of: parts[1]))).slot]
  }

  @Test(arguments: [
    // What waits for nothing begins with the run.
    ["flow", "timeout first", "fallback first", "timeout second", "deadline second", "deadline tried-again"],
    // Whatever the order in which it stands, and in whatever way it waits.
    ["timeout third", "timeout fourth", "timeout seventh"],
    // A member waits for what its group waits for.
    ["deadline both", "timeout sixth"],
    // Of the time-out and the wait between attempts one is armed at a time.
    ["timeout tried-again", "wait tried-again"],
    ["timeout laned", "deadline laned"],
  ]) func together(timers: [String]) throws {
    let plan = try Self.plan()
    #expect(Set(try timers.map { try Self.clock($0, plan) }).count == 1)
  }

  @Test(arguments: [
    // A second attempt begins when it will.
    ["flow", "timeout tried-again", "timeout asked-elsewhere"],
    // A lane may be full.
    ["flow", "timeout laned"],
    ["timeout third", "timeout fifth", "timeout sixth", "flow"],
    // Rounds begin again and again.
    ["flow", "timeout eighth", "timeout ninth", "wait rounds"],
    ["flow", "timeout afterwards", "timeout and-then"],
  ]) func apart(timers: [String]) throws {
    let plan = try Self.plan()
    #expect(Set(try timers.map { try Self.clock($0, plan) }).count == timers.count)
  }
}
