import Dispatch
import Foundation

/// Runs a flow inside an app.
///
/// One engine serves any number of runs, also simultaneous ones. All engines of a process share the threads for
/// handlers and one event loop, which no step can starve.
public final class FlowEngine: Sendable {
  package let plan: FlowPlan
  let actions: FlowActions
  let configuration: Configuration
  let transport: any HTTPTransport
  let environment: RequestEnvironment
  let writer: CacheWriter
  /// By step: the number of its action without an argument; -1 otherwise.
  let plainActions: [Int]
  /// The lane whose actions run on the main actor; -2 if the flow has none.
  let mainLane: Int32
  /// An empty recorder, which each run copies, since making one for a large flow is slow.
  let recorder: TraceRecorder
  let host: any EngineHost
  /// The queue for consumers of a run's sequences. Consumers may block it without blocking runs.
  let streamQueue = DispatchQueue(label: "launchflow.streams", qos: .userInitiated)
  /// The runs that have not landed.
  private let runs = Flights<[JSONValue], RunCore> { $0.cancel() }

  /// Prepares a flow to be run.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - actions: The app's own code, with every action that the flow calls.
  ///   - pages: The pages that the app can show; nil for any.
  ///   - configuration: The settings.
  /// - Throws: `InvalidDocument` with all errors of the flow, its actions that are not registered, and its pages that the
  ///   app does not have.
  public convenience init(
    _ flow: Flow, actions: FlowActions = FlowActions(), pages: [String]? = nil,
    configuration: Configuration = Configuration()
  ) throws(InvalidDocument) {
    if let pages { try Self.check(flow, pages: Set(pages)) }
    try self.init(flow, actions: actions, configuration: configuration, host: SystemHost())
  }

  /// Prepares a flow to be run on a host, such as a host in virtual time.
  package init(
    _ flow: Flow, actions: FlowActions = FlowActions(), configuration: Configuration = Configuration(),
    host: any EngineHost
  ) throws(InvalidDocument) {
    plan = FlowPlan(unchecked: flow)
    try Self.check(plan.graph, actions)
    self.actions = actions
    self.configuration = configuration
    self.host = host
    transport = Self.transport(configuration)
    environment = configuration.environment ?? plan.releaseEnvironment
    writer = CacheWriter(configuration.store, on: host.stores)
    plainActions = plan.stepNames.indices.map { [plan] step in
      guard let action = plan.action(of: step, origin: .own), action.input == nil else { return -1 }
      return actions.number(of: action.name) ?? -1
    }
    mainLane = plan.laneNames.firstIndex(of: Flow.Lane.main).map { Int32($0) } ?? -2
    recorder = TraceRecorder(plan, environment: environment.name, version: configuration.version)
  }

  /// The transport for requests. With an offline switch it reports to the switch.
  private static func transport(_ configuration: Configuration) -> any HTTPTransport {
    let base = configuration.transport ?? SystemTransport.limited(to: configuration.bodyLimit)
    return configuration.offline.map { ReportingTransport(base, reportingTo: $0) } ?? base
  }

  /// Reports facts that the transport does not know to the offline switch: codes of envelopes, and refusals.
  func report(_ reading: AttemptAnswer, of call: HTTPRequest) {
    guard let source = configuration.offline, let codes = reading.codes, let status = codes.status else {
      return
    }
    switch (status, reading.outcome) {
    case (200..<300, .failed(.business)): source.report(call, failure: .business, codes: codes)
    // A refusal by name is the caller's fault, as a 4xx is, unless its code counts against the service.
    case (200..<300, .refused): source.report(call, failure: .client, codes: codes)
    case (400..<500, _): source.report(call, failure: ErrorClass(status: status), codes: codes)
    default: break
    }
  }

