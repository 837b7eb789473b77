import Dispatch
import LaunchFlowMachine
import LaunchFlowModel

/// Decides whether the app is offline: marked by the user, without a network, or with a faulty service.
///
/// It begins with the stored mark, probes the network and asks about services whose calls fail. Its rules are those of
/// the machine that simulations run. It runs until it is stopped or released.
public final class OfflineSwitch: OfflineSource {
  /// The switch as it is declared.
  package let plan: SwitchPlan
  private let runner: SwitchRunner
  #if canImport(Network)
    private let paths = PathMonitor()
  #endif

  /// Begins to watch, with the mark as the store has it.
  ///
  /// A mark that cannot be read in time, or not yet (as on a device that has not been unlocked since its start), is
  /// unknown: `OfflineState.isMarkKnown` is false, and it is read again until that succeeds. It counts as unmarked only
  /// after a read that succeeded.
  ///
  /// - Parameters:
  ///   - document: The switch.
  ///   - transport: The transport for probes and questions; nil for the system's.
  ///   - store: The store of the mark; one that survives a crash, such as `FileCacheStore`.
  ///   - environment: The app's environment; outside the release environment probes may go to plain `http`.
  ///   - markPatience: How long to wait for the store before the mark is unknown.
  ///   - onProblem: Called with each error of the store, on a thread where it may block.
  public convenience init(
    _ document: OfflineSwitchDocument, transport: (any HTTPTransport)? = nil, store: any CacheStore,
    environment: RequestEnvironment = RequestEnvironment(), markPatience: Duration = .milliseconds(500),
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async {
    let world = SwitchWorld(
      plan: SwitchPlan(document), transport: transport ?? SystemTransport.shared, store: store,
      environment: environment, onProblem: onProblem)
    await self.init(world, loop: DispatchEventLoop.shared, markPatience: markPatience)
    #if canImport(Network)
      paths.start { [weak self] path in self?.report(path: path) }
    #endif
  }

  init(
    _ world: SwitchWorld, loop: any EventLoop, markPatience: Duration = .milliseconds(500),
    onInput: SwitchRunner.InputListener? = nil
  ) async {
    plan = world.plan
    let first = Promise<MarkReading>()
    let patient = Promise<MarkReading>()
    world.readMark { first.fulfil($0) }
    first.whenThere { patient.fulfil($0) }
    let patience = DispatchTimeInterval.nanoseconds(Int(clamping: markPatience.nanoseconds))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + patience) {
      patient.fulfil(.unknown)
    }
    let runner = SwitchRunner(world, loop: loop, mark: await patient.value, onInput: onInput)
    // Its answer counts also when it comes late.
    first.whenThere { [weak runner] reading in runner?.post(.markRead(reading)) }
    self.runner = runner
  }

  deinit {
    stop()
  }

  /// Stops all probes and questions; the state stays as it is.
  public func stop() {
    #if canImport(Network)
      paths.stop()
    #endif
    runner.post(.stop)
  }

  /// The state as it is now.
  public var state: OfflineState { runner.state }

  /// Calls back with the current state and then with each change.
  public func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    runner.observe(onChange)
  }

  /// Marks the app as offline. On return the mark is stored and the state has changed.
  ///
  /// - Throws: The store's error; the app is offline anyway, until its process ends.
  public func mark() async throws {
    try await press(true)
  }

  /// Removes the user's mark. On return that is stored and the state has changed.
  ///
  /// - Throws: The store's error; the mark is removed anyway, until its process ends.
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

  /// Notes the end of a call. A failed one that matches no endpoint of the switch counts for the network alone. The
  /// switch's file says which errors and codes count.
  public func report(_ call: HTTPRequest, failure: ErrorClass?, codes: AnswerCodes? = nil) {
    guard let failure else { return runner.post(.input(.callSucceeded, .call(domain: -1))) }
    let domain = plan.domain(ofCall: call.method, host: call.host, path: call.path) ?? -1
    runner.post(.input(.callFailed(domain: domain, failure, code: codes?.code), .call(domain: domain)))
  }

  /// Takes a verdict that the quality-of-service system sends by itself, over a push channel for instance.
  ///
  /// - Parameters:
  ///   - isFaulty: Whether the service is at fault. If so, the domain is offline at once, and the switch asks on, as
  ///     after a verdict of its own; if not, the domain is back.
  ///   - domain: The domain, by its name.
  /// - Returns: Whether the switch watches the domain; otherwise nothing changes.
  @discardableResult
  public func report(isFaulty: Bool, domain: String) -> Bool {
    guard let index = plan.index(ofDomain: domain) else { return false }
    runner.post(.input(.verdictReported(domain: index, isFaulty ? .faulty : .fine), .question(domain: index)))
    return true
  }

  /// Notes the path of packets, where the system does not report it: on platforms other than Apple's.
  public func report(path: NetworkPath) {
    runner.post(.input(.pathChanged(path.machinePath), .path))
  }

  /// Notes that the app goes to the background: nothing is probed or asked until it returns.
  public func enterBackground() {
    runner.post(.input(.enteredBackground, .background))
  }

  /// Notes that the app is back: after the grace, the state of the network is believed again.
  public func returnToForeground() {
    runner.post(.input(.returned, .background))
  }
}

/// The medium that packets go over.
public enum NetworkPath: Sendable {
  /// A local network, a wired one included.
  case wifi
  case cellular
  /// No way at all.
  case none

  fileprivate var machinePath: SwitchMachine.Path {
    switch self {
    case .wifi: .medium(.wifi)
    case .cellular: .medium(.cellular)
    case .none: .none
    }
  }
}

extension HTTPRequest {
  /// The host in lower case, without a port; nil if it is not known.
  var host: String? { WebAddress(url)?.host }

  /// The path, without host and query.
  var path: String {
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    return String(rest.prefix { $0 != "?" && $0 != "#" })
  }
}
