import Foundation
import LaunchFlowLoopback
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

/// Runs of an engine that a switch, or what stands in for one, is attached to.
@Suite struct FlowEngineOfflineTests {
  private typealias HeldTransport = OfflineSwitchTests.HeldTransport

  private func state(_ causes: OfflineState.Cause...) -> OfflineState {
    OfflineState(causes: causes.map { OfflineState.Holding($0, since: Date(timeIntervalSince1970: 0)) })
  }

  /// Asks two domains side by side; lands on `desk` where the app was offline at the start.
  private static func flow(_ address: String = "https://pos.example.com") -> Flow {
    let domains = ["trade", "member"]
    var flow = Flow(
      name: "pos", deadline: .seconds(7_200), pages: ["desk", "home"],
      steps: domains.map { domain in
        var step = Flow.Step("ask-\(domain)", .http(Flow.Request(.service(domain, path: "/\(domain)/ask"))))
        step.timeout = .seconds(3_600)
        step.fallback = [.value("built-in")]
        return step
      },
      landings: [
        Flow.Landing("desk", when: Condition("offline", is: true), after: ["ask-trade", "ask-member"]),
        Flow.Landing("home", after: ["ask-trade", "ask-member"]),
      ])
    flow.services = domains.map { domain in
      var service = Flow.Service(domain)
      service.baseURL = .address(address)
      service.domain = domain
      return service
    }
    return flow
  }

  private func engine(
    _ source: any OfflineSource, _ transport: any HTTPTransport, _ flow: Flow = flow(),
    _ actions: FlowActions = FlowActions()
  ) throws -> FlowEngine {
    var configuration = FlowEngine.Configuration()
    configuration.offline = source
    configuration.transport = transport
    return try FlowEngine(flow, actions: actions, configuration: configuration)
  }

  private func ends(_ trace: Trace, of step: Int) -> [Trace.AttemptEnd] {
    trace.events.compactMap { event in
      if case .attemptEnded(step, _, let end) = event.kind { end } else { nil }
    }
  }

