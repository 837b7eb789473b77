/// A call that is under way, for one caller or for several that joined.
final class SharedCall: Sendable {
  /// What a call ends with.
  typealias Outcome = Result<JSONValue, ServiceError>

  /// One who waits for the answer.
  final class Caller: Sendable {
    let outcome = Promise<Outcome>()
    private let onLeave: @Sendable () -> Void
    private let hasLeft = Locked(false)

    fileprivate init(_ call: SharedCall, onLeave: @escaping @Sendable () -> Void) {
      self.onLeave = onLeave
      call.outcome.whenThere { [outcome] in outcome.fulfil($0) }
    }

    /// Ends the wait at once.
    func leave() {
      let isFirst = hasLeft.withLock { hasLeft in
        defer { hasLeft = true }
        return !hasLeft
      }
      guard isFirst else { return }
      outcome.fulfil(.failure(ServiceError(.cancelled)))
      onLeave()
    }
  }

  let outcome = Promise<Outcome>()
  let transfers: TransferListeners
  private let run: FlowRun

  /// The call that a run makes.
  init(_ run: FlowRun, _ transfers: TransferListeners) {
    self.run = run
    self.transfers = transfers
    let core = run.core
    core.finished.whenThere { [outcome] trace in
      core.landing.whenThere { landing in outcome.fulfil(Self.outcome(of: landing, trace)) }
    }
  }

  /// Adds a caller.
  func caller(onLeave: @escaping @Sendable () -> Void) -> Caller { Caller(self, onLeave: onLeave) }

  /// Cancels it for all its callers.
  func cancel() {
    run.cancel()
  }

  private static func outcome(of landing: FlowLanding, _ trace: Trace) -> Outcome {
    guard let step = landing[ServiceCall.step] else { return .failure(ServiceError(.cancelled)) }
    if step.status == .succeeded { return .success(step.value ?? .null) }
    let reason: ServiceError.Reason
    switch step.status {
    case .failed: reason = step.result.map { .refused($0) } ?? .failed(trace.lastErrorClass ?? .error)
    case .timedOut: reason = .failed(.timeout)
    case .succeeded, .recovered, .skipped, .cancelled: return .failure(ServiceError(.cancelled))
    }
    return .failure(ServiceError(reason, message: landing.notice?.text, codes: step.codes))
  }
}

extension Trace {
  /// The class of the last attempt that failed.
  fileprivate var lastErrorClass: ErrorClass? {
    for event in events.reversed() {
      if case .attemptEnded(_, _, .failed(let errorClass)) = event.kind { return errorClass }
    }
    return nil
  }
}
