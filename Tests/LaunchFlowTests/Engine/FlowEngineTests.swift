import Foundation
import LaunchFlow
import LaunchFlowLoopback
import Testing

/// Runs for real. Times are asserted by order and by deadlines far apart, never closely.
@Suite struct FlowEngineTests {
  /// A flow of one action that lands on `home` where it is available, else on `other`. What nothing is meant to
  /// run into is hours away: among hundreds of tests a task may wait for its turn for minutes.
  static func flow(
    deadline: Duration = .seconds(7_200), timeout: Duration = .seconds(3_600),
    _ change: (inout Flow) -> Void = { _ in }
  ) -> Flow {
    var step = Flow.Step("work", .action(Flow.Action("work")))
    step.timeout = timeout
    var flow = Flow(
      name: "test", deadline: deadline, pages: ["home", "other"], steps: [step],
      landings: [Flow.Landing("home", when: Condition("work", is: "available")), Flow.Landing("other")])
    change(&flow)
    return flow
  }

  static func actions(_ body: @escaping FlowActions.Body) -> FlowActions {
    var actions = FlowActions()
    actions.register("work", body)
    return actions
  }

  struct Greeting: Codable, Equatable, Sendable {
    var text: String
  }

  @Test func `a typed action gives the landing its value`() async throws {
    var flow = Self.flow()
    flow.inputs = [Flow.Input("name", .string)]
    flow.steps[0].work = .action(Flow.Action("work", with: ["text": "Hello, ${name}"]))
    var actions = FlowActions()
    actions.register("work", Greeting.self) { greeting, context in
      #expect(context.attempt == 1)
      return greeting
    }
    let run = try FlowEngine(flow, actions: actions).start(inputs: ["name": "Ada"])
    let landing = await run.landing
    #expect(landing.page == "home")
    #expect(try landing.value(of: "work", as: Greeting.self) == Greeting(text: "Hello, Ada"))
    #expect(landing["work"]?.source == .live)
    let trace = await run.finished
    #expect(trace.events.last?.kind == .finished)
    var events: [Trace.Event] = []
    for await event in run.events { events.append(event) }
    #expect(events == trace.events)
  }

  @Test func `what is missing is an error at the start`() throws {
    var flow = Self.flow()
    flow.inputs = [Flow.Input("name", .string)]
    let engine = try FlowEngine(flow, actions: Self.actions { _ in 1 })
    #expect(throws: StartError.missingInputs(["name"])) { try engine.start() }
    #expect(throws: StartError.badInput("name")) { try engine.start(inputs: ["name": 1]) }
    #expect(throws: StartError.unknownInputs(["age"])) { try engine.start(inputs: ["name": "x", "age": 1]) }
    #expect(throws: StartError.missingPages(["other"])) {
      try engine.start(inputs: ["name": "x"], pages: ["home": { _ in }])
    }
  }

  @Test func `a refusal by name carries its message`() async throws {
    var flow = Self.flow()
    flow.steps[0].failures = [Flow.Failure("closed", nil)]
    flow.landings[1].notices = [Flow.Notice("${work.message}", style: .confirm)]
    let run = try FlowEngine(
      flow, actions: Self.actions { _ in throw ActionRefusal("closed", message: "We are closed.") }
    )
    .start()
    let landing = await run.landing
    #expect(landing.page == "other")
    #expect(landing.notice == Flow.Notice("We are closed.", style: .confirm))
    #expect(landing["work"]?.result == "closed")
    _ = await run.finished
    var notices: [FlowNotice] = []
    for await notice in run.notices { notices.append(notice) }
    #expect(notices.map(\.text) == ["We are closed."])
  }

  @Test func `a foreign cancellation is a network error`() async throws {
    var flow = Self.flow()
    flow.steps[0].retry = Flow.Retry(attempts: 2)
    let run = try FlowEngine(
      flow,
      actions: Self.actions { context in
        if context.attempt == 1 { throw CancellationError() }
        return "second"
      }
    ).start()
    #expect(await run.landing.page == "home")
  }

  @Test func `cancelling lands at once and runs the tail`() async throws {
    var flow = Self.flow(deadline: .seconds(60_000), timeout: .seconds(50_000))
    var unlock = Flow.Step("unlock", .action(Flow.Action("unlock")))
    unlock.timeout = .seconds(5)
    unlock.after = ["landing"]
    flow.steps.append(unlock)
    var actions = Self.actions { _ in
      try await Task.sleep(for: .seconds(40_000))
      return 1
    }
    actions.register("unlock") { _ in "unlocked" }
    let run = try FlowEngine(flow, actions: actions).start()
    run.cancel()
    let landing = await run.landing
    #expect(landing.isCancelled)
    #expect(landing.page == "other")
    let trace = await run.finished
    #expect(
      trace.events.contains { $0.kind == .settled(step: 1, Trace.Settlement(.succeeded, source: .live)) })
  }

  @Test func `letting go of the handle cancels the run`() async throws {
    let (cancelled, continuation) = AsyncStream.makeStream(of: Bool.self)
    let engine = try FlowEngine(
      Self.flow(deadline: .seconds(60_000), timeout: .seconds(50_000)),
      actions: Self.actions { _ in
        do {
          try await Task.sleep(for: .seconds(40_000))
        } catch {
          continuation.yield(true)
        }
        return 1
      })
    var run: FlowRun? = try engine.start()
    for await event in run?.events ?? AsyncStream(unfolding: { nil }) {
      if case .attemptStarted = event.kind { break }
    }
    run = nil
    _ = run
    var heard = false
    for await value in cancelled {
      heard = value
      break
    }
    #expect(heard)
  }

  @Test func `caches are read stored and cleared by scope`() async throws {
    let store = MemoryCacheStore()
    var configuration = FlowEngine.Configuration()
    configuration.store = store
    var flow = Self.flow()
    flow.caches = [Flow.Cache("kept", scope: "user")]
    flow.steps[0].store = "kept"
    flow.steps[0].fallback = [.cache("kept")]
    let first = try FlowEngine(flow, actions: Self.actions { _ in "fresh" }, configuration: configuration)
    _ = await (try first.start()).finished
    var entry: CacheEntry?
    for _ in 0..<500 where entry == nil {
      entry = await store.entry(for: CacheKey("kept", scope: "user"))
      if entry == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(entry?.value == "fresh")
    struct Broken: Error {}
    let second = try FlowEngine(
      flow, actions: Self.actions { _ in throw Broken() }, configuration: configuration)
    let landing = await (try second.start()).landing
    #expect(landing["work"]?.source == .cache)
    #expect(landing["work"]?.value == "fresh")
    #expect(landing["work"]?.age != nil)
    try await second.clearCaches(inScope: "user")
    let third = await (try second.start()).landing
    #expect(third.page == "other")
  }

  /// A store that never answers does not hold the landing.
  @Test(.timeLimit(.minutes(60))) func `a stuck store counts as empty`() async throws {
    var configuration = FlowEngine.Configuration()
    configuration.store = StuckStore()
    configuration.cacheShare = 0.000_1
    var flow = Self.flow(deadline: .seconds(1_000))
    flow.caches = [Flow.Cache("kept")]
    flow.steps[0].fallback = [.cache("kept")]
    let engine = try FlowEngine(flow, actions: Self.actions { _ in 1 }, configuration: configuration)
    #expect(await (try engine.start()).landing.page == "home")
  }
}