  /// Answers a request, once it has been sent.
  private func answer(_ transport: HeldTransport, _ path: String) async {
    var held: HeldTransport.Held?
    _ = await eventually {
      held = transport.held.withLock { held in
        held.firstIndex { $0.url.hasSuffix(path) }.map { held.remove(at: $0) }
      }
      return held != nil
    }
    held?.completion(.success(HTTPResponse(status: 200, body: Array(#""live""#.utf8))))
  }

  private func waitForAttempts(_ count: Int, of run: FlowRun) async {
    var started = 0
    for await event in run.events {
      if case .attemptStarted = event.kind { started += 1 }
      if started == count { return }
    }
  }

  @Test func `a launch that starts offline takes its fallbacks at once`() async throws {
    let transport = HeldTransport()
    let run = try engine(OfflineFeed(state(.marked)), transport).start()
    let landing = await run.landing
    #expect(landing.page == "desk")
    #expect(landing["ask-trade"]?.value == "built-in")
    #expect(landing["ask-member"]?.source == .value)
    #expect(transport.held.withLock { $0.isEmpty })
    let trace = await run.finished
    #expect(ends(trace, of: 0) == [.failed(.offline)])
    #expect(ends(trace, of: 1) == [.failed(.offline)])
  }

  @Test func `a launch waits for a mark that is not known yet`() async throws {
    let feed = OfflineFeed(OfflineState(isMarkKnown: false))
    var configuration = FlowEngine.Configuration()
    configuration.offline = feed
    configuration.transport = HeldTransport()
    configuration.cacheShare = 1
    let run = try FlowEngine(Self.flow(), configuration: configuration).start()
    feed.send(state(.marked))
    #expect(await run.landing.page == "desk", "it knew of the mark at its start")
  }

  final class EventSink: TraceSink {
    let events = Locked<[EngineEvent]>([])
    func take(_ event: Trace.Event, run: Int, trace: Trace) {}
    func take(_ event: EngineEvent, of flow: String) { events.withLock { $0.append(event) } }
  }

  /// As online, once the time for caches is over.
  @Test(.timeLimit(.minutes(60))) func `a launch starts without a mark that stays unknown`() async throws {
    let (transport, sink) = (HeldTransport(), EventSink())
    var configuration = FlowEngine.Configuration()
    configuration.offline = OfflineFeed(OfflineState(isMarkKnown: false))
    configuration.transport = transport
    configuration.cacheShare = 0.000_001
    configuration.sinks = [sink]
    let run = try FlowEngine(Self.flow(), configuration: configuration).start()
    await answer(transport, "/trade/ask")
    await answer(transport, "/member/ask")
    #expect(await run.landing.page == "home")
    #expect(await eventually { sink.events.withLock { $0 } == [.startedWithoutMark(run: 1)] })
  }

  @Test func `only the steps of a domain that is offline fail`() async throws {
    let transport = HeldTransport()
    let run = try engine(OfflineFeed(state(.domain("member"))), transport).start()
    await waitForAttempts(2, of: run)
    await answer(transport, "/trade/ask")
    let landing = await run.landing
    #expect(transport.held.withLock { $0.isEmpty }, "nothing else was sent")
    #expect(landing.page == "home", "a domain is not the app")
    #expect(landing["ask-trade"]?.value == "live")
    #expect(landing["ask-member"]?.value == "built-in")
  }

  @Test(arguments: [OfflineState.Cause.domain("trade"), .wifi])
  func `going offline ends what is in flight`(cause: OfflineState.Cause) async throws {
    let transport = HeldTransport()
    let feed = OfflineFeed()
    let run = try engine(feed, transport).start()
    await waitForAttempts(2, of: run)
    feed.send(state(cause))
    for await event in run.events {
      if case .settled(step: 0, _) = event.kind { break }
    }
    // The other one's answer counts, unless it went down with the whole app.
    await answer(transport, "/member/ask")
    let landing = await run.landing
    #expect(landing.page == "home", "the app was online at the start")
    #expect(landing["ask-trade"]?.value == "built-in")
    #expect(landing["ask-member"]?.value == (cause == .wifi ? "built-in" : "live"))
    let trace = await run.finished
    #expect(ends(trace, of: 0) == [.failed(.offline)])
    #expect(trace.events.contains { $0.kind == .offline(domain: cause == .wifi ? nil : "trade") })
    let given = cause == .wifi ? 2 : 1
    #expect(await eventually { transport.cancelled.withLock { $0 } == given })
  }

  @Test func `steps after the return are live and the start is not forgotten`() async throws {
    var flow = Self.flow()
    var work = Flow.Step("work", .action(Flow.Action("work")))
    work.timeout = .seconds(3_600)
    flow.steps.insert(work, at: 0)
    flow.steps[1].after = ["work"]
    let gate = Gate()
    var actions = FlowActions()
    actions.register("work") { _ in
      await gate.wait()
      return 1
    }
    let feed = OfflineFeed(state(.cellular))
    let transport = HeldTransport()
    let run = try engine(feed, transport, flow, actions).start()
    await waitForAttempts(2, of: run)
    feed.send(.online)
    for await event in run.events where event.kind == .online(domain: nil) { break }
    gate.open()
    await waitForAttempts(3, of: run)
    await answer(transport, "/trade/ask")
    let landing = await run.landing
    #expect(landing.page == "desk")
    #expect(landing["ask-trade"]?.value == "live")
    #expect(landing["ask-member"]?.value == "built-in")
  }

  /// Counts who observes it.
  final class CountingSource: OfflineSource {
    let observers = Locked(0)
    let state = OfflineState.online

    func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
      observers.withLock { $0 += 1 }
      onChange(state)
      return OfflineObservation { [observers] in observers.withLock { $0 -= 1 } }
    }
  }

  @Test func `a run observes until it has finished`() async throws {
    let source = CountingSource()
    let transport = HeldTransport()
    let run = try engine(source, transport).start()
    await waitForAttempts(2, of: run)
    #expect(await eventually { source.observers.withLock { $0 } == 1 })
    await answer(transport, "/trade/ask")
    await answer(transport, "/member/ask")
    _ = await run.finished
    #expect(await eventually { source.observers.withLock { $0 } == 0 })
  }

  @Test func `an attempt that is cut by its time-out is reported`() async throws {
    let listener = ReportingTransportTests.Listener()
    var flow = Self.flow()
    flow.steps[0].timeout = .milliseconds(120)
    flow.steps[1].timeout = .milliseconds(130)
    let landing = await (try engine(listener, HeldTransport(), flow).start()).landing
    #expect(landing.page == "home")
    #expect(await eventually { listener.heard.withLock { $0.count } == 2 })
    #expect(listener.heard.withLock { $0.sorted() } == ["GET /member/ask timeout", "GET /trade/ask timeout"])
  }

  @Test func `what reports already is not wrapped again`() throws {
    let feed = OfflineFeed()
    let reporting = ReportingTransport(HeldTransport(), reportingTo: feed)
    #expect(try engine(feed, reporting).transport as? ReportingTransport === reporting)
    #expect(try engine(OfflineFeed(), reporting).transport as? ReportingTransport !== reporting)
  }

  /// A faulty service, from the first call that failed to the launch after its recovery.
  @Test func `a flow's own calls take a domain offline and back`() async throws {
    let server = try LoopbackServer()
    server.script("/trade/ask", .status(503))
    server.script("/member/ask", .json(#""live""#))
    let faulty = Behaviour(.answer(.json(#"{"fault":true}"#)))
    server.script("/decide", faulty)
    var document = OfflineSwitchDocument(name: "offline")
    document.marked = OfflineSwitchDocument.Mark(cache: "offline-marked")
    document.service = OfflineSwitchDocument.Service(
      watch: [OfflineSwitchDocument.Domain("trade", [Endpoint("GET /trade/*")].compactMap(\.self))],
      confirm: Flow.Request(.url(server.address + "/decide")), timeout: .seconds(20),
      results: [Flow.NamedResult("faulty", Predicate(at: JSONPointer(tokens: ["fault"]), [.equals(true)]))])
    document.service?.poll = OfflineSwitchDocument.Poll(
      every: .milliseconds(20), factor: 1, maxEvery: nil, jitter: .none)
    let transport = URLSessionTransport()
    let offlineSwitch = try await OfflineSwitch(document, transport: transport, store: MemoryCacheStore())
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    let engine = try engine(offlineSwitch, transport, Self.flow(server.address))

    #expect(await (try engine.start()).landing["ask-trade"]?.value == "built-in")
    #expect(await states.next()?.causes.map(\.cause) == [.domain("trade")])
    let asked = server.requests(for: "/trade/ask").count
    let second = try engine.start()
    #expect(await second.landing["ask-member"]?.value == "live")
    #expect(ends(await second.finished, of: 0) == [.failed(.offline)])
    #expect(server.requests(for: "/trade/ask").count == asked)

    server.script("/trade/ask", .json(#""live""#))
    server.script("/decide", Behaviour(.answer(.json(#"{"fault":false}"#))))
    #expect(await states.next() == .online)
    #expect(await (try engine.start()).landing["ask-trade"]?.value == "live")
    try await offlineSwitch.mark()
    #expect(await (try engine.start()).landing.page == "desk")
    try await offlineSwitch.unmark()
    #expect(await (try engine.start()).landing.page == "home")
  }
}
