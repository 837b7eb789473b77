import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct RunOwnerTests {
  /// Its runs never land by themselves, however long the tests beside these hold up the threads.
  private func engine(_ sinks: [TraceSink] = []) throws -> FlowEngine {
    var configuration = FlowEngine.Configuration()
    configuration.sinks = sinks
    return try FlowEngine(
      FlowEngineTests.flow(deadline: .seconds(60_000), timeout: .seconds(50_000)),
      actions: FlowEngineTests.actions { _ in
        try await Task.sleep(for: .seconds(40_000))
        return 1
      }, configuration: configuration)
  }

  @Test func `the end of the owner cancels its runs`() async throws {
    let engine = try engine()
    var owner: RunOwner? = RunOwner()
    let first = try engine.start(owner: owner)
    let second = try engine.start(owner: owner)
    let stranger = try engine.start()
    #expect(owner?.boundRuns == 2)
    owner = nil
    #expect(await first.landing.isCancelled)
    #expect(await second.landing.isCancelled)
    // Cancelled last, by itself: nothing reached it before.
    stranger.cancel()
    let trace = await stranger.finished
    #expect(trace.events.filter { $0.kind == .cancelled }.count == 1)
  }

  @Test func `an owner may cancel its runs and own others`() async throws {
    let engine = try engine()
    let owner = RunOwner()
    let first = try engine.start(owner: owner)
    owner.cancel()
    #expect(await first.landing.isCancelled)
    let second = try engine.start(owner: owner)
    #expect(owner.boundRuns == 1)
    owner.cancel()
    #expect(await second.landing.isCancelled)
  }

  @Test func `an owner releases finished runs`() async throws {
    let engine = try FlowEngine(FlowEngineTests.flow(), actions: FlowEngineTests.actions { _ in 1 })
    let owner = RunOwner()
    for _ in 0..<3 {
      let run = try engine.start(owner: owner)
      #expect(await run.landing.page == "home")
      _ = await run.finished
    }
    #expect(await eventually { owner.boundRuns == 0 })
  }

  @Test func `an owner does not keep a run alive`() async throws {
    let sink = RunEvents()
    let engine = try engine([TraceSink(sink)])
    let owner = RunOwner()
    var run: FlowRun? = try engine.start(owner: owner)
    run = nil
    _ = run
    var isCancelled = false
    for await event in sink.stream where event.kind == .cancelled { isCancelled = true }
    #expect(isCancelled)
    #expect(await eventually { owner.boundRuns == 0 })
  }
}
