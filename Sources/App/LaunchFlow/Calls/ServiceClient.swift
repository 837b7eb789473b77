/// Calls single endpoints of the services that a flow declares, with all their declarations: address by environment,
/// headers, envelope, failures, hooks, dropped nulls. Each call is a run of a flow of one step.
///
/// It may be used from any thread. Its calls report to the sinks and to the offline switch as runs do.
public final class ServiceClient: Sendable {
  private let flow: Flow
  private let configuration: FlowEngine.Configuration
  /// The current calls.
  private let calls = Flights<CallKey, SharedCall> { $0.cancel() }

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
  /// Cancelling the task cancels the call, which then ends at once with `cancelled`.
  ///
  /// - Parameters:
  ///   - call: The endpoint and the data to send.
  ///   - type: The type of the value within the service's envelope.
  ///   - inputs: The inputs of the flow that the service refers to. Other inputs are not needed.
  ///   - owner: An owner whose end cancels the call. The call does not keep the owner alive.
  ///   - repetition: The treatment of this call while an equal one is running. Equal calls have the same service, path,
  ///     method, parameters, headers, body and inputs, compared in memory. A call that joins has the time limits of the
  ///     other. A replaced call ends as `cancelled`, a refused one as `alreadyRunning`.
  ///   - onTransfer: Called with the progress of upload and download, on any thread. An upload's bytes were passed to
  ///     the system; they may not have arrived.
  /// - Throws: `ServiceError`; `DecodingError` if the answer has another type; before anything is sent, `InvalidDocument`
  ///   or `StartError`.
  public func answer<Value: Decodable>(
    to call: ServiceCall, as type: Value.Type = Value.self, inputs: [String: JSONValue] = [:],
    owner: consuming RunOwner? = nil, ifRunning repetition: Repetition = .beside,
    onTransfer: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Value {
    let value = try await value(
      of: call, inputs: inputs, owner: owner, ifRunning: repetition, onTransfer: onTransfer)
    return try value.decoded(as: type)
  }

  /// Makes a call. The value is null if the call ignores the body. Otherwise as `answer(to:as:…)`.
  @discardableResult public func value(
    of call: ServiceCall, inputs: [String: JSONValue] = [:], owner: consuming RunOwner? = nil,
    ifRunning repetition: Repetition = .beside, onTransfer: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> JSONValue {
    let seat = try seat(call, inputs, repetition, onTransfer)
    let outcome = Promise<SharedCall.Outcome>()
    seat.work.outcome.whenFulfilled { outcome.fulfil($0) }
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

  /// How many callers wait for an answer.
  var openCallers: Int { calls.holders }

  /// Gives a caller a seat in a new call, or in the equal one that is running.
  private func seat(
    _ call: ServiceCall, _ inputs: [String: JSONValue], _ repetition: Repetition,
    _ onTransfer: SharedCall.Listener?
  ) throws -> Seat<CallKey, SharedCall> {
    let started = try calls.start(CallKey(call, inputs), repetition) { _ in
      try begin(call, inputs, onTransfer)
    }
    guard let (seat, isNew) = started else { throw ServiceError(.alreadyRunning) }
    if isNew {
      seat.work.outcome.whenFulfilled { [calls, number = seat.number] _ in calls.end(number) }
    } else if let onTransfer {
      seat.work.listeners.withLock { $0.append(onTransfer) }
    }
    return seat
  }

  private func begin(
    _ call: ServiceCall, _ inputs: [String: JSONValue], _ onTransfer: SharedCall.Listener?
  ) throws -> SharedCall {
    let listeners = Locked(onTransfer.map { [$0] } ?? [])
    var configuration = configuration
    // Always set, since a caller that joins later may listen. Not under the lock, since a listener may block.
    configuration.onTransfer = { progress in
      for listener in listeners.withLock({ $0 }) { listener(progress) }
    }
    configuration.parts = call.parts
    let engine = try FlowEngine(call.flow(from: flow), configuration: configuration)
    // An input that the flow does not declare is an error. An input that this service does not need is left out.
    let needed = Set(engine.plan.flow.inputs.map(\.name))
    let declared = Set(flow.inputs.map(\.name))
    let given = inputs.filter { needed.contains($0.key) || !declared.contains($0.key) }
    return SharedCall(try engine.start(inputs: given), listeners)
  }
}

/// The parts of a call that equal calls share. Time limits are not among them.
private struct CallKey: Hashable {
  let call: ServiceCall
  let inputs: [String: JSONValue]

  init(_ call: ServiceCall, _ inputs: [String: JSONValue]) {
    var call = call
    (call.timeout, call.deadline, call.attempts) = (.zero, nil, 1)
    self.call = call
    self.inputs = inputs
  }
}
