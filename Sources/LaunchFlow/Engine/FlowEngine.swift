import Dispatch
import Foundation

/// Runs a flow inside an app.
///
/// One engine serves any number of runs, at once too. It owns a driver that nothing the steps do can starve,
/// one private HTTP session, and the app's actions.
public final class FlowEngine: Sendable {
  /// What an engine works with.
  public struct Configuration: Sendable {
    /// Where caches are kept.
    public var store: any CacheStore = MemoryCacheStore()
    /// What sends requests; nil makes a private `URLSessionTransport`.
    public var transport: (any HTTPTransport)?
    /// Where services stand; nil is the flow's first environment.
    public var environment: RequestEnvironment?
    /// Hooks by service.
    public var services: [String: ServiceHooks] = [:]
    /// The share of the flow's deadline, from 0 to 1, within which caches must be read at the start: what is
    /// not there by then is absent.
    public var cacheShare = 0.1
    /// Says whether the app is offline: an `OfflineSwitch`, or what stands in for it. Runs know its state from
    /// their start and follow it, and their HTTP reports to it by itself. Nil is always online.
    public var offline: (any OfflineSource)?
    /// Who is told of all that happens in runs, such as a `LineSink` for a log.
    public var sinks: [any TraceSink] = []

    /// In memory, over a private session, in the flow's first environment.
    public init() {}
  }

  /// The flow, compiled.
  public let plan: FlowPlan
  let actions: FlowActions
  let configuration: Configuration
  let transport: any HTTPTransport
  let environment: RequestEnvironment
  let writer: CacheWriter
  /// How each run's record begins; that of a large flow takes its time to make.
  let recorder: TraceRecorder
  /// The actions that the flow calls and nobody has registered.
  private let missingActions: [String]
  let driver = QueueDriver()
  let canceller = Canceller()
  let handlers = HandlerPool()
  /// Where requests are begun.
  let sendQueue = DispatchQueue(label: "launchflow.send", qos: .userInitiated)
  /// What is told of runs goes over these: whoever hears it may block, and must not block a run.
  let streamQueue = DispatchQueue(label: "launchflow.streams", qos: .userInitiated)
  private let sinkQueue = DispatchQueue(label: "launchflow.sinks", qos: .utility)
  private let startedRuns = Guarded(0)

  /// Prepares a flow to be run.
  ///
  /// - Throws: `InvalidFlow` with all errors of the flow.
  public init(
    _ flow: Flow, actions: FlowActions = FlowActions(), configuration: Configuration = Configuration()
  ) throws(InvalidFlow) {
    plan = try FlowPlan(flow)
    self.actions = actions
    self.configuration = configuration
    transport = Self.transport(configuration)
    environment =
      configuration.environment ?? RequestEnvironment(flow.environments.first, isRelease: true)
    writer = CacheWriter(configuration.store)
    recorder = TraceRecorder(plan, environment: environment.name)
    missingActions = flow.actionNames.filter { actions.bodies[$0] == nil }
  }

  /// What requests go over: with a switch, what reports to it, once.
  private static func transport(_ configuration: Configuration) -> any HTTPTransport {
    let base = configuration.transport ?? URLSessionTransport()
    guard let source = configuration.offline else { return base }
    if let reporting = base as? ReportingTransport, reporting.reports(to: source) { return base }
    return ReportingTransport(base, reportingTo: source)
  }

