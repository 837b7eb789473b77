import LaunchFlowMachine
import Testing

@testable import LaunchFlowSimulator

/// Times near the greatest number: a scenario made in code may hold any.
@Suite struct GreatTimeTests {
  private static let longest = Duration.nanoseconds(Int64.max)

  @Test func `an answer that never comes meets an outage`() throws {
    // The second attempt begins late, and would answer beyond the greatest time.
    let flow = Rules.flow([
      Rules.http("a", timeout: 2) { $0.retry = Flow.Retry(attempts: 2) }
    ])
    let lines = try Rules.lines(
      flow,
      ["a": [.init(outcome: .hang), .init(takes: .fixed(Self.longest))]]
    ) { $0.network = [Scenario.Outage(from: .seconds(19), to: nil, .silent)] }
    #expect(lines.last?.contains("LANDED") == true)
  }

  @Test func `a span up to the greatest time is drawn`() {
    let time = Scenario.TimeTaken.quantiles([.init("p0", .nanoseconds(5)), .init("p100", Self.longest)])
    for unit in [0, 0.5, 1 - 0x1p-53] {
      #expect((5...Int64.max).contains(time.nanoseconds(unit)))
    }
    #expect(
      Scenario.TimeTaken.quantiles([.init("p0", .seconds(-9)), .init("p100", .seconds(-3))]).nanoseconds(0.9)
        == 0)
    #expect(Scenario.TimeTaken.quantiles([]).nanoseconds(0.9) == 0)
  }
}
