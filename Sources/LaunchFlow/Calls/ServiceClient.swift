/// Calls single endpoints by the conventions of the services that a flow declares: address by environment, headers,
/// envelope, failures, hooks, dropped nulls. Each call is a run of a flow of one step.
///
/// It may be used from anywhere. Its calls report to the sinks and to the offline switch like any run.
public final class ServiceClient: Sendable {
  private let flow: Flow
  private let configuration: FlowEngine.Configuration
  /// The calls under way, the oldest of equal ones first.
  private let open = Locked<[CallKey: [SharedCall]]>([:])

  /// Prepares calls of a flow's services.
  ///
  /// - Parameters:
  ///   - flow: A flow that declares or includes the services. Its steps do not run; only the caches and constants
  ///     that a service refers to are read.
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
  ///   - owner: An owner whose end cancels the call.
  ///   - repetition: What to do while an equal call is under way.
  /// - Throws: `ServiceError`; `DecodingError` if the answer has another type; before anything is sent, `InvalidFlow`
  ///   or `StartError`.
  public func answer<Value: Decodable>(
    to call: ServiceCall, as type: Value.Type = Value.self, inputs: [String: JSONValue] = [:],
    owner: RunOwner? = nil, ifRunning repetition: Repetition = .beside
  ) async throws -> Value {
    try await value(of: call, inputs: inputs, owner: owner, ifRunning: repetition).decoded(as: type)
  }

  /// Makes a call. The value is null where the call expects none. Otherwise as `answer(to:as:…)`.
  @discardableResult public func value(
    of call: ServiceCall, inputs: [String: JSONValue] = [:], owner: RunOwner? = nil,
    ifRunning repetition: Repetition = .beside
  ) async throws -> JSONValue {
    let caller = try admitted(call, inputs, repetition)
    let bond = owner?.bind { caller.leave() }
    defer { if let bond { owner?.release(bond) } }
    return try await withTaskCancellationHandler {
      try await caller.outcome.value.get()
    } onCancel: {
      caller.leave()
    }
  }

  /// How many callers wait for an answer.
  var openCallers: Int {
    open.withLock { $0.values.joined().reduce(0) { $0 + $1.callerCount } }
  }

  /// Lets a caller take part in a call: a new one, or the equal one that is under way.
  private func admitted(
    _ call: ServiceCall, _ inputs: [String: JSONValue], _ repetition: Repetition
  ) throws -> SharedCall.Caller {
    let key = CallKey(call, inputs)
    // Under the lock, so that of equal calls at once only one begins.
    let (made, caller) = try open.withLock { open -> (SharedCall?, SharedCall.Caller) in
      let running = open[key, default: []]
      switch repetition {
      case .join:
        for call in running.reversed() {
          if let caller = call.join() { return (nil, caller) }
        }
      case .refuse: if running.contains(where: { $0.callerCount > 0 }) { throw ServiceError(.alreadyRunning) }
      case .replace: for call in running { call.cancel() }
      case .beside: break
      }
      let (made, caller) = try begin(call, inputs)
      open[key] = running + [made]
      return (made, caller)
    }
    made?.outcome.whenThere { [weak self, weak made] _ in
      self?.open.withLock { open in
        open[key]?.removeAll { $0 === made }
        if open[key]?.isEmpty == true { open[key] = nil }
      }
    }
    return caller
  }

  private func begin(
    _ call: ServiceCall, _ inputs: [String: JSONValue]
  ) throws -> (SharedCall, SharedCall.Caller) {
    let engine = try FlowEngine(call.flow(from: flow), configuration: configuration)
    // An input that the flow does not declare is an error; one that this service does not need is left out.
    let needed = Set(engine.plan.flow.inputs.map(\.name))
    let declared = Set(flow.inputs.map(\.name))
    let given = inputs.filter { needed.contains($0.key) || !declared.contains($0.key) }
    return SharedCall.begin(try engine.start(inputs: given))
  }
}

/// What makes two calls equal. Bounds of time do not.
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
