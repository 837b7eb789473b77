import Dispatch
import LaunchFlowTraces
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

/// Signals that carry a value: the link that opened the app.
extension SignalTests {
  /// Lands on `order` with an order's link, on `web` with another signal, else on `home`.
  private static func linkFlow(
    timeout: Duration = .zero, after steps: [Flow.Step] = [], tail: [Flow.Step] = []
  ) -> Flow {
    FlowEngineTests.flow { flow in
      var link = Flow.Step("link", .wait(.signal("link")))
      link.timeout = timeout
      link.after = steps.map(\.name)
      link.results = [
        Flow.NamedResult("order", Predicate(at: JSONPointer(tokens: ["order"]), [.exists(true)])),
        Flow.NamedResult("unknown", Predicate([])),
      ]
      var order = Flow.Landing("order", when: Condition("link", is: "order"))
      order.input = ["number": "${link/order}"]
      var web = Flow.Landing("web", when: Condition("link", is: "available"))
      web.input = "${?link}"
      flow.signals = ["link"]
      flow.pages = ["order", "web", "home"]
      flow.steps = steps + [link] + tail
      flow.landings = [order, web, Flow.Landing("home", after: ["link"])]
    }
  }

  private static func engine(
    _ flow: Flow, _ sink: FlowEngineOfflineTests.EngineEvents, _ actions: FlowActions = FlowActions()
  ) throws -> FlowEngine {
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(sink)]
    return try FlowEngine(flow, actions: actions, configuration: configuration)
  }

  private static func neverLate(_ landing: FlowLanding) { Issue.record("late on \(landing.page)") }

  private static func action(_ name: String) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.timeout = .seconds(3_600)
    return step
  }

  private static let values: [(JSONValue, String, JSONValue?)] = [
    (["order": 7], "order", ["number": 7]), (["order": "a\"b"], "order", ["number": "a\"b"]),
    ("https://example.com", "web", "https://example.com"), (7, "web", 7), (false, "web", false),
    ("", "web", ""), (["order": .null], "web", ["order": .null]), (.null, "web", nil),
  ]

  @Test(arguments: values)
  func `the landing carries the value`(value: JSONValue, page: String, input: JSONValue?) async throws {
    let run = try FlowEngine(Self.linkFlow(timeout: .seconds(3_600))).start()
    run.signal("link", value, ifLate: Self.neverLate)
    let landing = await run.landing
    #expect(landing.page == page)
    #expect(landing.input == input)
    #expect(landing["link"]?.value == (value == .null ? JSONValue?.none : value))
  }

  @Test func `a value of ten megabytes is carried and never recorded`() async throws {
    let secret = String(repeating: "s3cret", count: 1_750_000)
    let lines = Locked<[String]>([])
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(LineSink { line in lines.withLock { $0.append(line) } })]
    let run = try FlowEngine(Self.linkFlow(timeout: .seconds(3_600)), configuration: configuration).start()
    run.signal("link", ["order": .string(secret)], ifLate: Self.neverLate)
    #expect(await run.landing.input == ["number": .string(secret)])
    let trace = await run.finished
    #expect(!trace.fileText.contains("s3cret"))
    #expect(trace.events.contains { $0.kind == .signalled("link", result: "order") })
    #expect(await eventually { lines.withLock { $0.contains { $0.hasSuffix("signal link as order") } } })
    #expect(!lines.withLock { $0.joined().contains("s3cret") })
  }

  @Test func `a value of another type is reported without it`() async throws {
    let run = try FlowEngine(Self.linkFlow(timeout: .seconds(3_600))).start()
    run.signal("link", ["order": "s3cret"], ifLate: Self.neverLate)
    let landing = await run.landing
    struct Order: Decodable { var number: Int }
    #expect(throws: DecodingError.self) { try landing.input(as: Order.self) }
    struct Link: Decodable, Equatable { var order: String }
    #expect(try landing.value(of: "link", as: Link.self) == Link(order: "s3cret"))
  }

  @Test func `a link after the landing is told with the landing`() async throws {
    let sink = FlowEngineOfflineTests.EngineEvents()
    let run = try Self.engine(Self.linkFlow(), sink).start()
    #expect(await run.landing.page == "home")
    // The run is over, or about to be.
    let told = await withCheckedContinuation { continuation in
      run.signal("link", ["order": 7], on: .global()) { continuation.resume(returning: $0.page) }
    }
    #expect(told == "home")
    _ = await run.finished
    let again = await withCheckedContinuation { continuation in
      run.signal("link", ["order": 8], on: .global()) { continuation.resume(returning: $0.page) }
    }
    #expect(again == "home")
    #expect(
      await eventually {
        sink.events.withLock { $0 } == Array(repeating: .lateSignal(run: 1, name: "link"), count: 2)
      })
  }

  @Test func `of two links the first one counts and the second is told`() async throws {
    let run = try FlowEngine(Self.linkFlow(timeout: .seconds(3_600))).start()
    run.signal("link", ["order": 7], ifLate: Self.neverLate)
    let told = await withCheckedContinuation { continuation in
      run.signal("link", ["order": 8], on: .global()) { continuation.resume(returning: $0.input) }
    }
    #expect(told == ["number": 7])
  }

  @Test func `a link from a handler is held until the handler ends`() async throws {
    let shared = Locked<FlowRun?>(nil)
    var actions = FlowActions()
    actions.register("login") { _ in
      while shared.withLock({ $0 }) == nil { await Task.yield() }
      shared.withLock { $0 }?.signal("link", ["order": 7], ifLate: Self.neverLate)
      return "in"
    }
    let engine = try FlowEngine(Self.linkFlow(after: [Self.action("login")]), actions: actions)
    let run = try engine.start()
    shared.withLock { $0 = run }
    #expect(await run.landing.page == "order")
    shared.withLock { $0 = nil }
  }

  @Test func `a link before a cancellation is told`() async throws {
    var actions = FlowActions()
    actions.register("login") { _ in
      try await Task.sleep(for: .seconds(3_600))
      return nil
    }
    let engine = try FlowEngine(Self.linkFlow(after: [Self.action("login")]), actions: actions)
    let run = try engine.start()
    let told = await withCheckedContinuation { continuation in
      run.signal("link", ["order": 7], on: .global()) {
        continuation.resume(returning: ($0.page, $0.isCancelled))
      }
      run.cancel()
    }
    #expect(told == ("home", true))
  }

  @Test func `a value for the tail is not late`() async throws {
    var last = Flow.Step("last", .wait(.signal("link")))
    last.timeout = .seconds(3_600)
    last.after = ["landing"]
    let run = try FlowEngine(Self.linkFlow(tail: [last])).start()
    #expect(await run.landing.page == "home")
    run.signal("link", ["order": 7], ifLate: Self.neverLate)
    let settled = await run.finished.events.compactMap { event in
      if case .settled(_, let settlement) = event.kind { settlement.status } else { nil }
    }
    #expect(settled == [.timedOut, .succeeded])
  }
}
