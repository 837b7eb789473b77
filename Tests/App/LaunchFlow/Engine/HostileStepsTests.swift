import Dispatch
import LaunchFlow
import LaunchFlowTestFlows
import LaunchFlowTestHandlers
import Testing

/// A hundred steps at once that do all that a step must not do: the run lands all the same, while they are
/// still at it. One after another: what one blocks another may need.
@Suite(.serialized) struct HostileStepsTests {
  /// What each of the steps does until the test lets go of it, long after the landing.
  static let hostilities: [Hostility] = [
    .ignoresCancellation, .spins, .blocksItsThread, .blocksSwiftsPool, .neverResumes, .blocksItsCancellation,
    .throwsLate, .blocksTheMainThread, .answersTwice, .restartsLast,
  ]

  /// How the caller waits for the landing.
  enum Caller: CaseIterable {
    case mainActor, detached, queue
  }

  struct Meeting: Sendable, CustomTestStringConvertible {
    var hostility: Hostility
    var caller: Caller
    var testDescription: String { "\(hostility) before \(caller)" }
  }

  /// A caller cannot go on where the app itself has taken its threads away: on Swift's pool or on the main one.
  static let meetings = hostilities.flatMap { hostility in
    Caller.allCases.map { Meeting(hostility: hostility, caller: $0) }
  }.filter { meeting in
    switch meeting.hostility {
    case .blocksSwiftsPool: meeting.caller != .detached
    case .blocksTheMainThread: meeting.caller != .mainActor
    default: true
    }
  }

  static let count = 100 * depth

  private static func flow(deadline: Duration, _ change: (inout Flow.Step) -> Void) -> Flow {
    let steps = (0..<count).map { index in
      var step = Flow.Step("work-\(index)", .action(Flow.Action("work")))
      change(&step)
      return step
    }
    let available = Condition(steps.map { .fact($0.name, isAnyOf: ["available"]) })
    return Flow(
      name: "hostile", deadline: deadline, pages: ["home", "other"], steps: steps,
      landings: [Flow.Landing("home", when: available), Flow.Landing("other", after: steps.map(\.name))])
  }

  @Test(arguments: meetings) func `the run lands whatever its steps do`(
    _ meeting: Meeting
  ) async throws {
    let gate = Gate()
    let deadline = Duration.milliseconds(150)
    let flow = Self.flow(deadline: deadline) { step in meeting.hostility.change(&step, deadline) }
    var actions = FlowActions()
    actions.register("work") { context in
      try await meeting.hostility.work(until: gate, context)
      return 1
    }
    let engine = try FlowEngine(flow, actions: actions)
    let (run, landing) =
      switch meeting.caller {
      case .mainActor: try await Self.landOnTheMainActor(engine, gate)
      case .detached: try await Task.detached { try await Self.land(engine, gate) }.value
      case .queue: try await Self.landOnAQueue(engine, gate)
      }
    #expect(landing.page == "other")
    #expect((0..<Self.count).allSatisfy { landing["work-\($0)"]?.status == .timedOut })
    let trace = await run.finished
    let broken = trace.brokenInvariants.filter { !$0.hasPrefix("late at") }
    #expect(broken.isEmpty)
  }

  /// Lets go of the steps only now: the landing has waited for none of them. At once, since whoever comes after
  /// may need the threads that they block.
  private static func letGo(_ gate: Gate) {
    let isOpen = gate.isOpen
    gate.open()
    #expect(!isOpen)
  }

  private static func land(_ engine: FlowEngine, _ gate: Gate) async throws -> (FlowRun, FlowLanding) {
    let run = try engine.start()
    let landing = await run.landing
    letGo(gate)
    return (run, landing)
  }

  @MainActor private static func landOnTheMainActor(
    _ engine: FlowEngine, _ gate: Gate
  ) async throws -> (FlowRun, FlowLanding) {
    let run = try engine.start()
    let landing = await run.landing
    letGo(gate)
    return (run, landing)
  }

  private static func landOnAQueue(_ engine: FlowEngine, _ gate: Gate) async throws -> (FlowRun, FlowLanding)
  {
    let run = try engine.start()
    let landing = await withCheckedContinuation { continuation in
      run.onLanding(on: DispatchQueue(label: "test")) { landing in
        letGo(gate)
        continuation.resume(returning: landing)
      }
    }
    return (run, landing)
  }

  /// Pages are shown on the main actor, also while the app's own tasks block Swift's pool.
  @Test func `a page is shown while Swift's pool is blocked`() async throws {
    let gate = Gate()
    let flow = FlowEngineTests.flow(deadline: .milliseconds(150), timeout: .seconds(36_000))
    let engine = try FlowEngine(
      flow,
      actions: FlowEngineTests.actions { _ in
        for _ in 0..<64 { Task.detached(priority: .userInitiated) { gate.block() } }
        await gate.wait()
        return 1
      })
    let (shown, continuation) = AsyncStream.makeStream(of: String.self)
    let show: @MainActor @Sendable (FlowLanding) -> Void = { landing in
      MainActor.assertIsolated()
      Self.letGo(gate)
      continuation.yield(landing.page)
      continuation.finish()
    }
    let run = try engine.start(pages: ["home": show, "other": show])
    var pages: [String] = []
    for await page in shown { pages.append(page) }
    #expect(pages == ["other"])
    run.cancel()
  }
}
