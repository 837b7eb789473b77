/// A call that is under way, for one caller or for several that joined.
final class SharedCall: Sendable {
  /// What a call ends with.
  typealias Outcome = Result<JSONValue, ServiceError>

  /// One who waits for the answer.
  final class Caller: Sendable {
    let outcome = Promise<Outcome>()
    private let call: SharedCall
    private let hasLeft = Locked(false)

    fileprivate init(_ call: SharedCall) {
      self.call = call
      call.outcome.whenThere { [outcome] in outcome.fulfil($0) }
    }

    /// Ends the wait at once. The last one to leave cancels the request.
    func leave() {
      let isFirst = hasLeft.withLock { hasLeft in
        defer { hasLeft = true }
        return !hasLeft
      }
      guard isFirst else { return }
      outcome.fulfil(.failure(ServiceError(.cancelled)))
      call.callerLeft()
    }
  }

  let outcome = Promise<Outcome>()
  private let run: FlowRun
  /// The callers who wait. Once it is zero, nobody may join any more.
  private let callers = Locked(1)

  private init(_ run: FlowRun) {
    self.run = run
    let core = run.core
    core.finished.whenThere { [outcome] trace in
      core.landing.whenThere { landing in outcome.fulfil(Self.outcome(of: landing, trace)) }
    }
  }

  /// A call with its first caller.
  static func begin(_ run: FlowRun) -> (SharedCall, Caller) {
    let call = SharedCall(run)
    return (call, Caller(call))
  }

  /// How many wait for it.
  var callerCount: Int { callers.withLock { $0 } }

  /// Adds a caller; nil if nobody waits any more, so that the request is being cancelled.
  func join() -> Caller? {
    let isOpen = callers.withLock { count in
      if count > 0 { count += 1 }
      return count > 0
    }
    return isOpen ? Caller(self) : nil
  }

  /// Cancels it for all its callers.
  func cancel() {
    run.cancel()
  }

  private func callerLeft() {
    let isLast = callers.withLock { count in
      count -= 1
      return count == 0
    }
    if isLast { run.cancel() }
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