  /// Starts a run. Its deadline counts from now. While a run with equal inputs has not landed, the flow's `ifRunning`
  /// decides whether this one runs beside it, joins or replaces it, or is refused.
  ///
  /// - Parameters:
  ///   - inputs: The flow's inputs by name.
  ///   - pages: Handlers for all pages or none; called on the main actor at the landing.
  ///   - owner: An owner whose end cancels the run, as releasing the run does.
  /// - Throws: `StartError` if an input or a page's handler is missing, before anything runs.
  public func start(
    inputs: [String: JSONValue] = [:], pages: [String: @MainActor @Sendable (FlowLanding) -> Void] = [:],
    owner: RunOwner? = nil
  ) throws(StartError) -> FlowRun {
    let values = try StartError.check(completed(inputs), pages: Set(pages.keys), for: plan.flow)
    let seat = try seat(values)
    if !pages.isEmpty {
      seat.work.landing.whenFulfilled { landing in
        guard let show = pages[landing.page] else { return }
        Task { @MainActor in show(landing) }
      }
    }
    owner?.bind(until: seat.work.finished) { [weak seat] in seat?.leave() }
    return FlowRun(seat)
  }

  /// The inputs with those that the phone gives.
  private func completed(_ inputs: [String: JSONValue]) -> [String: JSONValue] {
    let asked = plan.flow.inputs.filter { $0.source != nil && inputs[$0.name] == nil }
    guard !asked.isEmpty else { return inputs }
    let phone = configuration.phone()
    var all = inputs
    for input in asked { all[input.name] = input.source.flatMap { phone.holds($0) }.map { .bool($0) } }
    return all
  }

  private func seat(_ inputs: [JSONValue]) throws(StartError) -> RunSeat {
    let repetition = plan.flow.ifRunning
    let started = runs.start(repetition == .beside ? nil : inputs, repetition) {
      RunCore(self, inputs: inputs, number: $0)
    }
    guard let (seat, isNew) = started else { throw .alreadyRunning }
    guard isNew else { return seat }
    if repetition != .beside {
      seat.work.landing.whenFulfilled { [runs, number = seat.number] _ in runs.end(number) }
    }
    if configuration.continuesInBackground { BackgroundTime.hold(for: seat.work) }
    seat.work.begin()
    return seat
  }

  /// Starts a run and waits for its landing. Cancelling the calling task cancels the run.
  ///
  /// - Parameters:
  ///   - inputs: The flow's inputs by name.
  ///   - pages: Handlers for all pages or none; called on the main actor at the landing.
  /// - Throws: `StartError` if an input or a page's handler is missing, before anything runs.
  public nonisolated(nonsending) func land(
    inputs: [String: JSONValue] = [:], pages: [String: @MainActor @Sendable (FlowLanding) -> Void] = [:]
  ) async throws(StartError) -> FlowLanding {
    let run = try start(inputs: inputs, pages: pages)
    return await withTaskCancellationHandler {
      await run.landing
    } onCancel: {
      run.cancel()
    }
  }

  /// The number of holders of runs that can be joined, for tests.
  var runHolders: Int { runs.holders }

  /// The registered actions that the flow does not call, sorted.
  public var unusedActions: [String] {
    let called = Set(plan.flow.actionNames)
    return actions.names.filter { !called.contains($0) }
  }

  func pass(_ event: EngineEvent) {
    let sinks = configuration.sinks
    guard !sinks.isEmpty else { return }
    let flow = plan.flow.name
    host.perform(.telling) {
      for sink in sinks { sink.receiver.take(event, of: flow) }
    }
  }

  /// Passes events on to the sinks, on a separate queue, so that a sink that blocks delays no run.
  func pass(_ events: ArraySlice<Trace.Event>, of core: RunCore) {
    let sinks = configuration.sinks
    guard !sinks.isEmpty else { return }
    let events = Array(events)
    host.perform(.telling) {
      for event in events {
        for sink in sinks { sink.receiver.take(event, run: core.number, trace: core.emptyTrace) }
      }
    }
  }

  /// Waits until the store has accepted or refused every value so far. Runs do not wait for this; an app may do so
  /// before its process ends.
  public func storesWritten() async {
    await writer.settle()
  }

  /// Clears all caches of a scope, for example at logout. On return they are empty. Values of earlier runs of this
  /// engine are not stored in them any more.
  ///
  /// - Throws: The store's error. Even then the values of earlier runs are not stored.
  public func clearCaches(inScope scope: String?) async throws {
    try await writer.clear(scope)
  }
}

extension Flow {
  /// The names of all actions that the flow calls, in file order, each once.
  package var actionNames: [String] {
    var seen: Set<String> = []
    return graph.steps.flatMap { $0.actions.map(\.action.name) }.filter { seen.insert($0).inserted }
  }
}
