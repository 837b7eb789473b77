import LaunchFlowTestFlows
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

/// What the trace says of handlers that go on after their attempt has been cut.
@Suite struct AbandonedHandlersTests {
  /// A flow of steps that ignore that they are cut, and of one more, for which the run waits. The last of them asks a
  /// server: the app's own hook before a request is a handler like any other.
  private static func flow(_ count: Int) -> Flow {
    FlowEngineTests.flow { flow in
      flow.services = [Flow.Service("api")]
      flow.services[0].baseURL = .address("http://127.0.0.1:9")
      flow.steps += (1...count).map { index in
        let request = Flow.Request(.service("api", path: "/ask"))
        var step = Flow.Step(
          "stubborn-\(index)", index == count ? .http(request) : .action(Flow.Action("stubborn")))
        step.timeout = .milliseconds(20)
        return step
      }
    }
  }

  /// The steps that the next events of a kind name, until there are so many of them.
  private static func steps(
    _ events: inout AsyncStream<Trace.Event>.Iterator, _ count: Int, _ step: (Trace.EventKind) -> Int?
  ) async -> [Int] {
    var steps: [Int] = []
    while steps.count < count, let event = await events.next() {
      if let step = step(event.kind) { steps.append(step) }
    }
    return steps.sorted()
  }

  /// Each is named once, when its grace is over and when it ends; then it has no alarm.
  @Test func `each handler is named once`() async throws {
    let count = 40
    let (stubborn, last) = (Gate(), Gate())
    var actions = FlowActions()
    actions.register("stubborn") { _ in
      await stubborn.wait()
      return 1
    }
    actions.register("work") { _ in
      await last.wait()
      return 1
    }
    var configuration = FlowEngine.Configuration()
    configuration.prepare["api"] = { request in
      await stubborn.wait()
      return request
    }
    let sink = RunEvents()
    configuration.sinks = [TraceSink(sink)]
    let loop = SystemEventLoop()
    let engine = try FlowEngine(
      Self.flow(count), actions: actions, configuration: configuration, host: SystemHost(loop: loop))
    let run = try engine.start()
    var events = sink.stream.makeAsyncIterator()
    let abandoned = await Self.steps(&events, count) { kind in
      if case .abandoned(let step, attempt: 1) = kind { step } else { nil }
    }
    #expect(abandoned == Array(1...count))
    // The run's own.
    #expect(loop.alarmCount <= 1)
    stubborn.open()
    let ended = await Self.steps(&events, count) { kind in
      if case .abandonedEnded(let step, attempt: 1) = kind { step } else { nil }
    }
    #expect(ended == Array(1...count))
    last.open()
    let trace = await run.finished
    let named = trace.events.count { event in
      switch event.kind {
      case .abandoned, .abandonedEnded: true
      default: false
      }
    }
    #expect(named == 2 * count)
    #expect(trace.brokenInvariants.isEmpty)
  }
}
