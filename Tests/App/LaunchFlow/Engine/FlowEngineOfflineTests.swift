import Foundation
import LaunchFlowTestHandlers
import LaunchFlowTesting
import Testing

@testable import LaunchFlow

/// Runs of an engine that a switch, or what stands in for one, is attached to.
@Suite struct FlowEngineOfflineTests {
  private typealias HeldTransport = OfflineSwitchTests.HeldTransport

  private func state(_ causes: OfflineState.Cause...) -> OfflineState {
    OfflineState(causes: causes)
  }

  /// Asks two domains side by side; lands on `desk` where the app was offline at the start.
  private static var flow: Flow {
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
      service.baseURL = .address("https://pos.example.com")
      service.domain = domain
      return service
    }
    return flow
  }

  private func engine(
    _ source: any OfflineSource, _ transport: any HTTPTransport,
    _ change: (inout FlowEngine.Configuration) -> Void = { _ in }
  ) throws -> FlowEngine {
    var configuration = FlowEngine.Configuration()
    configuration.offline = source
    configuration.transport = transport
    change(&configuration)
    return try FlowEngine(Self.flow, configuration: configuration)
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

  private func waitForAttempts(_ count: Int, _ events: RunEvents) async {
    var started = 0
    for await event in events.stream {
      if case .attemptStarted = event.kind { started += 1 }
      if started == count { return }
    }
  }

  @Test func `a launch waits for an unknown mark`() async throws {
    let feed = OfflineFeed(OfflineState(isMarkKnown: false))
    let run = try engine(feed, HeldTransport()) { $0.cacheShare = 1 }.start()
    feed.send(state(.marked))
    #expect(await run.landing.page == "desk", "it knew of the mark at its start")
  }

  final class EngineEvents: EventSink {
    let events = Locked<[EngineEvent]>([])
    func take(_ event: Trace.Event, run: Int, trace: Trace) {}
    func take(_ event: EngineEvent, of flow: String) {
      // On a busy machine any run may sleep.
      if case .slept = event { return }
      events.withLock { $0.append(event) }
    }
  }

  /// As online, once the time for caches is over.
  @Test func `a launch starts without a mark that stays unknown`() async throws {
    let (transport, sink) = (HeldTransport(), EngineEvents())
    let run = try engine(OfflineFeed(OfflineState(isMarkKnown: false)), transport) { configuration in
      configuration.cacheShare = 0.000_001
      configuration.sinks = [TraceSink(sink)]
    }.start()
    await answer(transport, "/trade/ask")
    await answer(transport, "/member/ask")
    #expect(await run.landing.page == "home")
    #expect(await eventually { sink.events.withLock { $0 } == [.startedWithoutMark(run: 1)] })
  }

  @Test(arguments: [OfflineState.Cause.domain("trade"), .wifi])
  func `going offline ends what is in flight`(cause: OfflineState.Cause) async throws {
    let transport = HeldTransport()
    let feed = OfflineFeed()
    let events = RunEvents()
    let run = try engine(feed, transport) { $0.sinks = [TraceSink(events)] }.start()
    // An attempt begins before its request is sent, and one that has ended by then sends none.
    #expect(await eventually { transport.held.withLock { $0.count } == 2 })
    feed.send(state(cause))
    for await event in events.stream {
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
    let events = RunEvents()
    let run = try engine(source, transport) { $0.sinks = [TraceSink(events)] }.start()
    await waitForAttempts(2, events)
    #expect(await eventually { source.observers.withLock { $0 } == 1 })
    await answer(transport, "/trade/ask")
    await answer(transport, "/member/ask")
    _ = await run.finished
    #expect(await eventually { source.observers.withLock { $0 } == 0 })
  }
}
