import Foundation
import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestHandlers
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
    let sink = RunEvents()
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(sink)]
    let engine = try FlowEngine(flow, actions: actions, configuration: configuration)
    let run = try engine.start(inputs: ["name": "Ada"])
    let landing = await run.landing
    #expect(landing.page == "home")
    #expect(try landing.value(of: "work", as: Greeting.self) == Greeting(text: "Hello, Ada"))
    #expect(landing["work"]?.source == .live)
    let trace = await run.finished
    #expect(trace.events.last?.kind == .finished)
    var events: [Trace.Event] = []
    for await event in sink.stream { events.append(event) }
    #expect(events == trace.events)
  }

  @Test func `missing inputs and pages are errors at the start`() throws {
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

  @Test func `cancelling lands at once and runs the tail`() async throws {
    var flow = Self.flow(deadline: .seconds(60_000), timeout: .seconds(50_000))
    var unlock = Flow.Step("unlock", .action(Flow.Action("unlock")))
    unlock.timeout = .seconds(3_600)
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
    await first.storesWritten()
    #expect(await store.entry(for: CacheKey("kept", scope: "user"))?.value == "fresh")
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
  @Test func `a stuck store counts as empty`() async throws {
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
