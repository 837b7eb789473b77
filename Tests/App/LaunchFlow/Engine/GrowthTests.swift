import LaunchFlowTestFlows
import LaunchFlowTesting
import Testing

@testable import LaunchFlow

/// Many runs of one engine, however they end, leave nothing behind.
@Suite struct GrowthTests {
  enum Ending: CaseIterable {
    case landed, fellBack, timedOut, cancelled, dropped, ownerGone, storeStuck
  }

  /// Counts those of its kind that are alive.
  final class Token: Sendable {
    let live: Locked<Int>

    init(_ live: Locked<Int>) {
      self.live = live
      live.withLock { $0 += 1 }
    }

    deinit {
      live.withLock { $0 -= 1 }
    }
  }

  /// Holds objects weakly.
  final class Watch: @unchecked Sendable {
    private struct Weak {
      weak var core: RunCore?
    }

    // Locked by its lock.
    private let watched = Locked<[Weak]>([])

    func add(_ core: RunCore) {
      watched.withLock { $0.append(Weak(core: core)) }
    }

    var liveCount: Int { watched.withLock { $0.count { $0.core != nil } } }
    var count: Int { watched.withLock { $0.count } }
  }

  private func engine(_ ending: Ending, _ tokens: Locked<Int>) throws -> FlowEngine {
    let deadline: Duration = ending == .timedOut ? .milliseconds(20) : .seconds(60_000)
    var flow = FlowEngineTests.flow(deadline: deadline, timeout: .seconds(50_000))
    flow.caches = [Flow.Cache("kept")]
    flow.steps[0].store = "kept"
    var former = Flow.Step("former", .cache("kept"))
    former.fallback = [.value("none")]
    flow.steps.append(former)
    if ending == .fellBack {
      flow.steps[0].useFallbackAfter = .milliseconds(1)
      flow.steps[0].fallback = [.value("meanwhile")]
    }
    let actions = FlowEngineTests.actions { _ in
      let token = Token(tokens)
      defer { withExtendedLifetime(token) {} }
      switch ending {
      case .landed, .storeStuck: break
      case .fellBack: try await Task.sleep(for: .milliseconds(5))
      default: try await Task.sleep(for: .seconds(40_000))
      }
      return 1
    }
    var configuration = FlowEngine.Configuration()
    configuration.offline = OfflineFeed()
    if ending == .storeStuck {
      configuration.store = StuckStore()
      configuration.cacheShare = 0.000_01
    }
    return try FlowEngine(
      flow, actions: actions, configuration: configuration, host: SystemHost(loop: SystemEventLoop()))
  }

  private func play(_ engine: FlowEngine, _ ending: Ending, _ watch: Watch) async throws {
    var owner: RunOwner? = RunOwner()
    let run = try engine.start(owner: owner)
    watch.add(run.core)
    switch ending {
    case .cancelled: run.cancel()
    case .ownerGone: owner = nil
    case .dropped: return
    case .landed, .fellBack, .timedOut, .storeStuck: break
    }
    _ = await run.landing
    _ = await run.finished
    withExtendedLifetime(owner) {}
  }

  @Test(arguments: Ending.allCases) func `runs leave nothing behind`(
    _ ending: Ending
  ) async throws {
    let tokens = Locked(0)
    let watch = Watch()
    let engine = try engine(ending, tokens)
    for _ in 0..<2 * depth {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<30 { group.addTask { try await play(engine, ending, watch) } }
        try await group.waitForAll()
      }
    }
    #expect(watch.count == 60 * depth)
    #expect(await eventually { watch.liveCount == 0 }, "runs")
    #expect(await eventually { tokens.withLock { $0 } == 0 }, "handlers")
    #expect(await eventually { (engine.host.loop as? SystemEventLoop)?.alarmCount == 0 }, "alarms")
  }

  /// Ten thousand engines hold no more threads, clocks and connections than one.
  @Test func `engines share their loop threads and session`() throws {
    let engines = try (0..<2).map { _ in
      try FlowEngine(FlowEngineTests.flow(), actions: FlowEngineTests.actions { _ in 1 })
    }
    let loops = engines.compactMap { $0.host.loop as? SystemEventLoop }
    #expect(loops.first === loops.last && loops.count == 2)
    #expect(engines[0].host.handlers === engines[1].host.handlers)
    #if os(Linux)
      // One thread serves all transports that speak to libcurl.
      #expect(engines.allSatisfy { $0.transport is CurlTransport })
    #else
      let transports = engines.compactMap { $0.transport as? URLSessionTransport }
      #expect(transports.count == 2)
      #expect(transports.first === transports.last)
    #endif
  }
}
