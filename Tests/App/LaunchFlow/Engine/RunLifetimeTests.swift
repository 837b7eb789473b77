import Foundation
import LaunchFlow
import LaunchFlowTestHandlers
import Testing

/// How long a run lives, and what reaches its handlers.
@Suite struct RunLifetimeTests {
  @TaskLocal static var tracing = "none"

  /// Keeps the engine's own events.
  final class Events: EventSink {
    private let state = Locked<[EngineEvent]>([])

    var dropped: [EngineEvent] {
      state.withLock { $0.filter { if case .runDropped = $0 { true } else { false } } }
    }

    func take(_ event: Trace.Event, run: Int, trace: Trace) {}
    func take(_ event: EngineEvent, of flow: String) {
      // On a busy machine any run may sleep.
      if case .slept = event { return }
      state.withLock { $0.append(event) }
    }
  }

  static func engine(sinks: [TraceSink] = [], _ body: @escaping FlowActions.Body) throws -> FlowEngine {
    var configuration = FlowEngine.Configuration()
    configuration.sinks = sinks
    return try FlowEngine(
      FlowEngineTests.flow(), actions: FlowEngineTests.actions(body), configuration: configuration)
  }

  @Test func `a scoped launch is cancelled with its task`() async throws {
    let (started, gate) = (Gate(), Gate())
    let engine = try Self.engine { _ in
      started.open()
      await gate.wait()
      return 1
    }
    let launch = Task { try await engine.land() }
    await started.wait()
    launch.cancel()
    #expect(try await launch.value.isCancelled)
    gate.open()
  }

  @Test func `waiting for the landing only observes`() async throws {
    let (started, gate) = (Gate(), Gate())
    let engine = try Self.engine { _ in
      started.open()
      await gate.wait()
      return 1
    }
    let run = try engine.start()
    let watcher = Task { await run.landing }
    await started.wait()
    watcher.cancel()
    gate.open()
    #expect(await watcher.value.isCancelled == false)
  }

  @Test func `a run that is dropped at once is reported`() async throws {
    let events = Events()
    let gate = Gate()
    let engine = try Self.engine(sinks: [TraceSink(events)]) { _ in
      await gate.wait()
      return 1
    }
    _ = try engine.start()
    #expect(await eventually { events.dropped == [.runDropped(run: 1)] })
    let watched = try engine.start()
    watched.cancel()
    _ = await watched.landing
    #expect(events.dropped == [.runDropped(run: 1)])
    gate.open()
  }

  @Test func `task local values reach handlers`() async throws {
    let engine = try Self.engine { _ in .string(Self.tracing) }
    func landed() async throws -> String? {
      try await engine.land().value(of: "work", as: String.self)
    }
    let first = try await Self.$tracing.withValue("first") { try await landed() }
    let second = try await Self.$tracing.withValue("second") { try await landed() }
    #expect([first, second, try await landed()] == ["first", "second", "none"])
  }
}
