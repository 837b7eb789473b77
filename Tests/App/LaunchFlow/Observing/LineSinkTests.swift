import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct LineSinkTests {
  private static let trace = Trace(
    flow: "rider", deadline: 10, serialWorstCase: 0,
    steps: [Trace.Step(name: "login", kind: .http), Trace.Step(name: "city", kind: .http)])

  @Test(
    arguments: [
      (.started, "started"), (.queued(step: 0), "login queued"), (.stepStarted(step: 1), "city started"),
      (.attemptStarted(step: 0, attempt: 2, origin: .own), "login attempt 2 started"),
      (.attemptStarted(step: 0, attempt: 3, origin: .fallback(1)), "login attempt 3 started by a fallback"),
      (.progressed(step: 0, attempt: 1, percent: 40), "login attempt 1 at 40 %"),
      (.attemptEnded(step: 0, attempt: 1, .succeeded(result: nil)), "login attempt 1 succeeded"),
      (.attemptEnded(step: 0, attempt: 1, .succeeded(result: "vip")), "login attempt 1 succeeded as vip"),
      (.attemptEnded(step: 0, attempt: 1, .refused(failure: "banned")), "login attempt 1 refused as banned"),
      (.attemptEnded(step: 0, attempt: 1, .failed(.server)), "login attempt 1 failed: server"),
      (.attemptEnded(step: 0, attempt: 1, .cut), "login attempt 1 cut"),
      (.attemptEnded(step: 0, attempt: 1, .cancelled), "login attempt 1 cancelled"),
      (.abandoned(step: 0, attempt: 1), "login attempt 1 abandoned"),
      (.abandonedEnded(step: 0, attempt: 1), "login attempt 1 ended after it was abandoned"),
      (.waiting(step: 0, .retry, nanoseconds: 200_000_000), "login waits 200.0 ms to retry"),
      (.lateWork(step: 0, attempt: 1), "login attempt 1 continues as late work"),
      (.stored(step: 1, cache: "city"), "city stored to city"),
      (
        .settled(step: 0, Trace.Settlement(.recovered, name: "vip", source: .cache)),
        "login recovered as vip from cache"
      ),
      (
        .settled(step: 1, Trace.Settlement(.skipped, reason: .need(step: 0, .failed))),
        "city skipped: login failed"
      ),
      (
        .settled(step: 1, Trace.Settlement(.skipped, reason: .condition)),
        "city skipped: its condition does not hold"
      ),
      (.settled(step: 1, Trace.Settlement(.skipped, reason: .group)), "city skipped with its group"),
      (.offline(domain: nil), "offline"), (.online(domain: "trade"), "online trade"),
      (.cancelled, "cancelled"),
      (
        .landed(
          Trace.Landing(
            page: "home", rule: 0, notice: Flow.Notice("${login.message}"), isDegraded: true,
            isCancelled: false)), "landed on home, degraded"
      ),
      (
        .landed(
          Trace.Landing(page: "home", rule: 0, notice: nil, isDegraded: false, isCancelled: true)),
        "landed on home, cancelled"
      ),
      (.finished, "finished"),
    ] as [(Trace.EventKind, String)])
  func saysWhatHappened(_ kind: Trace.EventKind, text: String) {
    let lines = Locked<[String]>([])
    let sink = LineSink { line in lines.withLock { $0.append(line) } }
    sink.take(Trace.Event(at: 1_500_000_000, kind), run: 2, trace: Self.trace)
    #expect(lines.withLock { $0 } == ["rider #2 1500.0 ms \(text)"])
  }

  /// What a step brings, and what it is refused with, stays out.
  @Test func `a run's lines contain no values`() async throws {
    let lines = Locked<[String]>([])
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [.lines { line in lines.withLock { $0.append(line) } }]
    var flow = FlowEngineTests.flow()
    flow.inputs = [Flow.Input("phone", .string)]
    flow.steps[0].failures = [Flow.Failure("closed", nil)]
    flow.steps[0].retry = Flow.Retry(attempts: 2)
    flow.steps.append(Flow.Step("constant", .value("token-1")))
    let engine = try FlowEngine(
      flow,
      actions: FlowEngineTests.actions { context in
        if context.attempt == 1 { throw CancellationError() }
        throw ActionRefusal("closed", message: "token-2")
      }, configuration: configuration)
    for _ in 0..<2 { _ = await (try engine.start(inputs: ["phone": "token-3"])).finished }
    #expect(await eventually { lines.withLock { $0.filter { $0.hasSuffix(" finished") }.count } == 2 })
    let all = lines.withLock { $0 }
    #expect(all.filter { $0.hasPrefix("test #1 ") }.count * 2 == all.count)
    #expect(all.contains { $0.hasPrefix("test #2 ") && $0.hasSuffix(" work attempt 1 failed: network") })
    #expect(all.contains { $0.hasSuffix(" work failed as closed") })
    #expect(!all.contains { $0.contains("token") })
  }

  /// A sink that blocks holds up no run.
  @Test func `a sink may block`() async throws {
    let gate = Gate()
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [.lines { _ in gate.block() }]
    let engine = try FlowEngine(
      FlowEngineTests.flow(), actions: FlowEngineTests.actions { _ in 1 }, configuration: configuration)
    let run = try engine.start()
    #expect(await run.landing.page == "home")
    _ = await run.finished
    gate.open()
  }

  @Test(arguments: [
    (EngineEvent.handlerAbandoned(run: 2, step: "login"), "rider #2 login abandoned, after the run's end"),
    (.startedWithoutMark(run: 2), "rider #2 started as online, offline mark unknown"),
  ])
  func `writes the events of an engine`(_ event: EngineEvent, _ line: String) {
    let lines = Locked<[String]>([])
    LineSink { text in lines.withLock { $0.append(text) } }.take(event, of: "rider")
    #expect(lines.withLock { $0 } == [line])
  }
}
