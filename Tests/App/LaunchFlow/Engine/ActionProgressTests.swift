import LaunchFlowTestHandlers
import LaunchFlowTraces
import Testing

@testable import LaunchFlow

/// What an action says of its progress gets into the events, and no more of it than is of use.
@Suite struct ActionProgressTests {
  private func percents(_ trace: Trace) -> [Int] {
    trace.events.compactMap { event in
      if case .progressed(_, _, let percent) = event.kind { percent } else { nil }
    }
  }

  @Test func `only an increase of the percent is reported`() async throws {
    let actions = FlowEngineTests.actions { context in
      for progress in [0, 0.101, 0.109, 0.05, .nan, -3, 0.5, 0.999, 7, .infinity, 1] {
        context.report(progress: progress)
      }
      return 1
    }
    let run = try FlowEngine(FlowEngineTests.flow(), actions: actions).start()
    #expect(percents(await run.finished) == [0, 10, 50, 99, 100])
    #expect(TraceSummary(await run.finished).steps[0].attempts.map(\.percent) == [100])
  }

  @Test func `a tight loop is reported a hundred and one times`() async throws {
    let actions = FlowEngineTests.actions { context in
      for part in 0...50_000 { context.report(progress: Double(part) / 50_000) }
      return 1
    }
    let run = try FlowEngine(FlowEngineTests.flow(), actions: actions).start()
    #expect(percents(await run.finished) == Array(0...100))
  }

  @Test func `an attempt that is over reports nothing`() async throws {
    let gate = Gate()
    let actions = FlowEngineTests.actions { context in
      context.report(progress: 0.2)
      await gate.wait()
      context.report(progress: 0.9)
      return 1
    }
    let sink = RunEvents()
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(sink)]
    let run = try FlowEngine(FlowEngineTests.flow(), actions: actions, configuration: configuration).start()
    for await event in sink.stream {
      if case .progressed = event.kind { break }
    }
    run.cancel()
    #expect(await run.landing.page == "other")
    gate.open()
    let events = await run.finished.events.map(\.kind)
    #expect(events.contains(.progressed(step: 0, attempt: 1, percent: 20)))
    #expect(!events.contains(.progressed(step: 0, attempt: 1, percent: 90)))
  }
}
