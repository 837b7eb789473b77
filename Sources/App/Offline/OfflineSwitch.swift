import Dispatch
import Foundation
import LaunchFlow
import LaunchFlowSwitch

/// Decides whether the app is offline: marked by the user, without a network, or with a faulty service.
///
/// It begins with the stored mark, probes the network and asks about services whose calls fail. It drives the same
/// machine as simulations. It runs until it is stopped or released.
public final class OfflineSwitch: OfflineSource {
  package let plan: SwitchPlan
  private let runner: SwitchRunner
  #if canImport(Network)
    private let paths = PathMonitor()
  #endif

  /// Reads a switch file and starts the switch with the stored mark.
  ///
  /// If the mark cannot be read in time, for example on a device that has not been unlocked since its start, it is
  /// unknown: `OfflineState.isMarkKnown` is false, and the mark is read again until that succeeds. Only a successful
  /// read makes the app unmarked.
  ///
  /// - Parameters:
  ///   - url: The switch file.
  ///   - transport: The transport for probes and questions; nil for the system's.
  ///   - store: The store of the mark. It must survive a crash, as `FileCacheStore` does.
  ///   - environment: The app's environment. Outside of the release environment, probes may use plain `http`.
  ///   - markPatience: The time to wait for the store before the mark counts as unknown.
  ///   - onProblem: Called with each error of the store. It may block.
  /// - Throws: `InvalidDocument` with all errors of the file; `POSIXError` if the file cannot be read or is not a
  ///   regular file; `CocoaError` if the address is not a file's.
  public convenience init(
    contentsOf url: URL, transport: (any HTTPTransport)? = nil, store: any CacheStore,
    environment: RequestEnvironment = RequestEnvironment(), markPatience: Duration = .milliseconds(500),
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    await self.init(
      try OfflineSwitchDocument(contentsOf: url), transport: transport, store: store,
      environment: environment, markPatience: markPatience, onProblem: onProblem)
  }

  package convenience init(
    _ document: OfflineSwitchDocument, transport: (any HTTPTransport)? = nil, store: any CacheStore,
    environment: RequestEnvironment = RequestEnvironment(), markPatience: Duration = .milliseconds(500),
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async {
    let world = SwitchWorld(
      plan: SwitchPlan(document), transport: transport ?? SystemTransport.shared, store: store,
      environment: environment, onProblem: onProblem)
    await self.init(world, loop: SystemEventLoop.shared, markPatience: markPatience)
    #if canImport(Network)
      paths.start { [weak self] path in self?.report(path: path) }
    #endif
  }

  init(
    _ world: SwitchWorld, loop: any EventLoop, markPatience: Duration = .milliseconds(500),
    onInput: SwitchRunner.InputListener? = nil
  ) async {
    plan = world.plan
    let first = Promise<Bool?>()
    let patient = Promise<Bool?>()
    world.readMark { first.fulfil($0) }
    first.whenFulfilled { patient.fulfil($0) }
    let patience = DispatchTimeInterval.nanoseconds(Int(clamping: markPatience.nanoseconds))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + patience) {
      patient.fulfil(nil)
    }
    let runner = SwitchRunner(world, loop: loop, mark: await patient.value, onInput: onInput)
    // A late answer counts, too.
    first.whenFulfilled { [weak runner] isMarked in runner?.markRead(isMarked) }
    self.runner = runner
  }

  deinit {
    stop()
  }

  /// Stops all probes and questions. The state no longer changes.
  public func stop() {
    #if canImport(Network)
      paths.stop()
    #endif
    runner.stop()
  }

  /// The current state.
  public var state: OfflineState { runner.observers.state }

  /// Calls back with the current state and then with each change.
  public func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    runner.observers.observe(onChange)
  }

  /// Marks the app as offline. On return the mark is stored and the state has changed.
  ///
  /// - Throws: The store's error. The app is offline anyway, until its process ends.
  public func mark() async throws {
    try await press(true)
  }

  /// Removes the user's mark. On return the removal is stored and the state has changed.
  ///
  /// - Throws: The store's error. The mark is removed anyway, until the app's process ends.
  public func unmark() async throws {
    try await press(false)
  }

  private func press(_ isMarked: Bool) async throws {
    // Not on the event loop: a task whose cancellation blocks would delay it.
    let queue = DispatchQueue(label: "launchflow.offline.resume", qos: .userInitiated)
    let problem = await withCheckedContinuation { continuation in
      runner.press(isMarked) { problem in queue.async { continuation.resume(returning: problem) } }
    }
    if let problem { throw problem }
  }

  /// Notes the end of a call. A failed call that matches no endpoint of the switch counts only for the network. The
  /// switch's file lists the errors and codes that count.
  public func report(_ call: HTTPRequest, failure: ErrorClass?, codes: AnswerCodes? = nil) {
    guard let failure else { return runner.post(.callSucceeded, .call(domain: -1)) }
    let domain = plan.domain(ofCall: call.method, host: call.host, path: call.path) ?? -1
    runner.post(.callFailed(domain: domain, failure, code: codes?.code), .call(domain: domain))
  }

  /// Reports a verdict that the quality-of-service system sends without a question, for example by push.
  ///
  /// - Parameters:
  ///   - isFaulty: Whether the service is at fault. If so, the domain is offline at once, and the switch continues to
  ///     ask about it. If not, the domain returns online.
  ///   - domain: The domain, by its name.
  /// - Returns: Whether the switch watches the domain; otherwise nothing changes.
  @discardableResult
  public func report(isFaulty: Bool, domain: String) -> Bool {
    guard let index = plan.index(ofDomain: domain) else { return false }
    runner.post(.verdictReported(domain: index, isFaulty ? .faulty : .fine), .question(domain: index))
    return true
  }

  func report(path: SwitchMachine.Path) {
    runner.post(.pathChanged(path), .path)
  }

  /// Notes that the app enters the background. Until it returns, there are no probes and no questions.
  public func enterBackground() {
    runner.post(.enteredBackground, .background)
  }

  /// Notes that the app returned. After the grace, losses of the network count again.
  public func returnToForeground() {
    runner.post(.returned, .background)
  }
}

extension OfflineSwitchDocument {
  /// Reads a switch file. Throws the errors of `OfflineSwitch(contentsOf:)`.
  package init(contentsOf url: URL) throws {
    self = try OfflineSwitchDocument.read(try DocumentBytes.read(url)).get()
  }
}

extension HTTPRequest {
  /// The host in lower case, without a port; nil if unknown.
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
