extension SwitchMachine {
  /// A fact that a driver tells the machine.
  package enum Input: Hashable, Sendable {
    /// The switch begins, with the stored mark and the known path. The first input, given once.
    case started(isMarked: Bool, path: Path)
    /// The user pressed the button, or released it.
    case markRequested(Bool)
    /// The mark of this number was stored, or storing failed; in both cases it counts. A no-op for a stale number,
    /// since a newer press decides.
    case markStored(number: Int)
    /// The device's route changed. A no-op for the same path.
    case pathChanged(Path)
    /// A probe was answered or failed. A no-op for a stale number.
    case probeEnded(number: Int, isGood: Bool)
    /// A question about a domain was answered: `faulty`, `fine`, or `unreachable` if it failed. A no-op for a stale number.
    case questionEnded(domain: Int, number: Int, QuestionEnd)
    /// A call failed: the domain whose endpoint it matches (-1 for none), its error class, and its envelope's code.
    case callFailed(domain: Int, ErrorClass, code: EnvelopeCode? = nil)
    /// The quality-of-service system sent a verdict without a question.
    case verdictReported(domain: Int, OfflineSwitchDocument.Verdict)
    case callSucceeded
    /// An armed timer fired. It is disarmed by this.
    case timerFired(SwitchTimer)
    /// The app went to the background. A no-op in the background.
    case enteredBackground
    /// The app returned to the foreground. A no-op in the foreground.
    case returned
  }

  /// An order to the driver, or an event to record.
  package enum Effect: Hashable, Sendable {
    case startProbe(number: Int, isDeciding: Bool)
    case ask(domain: Int, number: Int)
    /// Store the mark so that it survives a crash, then report it. Marks are stored one after another.
    case storeMark(Bool, number: Int)
    /// Fire this timer after this time; with jitter, after an evenly drawn part of it. No armed timer is armed again.
    case arm(SwitchTimer, nanoseconds: Int64, jitter: Bool)
    case disarm(SwitchTimer)
    /// A cause began to hold. All causes that begin and end by one input are one change of state.
    case began(SwitchCause)
    case ended(SwitchCause)
    /// A sign of a change opened a window.
    case windowOpened(Direction, nanoseconds: Int64, Sign)
    /// The deciding probe has shown whether the network is down.
    case decided(isDown: Bool)
    /// One that timed out or was called off is to be cancelled; a later answer is stale.
    case probeEnded(number: Int, ProbeEnd)
    /// Enough calls to the domain have failed for a question.
    case suspected(domain: Int)
    /// One that timed out or was called off is to be cancelled; a later answer is stale.
    case questionEnded(domain: Int, number: Int, QuestionEnd)
    /// The suspicion ended without a fault.
    case cleared(domain: Int)
    /// The last verdict, or the suspicion, has expired.
    case lapsed(domain: Int)
  }

  /// The device's route to the network.
  package enum Path: Hashable, Sendable {
    /// The path has not been reported yet.
    case unknown
    case none
    case medium(OfflineSwitchDocument.Medium)
  }

  /// The change that a window's probe confirms or refutes.
  package enum Direction: String, Hashable, Sendable {
    case down, up
  }

  /// The event that opened a window.
  package enum Sign: String, Hashable, Sendable {
    case probe, path, call
    case returned
  }

  package enum ProbeEnd: String, Hashable, Sendable {
    case good, failed
    case timedOut = "timed-out"
    /// Something else made it pointless.
    case calledOff = "called-off"
  }

  package enum QuestionEnd: String, Hashable, Sendable {
    case faulty, fine, unreachable
    case timedOut = "timed-out"
    /// Something else made it pointless.
    case calledOff = "called-off"
  }
}

/// Why the app, or one of its domains, is offline.
package enum SwitchCause: Hashable, Sendable {
  case marked
  /// No server answers over this medium.
  case network(OfflineSwitchDocument.Medium)
  /// The domain's service is faulty, by the domain's index.
  case domain(Int)
}
