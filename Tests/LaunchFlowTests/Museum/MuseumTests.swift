import Dispatch
import LaunchFlow
import LaunchFlowTestHandlers
import Testing

/// Handlers that misbehave as kits have done in public; the article "Launches that hung" lists the issues. With the same
/// handler the hand-written launch hangs and the flow lands. Orders are asserted, never times.
@Suite(.serialized) struct MuseumTests {
  /// How a kit hangs a launch that awaits it: it never calls back, it blocks a thread, or it answers late and ignores its
  /// cancellation.
  static let kits: [Hostility] = [.neverResumes, .blocksItsThread, .ignoresCancellation]

  /// A flow that starts a kit and then lands on home, with the kit or without it.
  private static func flow(onMain: Bool, timeout: Duration) -> Flow {
    var step = Flow.Step("start-kit", .action(Flow.Action("start-kit")))
    step.timeout = timeout
    if onMain { step.lane = Flow.Lane.main }
    return Flow(
      name: "museum", deadline: timeout * 3, pages: ["home"], steps: [step],
      landings: [Flow.Landing("home", after: ["start-kit"])])
  }

  private static func engine(
    onMain: Bool = false, timeout: Duration = .milliseconds(100), sinks: [any TraceSink] = [],
    _ start: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) throws -> FlowEngine {
    var actions = FlowActions()
    actions.register("start-kit") { _ in
      try await start()
      return true
    }
    var configuration = FlowEngine.Configuration()
    configuration.sinks = sinks
    return try FlowEngine(
      flow(onMain: onMain, timeout: timeout), actions: actions, configuration: configuration)
  }

  @Test(.timeLimit(.minutes(60)), arguments: kits)
  func `the hand written launch hangs and the flow lands`(_ kit: Hostility) async throws {
    let gate = Gate()
    let pages = Locked<[String]>([])
    // The launch as it is written by hand: await each call, then show the page.
    let byHand = Task.detached {
      try await kit.work(until: gate)
      pages.withLock { $0.append("home") }
    }
    let run = try Self.engine { try await kit.work(until: gate) }.start()
    let landing = await run.landing
    #expect(landing.page == "home")
    #expect(landing["start-kit"]?.status == .timedOut)
    #expect(pages.withLock { $0 } == [], "the hand-written launch still waits for the kit")
    byHand.cancel()
    #expect(pages.withLock { $0 } == [], "a cancellation does not help it")
    gate.open()
    if kit != .neverResumes {
      try await byHand.value
      #expect(pages.withLock { $0 } == ["home"])
    }
  }

  /// A time-out by a task group waits for the child that ignores its cancellation.
  @Test(.timeLimit(.minutes(60))) func `a time-out by task group hangs too`() async throws {
    let (kit, timeout) = (Gate(), Gate())
    let steps = Locked<[String]>([])
    let byHand = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await kit.wait() }
        group.addTask { await timeout.wait() }
        await group.next()
        steps.withLock { $0.append("timed out") }
        group.cancelAll()
      }
      steps.withLock { $0.append("home") }
    }
    timeout.open()
    #expect(await eventually { steps.withLock { $0 } == ["timed out"] })
    let landing = await (try Self.engine { await kit.wait() }.start()).landing
    #expect(landing.page == "home")
    #expect(steps.withLock { $0 } == ["timed out"], "the group still waits for the kit")
    kit.open()
    await byHand.value
    #expect(steps.withLock { $0 } == ["timed out", "home"])
  }

  /// A kit that calls back twice shows a page twice; a flow lands once, on the first answer.
  @Test(.timeLimit(.minutes(60))) func `a kit that calls twice lands once`() async throws {
    @Sendable func start(_ callBack: @Sendable () -> Void) {
      callBack()
      callBack()
    }
    let shown = Locked(0)
    start { shown.withLock { $0 += 1 } }
    #expect(shown.withLock { $0 } == 2)
    // The kit answers at once, however long a busy machine takes to ask it.
    let run = try Self.engine(timeout: .seconds(60)) {
      await withUnsafeContinuation { continuation in
        let answers = Locked(0)
        start {
          let isFirst = answers.withLock { count in
            count += 1
            return count == 1
          }
          if isFirst { continuation.resume() }
        }
      }
    }.start()
    #expect(await run.landing["start-kit"]?.status == .succeeded)
    let landings = await run.finished.events.count { event in
      if case .landed = event.kind { true } else { false }
    }
    #expect(landings == 1)
  }

  /// No page can appear while the main thread is blocked. The landing is decided and recorded meanwhile, and an event
  /// names the step.
  @Test(.timeLimit(.minutes(60))) func `a kit that blocks the main thread holds up only the page`()
    async throws
  {
    let gate = Gate()
    defer { gate.open() }
    let shown = Locked<[String]>([])
    let sink = FlowEngineOfflineTests.EventSink()
    let engine = try Self.engine(onMain: true, sinks: [sink]) {
      MainActor.assertIsolated()
      gate.block()
    }
    let run = try engine.start(pages: ["home": { landing in shown.withLock { $0.append(landing.page) } }])
    let trace = await run.finished
    let recorded = trace.events.compactMap { event -> Int64? in
      if case .landed = event.kind { event.time } else { nil }
    }
    #expect(recorded.count == 1)
    #expect(await run.landing["start-kit"]?.status == .timedOut)
    let abandoned = EngineEvent.handlerAbandoned(run: 1, step: "start-kit")
    #expect(await eventually { sink.events.withLock { $0.contains(abandoned) } })
    #expect(shown.withLock { $0 } == [], "the main thread is still blocked")
    gate.open()
    #expect(await eventually { shown.withLock { $0 } == ["home"] })
  }
}
