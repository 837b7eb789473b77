import LaunchFlow

/// Calls single endpoints of the services that a flow declares, with all their declarations: address by environment,
/// headers, envelope, failures, hooks, dropped nulls. Each call is a run of a flow of one step.
///
/// It may be used from any thread. Its calls report to the sinks and to the offline switch as runs do.
public final class ServiceClient: Sendable {
  private let flow: Flow
  private let configuration: FlowEngine.Configuration
  private let calls = Flights<CallKey, FlowRun> { $0.cancel() }

  /// Prepares calls of a flow's services.
  ///
  /// - Parameters:
  ///   - flow: A flow that declares or includes the services. Its steps do not run, except for caches and constants
  ///     that a service refers to.
  ///   - configuration: The store, the environment, the hooks and the transport.
  public init(_ flow: Flow, configuration: FlowEngine.Configuration = FlowEngine.Configuration()) {
    self.flow = flow
    self.configuration = configuration
  }

  /// Makes a call and decodes its answer.
  ///
  /// Cancelling the task cancels the call; it then ends at once with `cancelled`.
  ///
  /// - Parameters:
  ///   - call: The endpoint, and what to send.
  ///   - type: The type of the answer, as inside the service's envelope.
  ///   - inputs: The flow's inputs that the service refers to; others of its inputs are not needed.
  ///   - owner: An owner whose end cancels the call. The call does not keep it.
  ///   - repetition: What to do while an equal call is under way: same service, path, method, parameters, headers, body
  ///     and inputs, compared in memory. A call that joins waits within the other's bounds of time. One that is
  ///     replaced ends as `cancelled`, one that is refused as `alreadyRunning`.
  /// - Throws: `ServiceError`; `DecodingError` if the answer has another type; before anything is sent, `InvalidDocument`
  ///   or `StartError`.
  public func answer<Value: Decodable>(
    to call: ServiceCall, as type: Value.Type = Value.self, inputs: [String: JSONValue] = [:],
    owner: consuming RunOwner? = nil, ifRunning repetition: Repetition = .beside
  ) async throws -> Value {
    try await value(of: call, inputs: inputs, owner: owner, ifRunning: repetition).decoded(as: type)
  }

  /// Makes a call. The value is null if the call ignores the body. Otherwise as `answer(to:as:…)`.
  @discardableResult public func value(
    of call: ServiceCall, inputs: [String: JSONValue] = [:], owner: consuming RunOwner? = nil,
    ifRunning repetition: Repetition = .beside
  ) async throws -> JSONValue {
    let seat = try seat(call, inputs, repetition)
    let outcome = Promise<Result<JSONValue, ServiceError>>()
    seat.work.whenFinished { outcome.fulfil(ServiceError.outcome(of: $0, $1)) }
    let leave: @Sendable () -> Void = {
      outcome.fulfil(.failure(ServiceError(.cancelled)))
      seat.leave()
    }
    // The wait must not keep the owner alive.
    (consume owner)?.bind(until: outcome, leave)
    return try await withTaskCancellationHandler {
      try await outcome.value.get()
    } onCancel: {
      leave()
    }
  }

  var openCallers: Int { calls.holders }

  /// Gives a caller a seat in a new call, or in the equal one that is running.
  private func seat(
    _ call: ServiceCall, _ inputs: [String: JSONValue], _ repetition: Repetition
  ) throws -> Seat<CallKey, FlowRun> {
    let started = try calls.start(CallKey(call, inputs), repetition) { _ in try begin(call, inputs) }
    guard let (seat, isNew) = started else { throw ServiceError(.alreadyRunning) }
    if isNew { seat.work.whenFinished { [calls, number = seat.number] _, _ in calls.end(number) } }
    return seat
  }

  private func begin(_ call: ServiceCall, _ inputs: [String: JSONValue]) throws -> FlowRun {
    let engine = try FlowEngine(call.flow(from: flow), configuration: configuration)
    // An input that the flow does not declare is an error. An input that this service does not need is left out.
    let needed = Set(engine.plan.flow.inputs.map(\.name))
    let declared = Set(flow.inputs.map(\.name))
    let given = inputs.filter { needed.contains($0.key) || !declared.contains($0.key) }
    return try engine.start(inputs: given)
  }
}

/// The parts of a call that equal calls share. Time limits are not among them.
private struct CallKey: Equatable {
  let call: ServiceCall
  let inputs: [String: JSONValue]

  init(_ call: ServiceCall, _ inputs: [String: JSONValue]) {
    var call = call
    (call.timeout, call.deadline, call.attempts) = (.zero, nil, 1)
    self.call = call
    self.inputs = inputs
  }
}
