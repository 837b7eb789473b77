extension FlowMachine {
  /// A fact that a driver tells the machine.
  package enum Input: Equatable, Sendable {
    /// The run begins. The first input, given once.
    case started
    /// The attempt on a track answered. A no-op for the number of an earlier attempt.
    case attemptEnded(track: Int, attempt: Int, AttemptOutcome)
    /// An armed timer fired. It is disarmed by this.
    case timerFired(FlowTimer)
    /// The run is cancelled. A no-op after the landing.
    case cancelled
    /// The switch went offline for a domain, by its index; -1 means the whole app.
    case wentOffline(domain: Int)
    case cameOnline(domain: Int)
    /// The app gave a signal, by its index, with the number of its value's result in the step that names it, or -1.
    /// A no-op for a signal that was given before.
    case signalled(Int, name: Int32 = -1)
  }

  /// An order to the driver, or an event to record.
  package enum Effect: Equatable, Sendable {
    case startAttempt(step: Int, attempt: Int, origin: AttemptOrigin)
    /// An attempt began and failed at once because the switch is offline. The driver starts nothing.
    case offlineAttempt(step: Int, attempt: Int, origin: AttemptOrigin)
    /// Tell the handler of a track's attempt to end. A later answer is stale.
    case cancelAttempt(track: Int, attempt: Int)
    /// Fire this timer after this time; with jitter, after an evenly drawn part of it. No armed timer is armed again.
    case arm(FlowTimer, nanoseconds: Int64, jitter: Bool)
    case disarm(FlowTimer)
    /// Write the value of the attempt that just ended to a cache, by its index.
    case store(step: Int, attempt: Int, cache: Int)
    /// The step has settled. Its value comes from the origin.
    case settled(step: Int, Settlement, ValueOrigin)
    case lateWork(step: Int, attempt: Int)
    /// Late work ended with a live, valid value, fresher than that of the settled step.
    case refreshed(step: Int, attempt: Int)
    case queued(step: Int)
    case stepStarted(step: Int)
    case attemptEnded(step: Int, attempt: Int, AttemptEnd)
    /// The step waits before its next attempt. The effect that arms the timer follows.
    case waiting(step: Int, WaitReason, nanoseconds: Int64)
    case cancelled
    /// The app gave a signal, by its index, for the first time, with the number of its value's result, or -1.
    case signalled(Int, name: Int32)
    /// The switch's state changed, for a domain or (-1) the app.
    case connectivity(domain: Int, isOffline: Bool)
    /// The condition of a notice does not hold. The notice is given by its position in the landing that follows.
    case noticeWithheld(place: Int)
    /// The run has landed, by the first rule of equal ones.
    case landed(rule: Int, isDegraded: Bool, isCancelled: Bool)
    /// Everything has settled and no late work is left.
    case finished
    /// The cause of the next effect, for a trace: the event that released or ended its step.
    case caused(Cause)
  }

  /// The interpreted answer to an attempt, with names by their number in the step's table.
  package enum AttemptOutcome: Hashable, Sendable {
    /// A value, with the number of its result, or -1.
    case succeeded(name: Int32)
    /// A deliberate refusal, by the number of its failure.
    case refused(name: Int32)
    case failed(ErrorClass)
    /// A failure whose server asks for a wait before the next attempt; `.max` if the step's deadline comes first.
    case deferred(ErrorClass, nanoseconds: Int64)
  }

  /// How an attempt ended, with names by their number.
  package typealias AttemptEnd = LaunchFlowMachine.AttemptEnd<Int32>
  /// How a step settled, with its name by its number.
  package typealias Settlement = LaunchFlowMachine.Settlement<Int32>
}

extension AttemptEnd<Int32> {
  init(_ outcome: FlowMachine.AttemptOutcome) {
    switch outcome {
    case .succeeded(let name): self = .succeeded(result: name < 0 ? nil : name)
    case .refused(let name): self = .refused(failure: name)
    case .failed(let errorClass), .deferred(let errorClass, _): self = .failed(errorClass)
    }
  }
}

extension FlowMachine.AttemptOutcome {
  package var errorClass: ErrorClass? {
    switch self {
    case .failed(let errorClass), .deferred(let errorClass, _): errorClass
    case .succeeded, .refused: nil
    }
  }

  /// The outcome for a step with so much time to its deadline, in nanoseconds.
  package func limited(to timeLeft: Int64) -> Self {
    guard case .deferred(let errorClass, let wait) = self, wait >= timeLeft else { return self }
    return .deferred(errorClass, nanoseconds: .max)
  }
}
