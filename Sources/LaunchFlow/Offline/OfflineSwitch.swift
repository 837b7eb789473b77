import Dispatch
import LaunchFlowMachine
import LaunchFlowModel

/// Says whether the app is offline, and why: marked by hand, without a network, or with a faulty service.
///
/// It begins with the mark as it was stored, probes the network, asks about services whose calls fail, and
/// follows the same machine that simulations play. It runs until it is stopped or nobody holds it any more.
public final class OfflineSwitch: OfflineSource {
  /// The switch as it is declared.
  public let plan: SwitchPlan
  private let runner: SwitchRunner
  private let paths: (any PathSource)?

  /// Begins to watch, with the mark as the store has it.
  ///
  /// - Parameters:
  ///   - document: The switch.
  ///   - transport: What probes and questions are sent over.
  ///   - store: Where the mark stands; one that survives a crash, such as `FileCacheStore`.
  ///   - paths: Who tells of the path: on Apple platforms a `PathMonitor`, elsewhere a `PathFeed`; nil for
  ///     nobody, which leaves it to the probes.
  ///   - environment: Where the app runs; outside the release environment probes may go to plain `http`.
  ///   - onProblem: Hears of marks that could not be read or stored.
  /// - Throws: `InvalidSwitch` with every error that `check` would report.
  public convenience init(
    _ document: OfflineSwitchDocument, transport: any HTTPTransport, store: any CacheStore,
    paths: (any PathSource)? = nil, environment: RequestEnvironment = RequestEnvironment(),
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    let world = SwitchWorld(
      plan: try SwitchPlan(document), transport: transport, store: store, environment: environment,
      onProblem: onProblem)
    await self.init(world, loop: DispatchEventLoop.shared, paths: paths)
  }

  init(_ world: SwitchWorld, loop: any EventLoop, paths: (any PathSource)?, records: Bool = false) async {
    plan = world.plan
    self.paths = paths
    let since = await world.storedMark()
    let runner = SwitchRunner(world, loop: loop, markedSince: since, records: records)
    self.runner = runner
    paths?.start { [weak runner] path in runner?.post(.input(.pathChanged(path.machinePath), .path)) }
  }

  deinit {
    stop()
  }

  /// Probes and asks no more; the state stays as it is.
  public func stop() {
    paths?.stop()
    runner.post(.stop)
  }

  /// The state as it is now.
  public var state: OfflineState { runner.state }

  /// Calls back with the current state and then with each change.
  public func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    runner.observe(onChange)
  }

  /// Takes the app offline by hand. On return the mark is stored, and the state says so.
  ///
  /// - Throws: What the store throws; the app is offline all the same, until its process ends.
  public func mark() async throws {
    try await press(true)
  }

  /// Takes the user's mark away. On return that is stored, and the state says so.
  ///
  /// - Throws: What the store throws; the mark is away all the same, until its process ends.
  public func unmark() async throws {
    try await press(false)
  }

  private func press(_ isMarked: Bool) async throws {
    // Not on the event loop: a task whose cancellation blocks would hold it up.
    let queue = ResumingQueue.makeQueue()
    let problem = await withCheckedContinuation { continuation in
      runner.post(.press(isMarked) { problem in queue.async { continuation.resume(returning: problem) } })
    }
    if let problem { throw problem }
  }

  /// Takes note of a call that failed. Calls that match no endpoint of the switch count for the network alone.
  public func report(failure: NetworkCall, _ errorClass: ErrorClass) {
    let domain = plan.domain(ofCall: failure.method, path: failure.path) ?? -1
    runner.post(.input(.callFailed(domain: domain, errorClass), .call(domain: domain)))
  }

  /// Takes note of a call that succeeded.
  public func report(success: NetworkCall) {
    runner.post(.input(.callSucceeded, .call(domain: -1)))
  }

  /// The app goes to the background: nothing is probed or asked until it returns.
  public func enterBackground() {
    runner.post(.input(.enteredBackground, .background))
  }

  /// The app is back: after the grace, what the network is like is believed again.
  public func returnToForeground() {
    runner.post(.input(.returned, .background))
  }

  /// The record so far, of a switch that keeps one.
  func trace() async -> SwitchTrace? {
    await withCheckedContinuation { continuation in
      runner.onLoop { continuation.resume(returning: $0.trace()) }
    }
  }
}
