/// A call that is under way, for one caller or for several that joined.
final class SharedCall: Sendable {
  /// What a call ends with.
  typealias Outcome = Result<JSONValue, ServiceError>

  /// One who wants to know how far the transfers have come.
  typealias Listener = @Sendable (TransferProgress) -> Void

  let outcome = Promise<Outcome>()
  /// They hear of everything from when they are added.
  let listeners: Locked<[Listener]>
  private let run: FlowRun

  /// The call that a run makes.
  init(_ run: FlowRun, _ listeners: Locked<[Listener]>) {
    self.run = run
    self.listeners = listeners
    let core = run.core
    core.finished.whenThere { [outcome] trace in
      core.landing.whenThere { landing in outcome.fulfil(Self.outcome(of: landing, trace)) }
    }
  }

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
