import LaunchFlowMachine
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

/// An action that a user is at work on: the app extends its attempt.
@Suite struct ExtendedActionTests {
  private static func engine(
    timeout: Duration, upTo most: Duration?, retry: Flow.Retry? = nil,
    _ body: @escaping FlowActions.Body
  ) throws -> FlowEngine {
    var flow = FlowEngineTests.flow(timeout: timeout)
    flow.deadline = .seconds(60)
    flow.steps[0].maxTimeout = most
    flow.steps[0].retry = retry
    return try FlowEngine(flow, actions: FlowEngineTests.actions(body))
  }

  @Test func `an extended attempt outlives its time-out`() async throws {
    // On a busy machine an attempt may be cut before its action has begun.
    var retry = Flow.Retry(attempts: 100)
    retry.delay = .zero
    let engine = try Self.engine(timeout: .milliseconds(50), upTo: .seconds(60), retry: retry) { context in
      context.extend(by: .seconds(59))
      // An earlier time changes nothing.
      context.extend(by: .zero)
      context.extend(by: .seconds(-5))
      let left = ContinuousClock.now.duration(to: context.deadline)
      try await Task.sleep(for: .milliseconds(300))
      return .bool(left > .seconds(30))
    }
    let landing = await (try engine.start()).landing
    #expect(landing.page == "home")
    #expect(landing["work"]?.value == true)
  }

  @Test func `an attempt that nobody extends times out`() async throws {
    let gate = Gate()
    let engine = try Self.engine(timeout: .milliseconds(50), upTo: .seconds(60)) { _ in
      await gate.wait()
      return 1
    }
    let run = try engine.start()
    let landing = await run.landing
    #expect(landing.page == "other")
    #expect(landing["work"]?.status == .timedOut)
    gate.open()
    let ends = await run.finished.events.compactMap { event in
      if case .attemptEnded(_, _, let end) = event.kind { end } else { nil }
    }
    #expect(ends == [.failed(.timeout)])
  }

  @Test func `no extension goes beyond the longest time-out`() async throws {
    let engine = try Self.engine(timeout: .milliseconds(50), upTo: .milliseconds(250)) { context in
      for _ in 0..<10_000 {
        context.extend(by: .seconds(3_600))
        try await Task.sleep(for: .milliseconds(20))
      }
      return 1
    }
    #expect(await (try engine.start()).landing["work"]?.status == .timedOut)
  }

  @Test func `a plain attempt cannot be extended`() async throws {
    let engine = try Self.engine(timeout: .milliseconds(50), upTo: nil) { context in
      context.extend(by: .seconds(3_600))
      try await Task.sleep(for: .seconds(3_600))
      return 1
    }
    #expect(await (try engine.start()).landing["work"]?.status == .timedOut)
  }

  @Test func `the task of an attempt that is cut is cancelled`() async throws {
    let cancelled = Gate()
    let engine = try Self.engine(timeout: .milliseconds(50), upTo: .seconds(60)) { _ in
      try? await Task.sleep(for: .seconds(3_600))
      cancelled.open()
      return 1
    }
    let run = try engine.start()
    _ = await run.landing
    await cancelled.wait()
    _ = await run.finished
  }
}
