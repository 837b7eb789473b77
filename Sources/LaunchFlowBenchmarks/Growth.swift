import Dispatch
import Foundation
import LaunchFlow
import LaunchFlowLoopback

/// Many runs in one process, of one engine: no memory, thread or descriptor may stay behind, however they end.
enum Growth {
  private enum Ending: String, CaseIterable {
    case landed = "landed"
    case timedOut = "timed out"
    case cancelled = "cancelled"
    case dropped = "handle dropped"
    case overHTTP = "landed, over HTTP"
    case givenUpHTTP = "cancelled, over HTTP"
  }

  static func run(_ arguments: [String]) async throws {
    let runs = max(1, arguments.first.flatMap { Int($0) } ?? 10_000)
    let server = try LoopbackServer()
    server.script("/ask", .json("1"))
    print("\(runs) runs each, after \(runs / 5) to warm up; what the process held before and after them")
    let isFine = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: measureAll(runs, server)) }.start()
    }
    if !isFine { exit(1) }
  }

  private static func measureAll(_ runs: Int, _ server: LoopbackServer) -> Bool {
    var isFine = true
    for ending in Ending.allCases {
      do {
        isFine = try measure(ending, runs, server) && isFine
      } catch {
        print("\(ending.rawValue): \(error)")
        isFine = false
      }
    }
    return isFine
  }

  /// What is left of the runs, by weak references to what each of them was given.
  private final class Token: Sendable {
    private static let live = Locked(0)

    static var count: Int { live.withLock { $0 } }

    init() { Self.live.withLock { $0 += 1 } }
    deinit { Self.live.withLock { $0 -= 1 } }
  }

  private static func measure(_ ending: Ending, _ runs: Int, _ server: LoopbackServer) throws -> Bool {
    var actions = FlowActions()
    actions.register("work") { _ in
      let token = Token()
      defer { withExtendedLifetime(token) {} }
      if ending != .landed { await untilCancelled() }
      return 1
    }
    let engine = try FlowEngine(flow(ending, server.address), actions: actions)
    play(engine, ending, runs / 5, server)
    settle(server)
    let before = figures()
    let start = ContinuousClock.now
    play(engine, ending, runs, server)
    let time = start.duration(to: .now)
    settle(server)
    let after = figures()
    let memory = (after.memory ?? 0) - (before.memory ?? 0)
    print(
      "\(ending.rawValue): memory \(memory >= 0 ? "+" : "")\(memory) kB, threads \(before.threads) → "
        + "\(after.threads), descriptors \(before.descriptors) → \(after.descriptors), handlers left "
        + "\(Token.count); \((time / runs) / .microseconds(1)) µs a run")
    // A run that stayed would be some 10 kB; the system's own threads and descriptors come and go.
    let isFine =
      Token.count == 0 && after.descriptors <= before.descriptors + 4 && after.threads <= before.threads + 16
      && memory < runs
    if !isFine { print("GROWN") }
    fflush(nil)
    return isFine
  }

  /// Not a sleep: a cancelled one stays in memory until it would have been over.
  private static func untilCancelled() async {
    let state = Locked<(waiting: UnsafeContinuation<Void, Never>?, isCancelled: Bool)>((nil, false))
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isCancelled = state.withLock { state in
          if !state.isCancelled { state.waiting = continuation }
          return state.isCancelled
        }
        if isCancelled { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.isCancelled = true
        return state.waiting
      }
      waiting?.resume()
    }
  }

  private static func figures() -> (memory: Int?, threads: Int, descriptors: Int) {
    (ProcessFigures.residentKilobytes, ProcessFigures.threads, ProcessFigures.descriptors)
  }

  /// Waits for abandoned requests and idle threads to end.
  private static func settle(_ server: LoopbackServer) {
    for _ in 0..<100 where server.openConnections > 0 || Token.count > 0 { usleep(100_000) }
    server.forgetRequests()
    usleep(3_500_000)
  }

  private static func flow(_ ending: Ending, _ address: String) -> Flow {
    var step = Flow.Step("work", .action(Flow.Action("work")))
    if ending == .overHTTP || ending == .givenUpHTTP {
      step.work = .http(Flow.Request(.url(address + "/ask")))
    }
    step.timeout = .seconds(600)
    let deadline: Duration = ending == .timedOut ? .milliseconds(20) : .seconds(600)
    var flow = Flow(
      name: "growth", deadline: deadline, pages: ["home", "other"], steps: [step],
      landings: [Flow.Landing("home", when: Condition("work", is: "available")), Flow.Landing("other")])
    flow.caches = [Flow.Cache("kept")]
    flow.steps[0].store = "kept"
    flow.steps.append(Flow.Step("former", .cache("kept")))
    return flow
  }

  /// Plays runs, some dozens at a time.
  private static func play(_ engine: FlowEngine, _ ending: Ending, _ runs: Int, _ server: LoopbackServer) {
    let done = DispatchSemaphore(value: 0)
    for turn in 0..<runs {
      Task.detached {
        await play(engine, ending)
        done.signal()
      }
      if turn >= 50 { done.wait() }
      if turn % 64 == 0 { server.forgetRequests() }
    }
    for _ in 0..<min(50, runs) { done.wait() }
  }

  private static func play(_ engine: FlowEngine, _ ending: Ending) async {
    var run = try? engine.start()
    let events = run?.events
    switch ending {
    case .landed, .timedOut, .overHTTP: break
    case .cancelled, .givenUpHTTP: run?.cancel()
    case .dropped: run = nil
    }
    _ = await run?.landing
    // They end with the run.
    if let events { for await _ in events {} }
  }
}
