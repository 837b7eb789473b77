import Testing

@testable import LaunchFlow

/// Signals that an app gives to its run.
@Suite struct SignalTests {
  /// Lands on `home` where the signal comes, else on `other` after the time-out.
  private static func flow(timeout: Duration) -> Flow {
    FlowEngineTests.flow { flow in
      var wait = Flow.Step("frame", .wait(.signal("first-frame")))
      wait.timeout = timeout
      flow.signals = ["first-frame"]
      flow.steps = [wait]
      flow.landings = [
        Flow.Landing("home", when: Condition("frame", is: "succeeded")), Flow.Landing("other"),
      ]
    }
  }

  @Test func `a run waits for its signal`() async throws {
    let run = try FlowEngine(Self.flow(timeout: .seconds(3_600))).start()
    run.signal("first-frame")
    run.signal("first-frame")
    let landing = await run.landing
    #expect(landing.page == "home")
    let signals = await run.finished.events.filter { $0.kind == .signalled("first-frame") }
    #expect(signals.count == 1)
  }

  @Test func `an unknown signal is reported`() async throws {
    let sink = FlowEngineOfflineTests.EngineEvents()
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(sink)]
    let run = try FlowEngine(Self.flow(timeout: .milliseconds(1)), configuration: configuration).start()
    run.signal("first-farme")
    #expect(await run.landing.page == "other")
    #expect(await eventually { sink.events.withLock { $0 } == [.unknownSignal(run: 1, name: "first-farme")] })
  }
}
