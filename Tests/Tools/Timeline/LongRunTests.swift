import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

/// A run of thousands of attempts: its picture says which of them it leaves out.
@Suite struct LongRunTests {
  @Test func `attempts between the first and the last ones are one bar`() {
    var script = Script("long")
    let step = script.step("ask")
    script.at(0, .stepStarted(step: step))
    for attempt in 1...6_000 {
      script.at(Int64(attempt - 1), .attemptStarted(step: step, attempt: attempt, origin: .own))
      script.at(Int64(attempt), .attemptEnded(step: step, attempt: attempt, .failed(.network)))
    }
    script.at(6_000, .settled(step: step, .init(.failed)))
    script.land(on: "home", at: 6_000)
    let row = RunChart(script.trace).scene(isDetailed: true).rows[0]
    #expect(row.bars.count { $0.sign == .work } == 5_000)
    #expect(row.bars.filter { $0.sign == .folded }.map(\.label) == ["2501–3500"])
    #expect(row.details.lines.count { $0.label.hasPrefix("attempt ") } == 5_000)
    let omission = "1000 attempts between the first and the last ones"
    #expect(row.details.lines.filter { $0.label == "left out" }.map(\.text) == [omission])
  }
}