  /// Starts a run, whose deadline counts from now.
  ///
  /// - Parameters:
  ///   - inputs: The flow's inputs by name.
  ///   - pages: What shows each page, called on the main actor at the landing; where any is given, every page
  ///     of the flow must have one.
  ///   - owner: Whose end cancels the run, as letting go of the run itself does.
  /// - Throws: `StartError` where an action, an input or a page's handler is missing: before anything runs.
  public func start(
    inputs: [String: JSONValue] = [:], pages: [String: @MainActor @Sendable (FlowLanding) -> Void] = [:],
    owner: RunOwner? = nil
  ) throws(StartError) -> FlowRun {
    guard missingActions.isEmpty else { throw .missingActions(missingActions) }
    let values = try StartError.check(inputs, pages: Set(pages.keys), for: plan.flow)
    let number = startedRuns.withLock { count in
      count += 1
      return count
    }
    let core = RunCore(self, inputs: values, number: number)
    if !pages.isEmpty {
      core.landing.whenThere { landing in
        guard let show = pages[landing.page] else { return }
        Task { @MainActor in show(landing) }
      }
    }
    core.begin()
    owner?.bind(core)
    return FlowRun(core)
  }

  /// Passes events on to the sinks, on a queue of their own: one that blocks holds up no run.
  func pass(_ events: [Trace.Event], of core: RunCore) {
    let sinks = configuration.sinks
    guard !sinks.isEmpty else { return }
    sinkQueue.async {
      for event in events {
        for sink in sinks { sink.take(event, run: core.number, trace: core.emptyTrace) }
      }
    }
  }

  /// Waits until the store has taken, or refused, all that runs have stored so far. A run does not wait for that
  /// itself; whoever is about to end the process may.
  public func storesWritten() async {
    await writer.settle()
  }

  /// Clears all caches of a scope, at logout for instance. On return they are empty, and what runs of this engine
  /// that started before still bring for them is not stored.
  ///
  /// - Throws: What the store throws; the runs' values are not stored all the same.
  public func clearCaches(inScope scope: String?) async throws {
    try await writer.clear(scope)
  }
}

/// What an app adds to a service's requests and answers.
public struct ServiceHooks: Sendable {
  /// Adds to or signs a request, before each attempt; what it throws ends the attempt as `error`.
  public var prepare: (@Sendable (HTTPRequest) async throws -> HTTPRequest)?
  /// Turns a body that is not JSON into JSON; what it throws ends the attempt as `malformed`.
  public var decode: (@Sendable (HTTPResponse) throws -> JSONValue)?

  /// Adds nothing.
  public init() {}
}

/// Why a run cannot start.
public enum StartError: Error, Hashable, Sendable {
  /// The flow calls actions that are not registered.
  case missingActions([String])
  /// Inputs without a value and without a default.
  case missingInputs([String])
  /// Inputs that the flow does not declare.
  case unknownInputs([String])
  /// An input of another type, or none of its values.
  case badInput(String)
  /// Pages that nothing shows.
  case missingPages([String])

  /// The inputs in file order.
  static func check(
    _ inputs: [String: JSONValue], pages: Set<String>, for flow: Flow
  ) throws(StartError) -> [JSONValue] {
    let unshown = pages.isEmpty ? [] : flow.pages.map(\.name).filter { !pages.contains($0) }
    guard unshown.isEmpty else { throw .missingPages(unshown) }
    let declared = Set(flow.inputs.map(\.name))
    let unknown = inputs.keys.filter { !declared.contains($0) }.sorted()
    guard unknown.isEmpty else { throw .unknownInputs(unknown) }
    let missing = flow.inputs.filter { inputs[$0.name] == nil && $0.defaultValue == nil }.map(\.name)
    guard missing.isEmpty else { throw .missingInputs(missing) }
    var values: [JSONValue] = []
    for input in flow.inputs {
      let value = inputs[input.name] ?? input.defaultValue ?? .null
      guard input.problem(with: value) == nil else { throw .badInput(input.name) }
      values.append(value)
    }
    return values
  }
}

extension Flow {
  /// The names of all actions that the flow calls, in file order, each once.
  package var actionNames: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    func collect(_ steps: [Flow.Step]) {
      for step in steps {
        if case .action(let action) = step.work, seen.insert(action.name).inserted {
          names.append(action.name)
        }
        for case .action(let action, _) in step.fallback where seen.insert(action.name).inserted {
          names.append(action.name)
        }
        collect(step.members ?? [])
      }
    }
    collect(steps)
    return names
  }
}
