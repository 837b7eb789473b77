import LaunchFlowModel
import Testing

@testable import LaunchFlowSimulator

/// Polls that become rarer, and attempts that the app extends.
@Suite struct PaceRuleTests {
  @Test func `waits of a poll grow to the longest`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a") {
          $0.results = [Flow.NamedResult("done", Predicate([.equals(1)]))]
          $0.poll = Flow.Poll(every: .seconds(1), until: ["done"])
          $0.poll?.factor = 2
          $0.poll?.maxEvery = .seconds(3)
          $0.deadline = .seconds(12)
        }
      ])
    let lines = try Rules.lines(flow, ["a": [.init(takes: .fixed(.milliseconds(500)))]], only: ["a"])
    #expect(
      lines.filter { $0.contains("waits") } == [
        "0.5: a waits 1000 ms to poll", "2.0: a waits 2000 ms to poll", "4.5: a waits 3000 ms to poll",
        "8.0: a waits 3000 ms to poll", "11.5: a waits 3000 ms to poll",
      ])
  }

  @Test func `waits between rounds grow too`() throws {
    let group = Rules.group("g", [Rules.http("a")]) {
      $0.outcomes = [Flow.GroupOutcome("over", Condition("a", is: "failed"))]
      $0.poll = Flow.Poll(every: .seconds(1), until: ["over"])
      $0.poll?.factor = 3
      $0.poll?.maxEvery = .seconds(4)
      $0.deadline = .seconds(11)
    }
    let lines = try Rules.lines(Rules.flow([group]), ["a": [.init()]], only: ["g"])
    #expect(
      lines.filter { $0.contains("waits") } == [
        "0.0: g waits 1000 ms to poll", "1.0: g waits 3000 ms to poll", "4.0: g waits 4000 ms to poll",
        "8.0: g waits 4000 ms to poll",
      ])
  }

  /// A step of at most a second, or three where the app extends it.
  private static func lines(_ behaviour: Scenario.Behaviour) throws -> [String] {
    let flow = Rules.flow([
      Rules.action("a", timeout: 1) {
        $0.maxTimeout = .seconds(3)
        $0.retry = Flow.Retry(attempts: 2)
        $0.retry?.jitter = .none
      }
    ])
    return try Rules.lines(flow, ["a": [behaviour, .init()]], only: ["a"])
  }

  @Test(arguments: [
    (Duration.zero, 900, "0.9: a attempt 1 succeeded"), (.zero, 2_000, "1.0: a attempt 1 failed: timeout"),
    (.seconds(1), 2_000, "2.0: a attempt 1 succeeded"),
    (.seconds(1), 2_001, "2.0: a attempt 1 failed: timeout"),
    (.seconds(9), 2_900, "2.9: a attempt 1 succeeded"),
    (.seconds(9), 5_000, "3.0: a attempt 1 failed: timeout"),
  ])
  func `an attempt is cut where its extension ends`(extends: Duration, takes: Int, end: String) throws {
    var behaviour = Scenario.Behaviour(takes: .fixed(.milliseconds(takes)))
    behaviour.extends = extends
    let lines = try Self.lines(behaviour)
    #expect(lines.contains(end), "\(lines)")
    #expect(lines.contains { $0.contains("a succeeded from live") }, "\(lines)")
  }
}
