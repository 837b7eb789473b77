import LaunchFlowMachine
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
    let row = RunChart(PicturedRun(script.trace)).scene.rows[0]
    #expect(row.bars.count { $0.sign == .work } == 5_000)
    #expect(row.bars.filter { $0.sign == .folded }.map(\.label) == ["2501–3500"])
    #expect(row.details.lines.count { $0.label.hasPrefix("attempt ") } == 5_000)
    let omission = "1000 attempts between the first and the last ones"
    #expect(row.details.lines.filter { $0.label == "left out" }.map(\.text) == [omission])
  }

  @Test func `a very large run draws its critical path and what went wrong first`() throws {
    var script = Script("large")
    let steps = (0..<5_000).map { script.step("step-\($0)") }
    let last = script.step("last", needs: [0])
    for step in steps { script.begin(step, at: 0) }
    for step in steps.dropFirst() where step != 4_000 { script.succeed(step, at: 1) }
    script.at(1, .attemptEnded(step: 4_000, attempt: 1, .failed(.server)))
    script.at(1, .settled(step: 4_000, .init(.failed)))
    script.succeed(0, at: 2)
    script.trace.events.append(Trace.Event(at: Int64(2).ms, .stepStarted(step: last), by: .step(0)))
    script.succeed(last, at: 3)
    let landing = Trace.Landing(page: "home", rule: 0, notice: nil, isDegraded: false, isCancelled: false)
    script.trace.events.append(Trace.Event(at: Int64(3).ms, .landed(landing), by: .step(last)))
    let drawn = RunChart(PicturedRun(script.trace)).rows.compactMap(\.details.step)
    #expect(drawn == Array(0..<1_998) + [4_000, last])
    let omission = "3001 steps are not drawn; the critical path and failed or late steps come first"
    let picture = Picture(PicturedRun(script.trace))
    for text in [picture.text(), picture.svg(), picture.html()] {
      #expect(text.contains(omission))
      #expect(text.contains("step-4000") && !text.contains("step-4001"))
    }
    let tracks = try #require(PerfettoTrace.value(script.trace).object?["traceEvents"]?.array)
    #expect(tracks.count { $0.object?["name"] == "thread_sort_index" } == 2_001)
    #expect(tracks.contains { $0.object?["name"] == .string(omission) })
  }
}
