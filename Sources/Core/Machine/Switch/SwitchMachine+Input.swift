import LaunchFlowModel

extension SwitchMachine {
  /// A fact that a driver tells the machine.
  package enum Input: Hashable, Sendable {
    /// The switch begins, with the mark as it was stored and the path as far as it is known. First of all,
    /// and once.
    case started(isMarked: Bool, path: Path)
    /// The user pressed the button, or released it.
    case markRequested(Bool)
    /// The mark of this number is stored, or cannot be: either way the user's will holds. A stale number is a
    /// no-op: a newer press decides.
    case markStored(number: Int)
    /// The device's route changed. The same path again is a no-op.
    case pathChanged(Path)
    /// A probe was answered, or failed on the way. A stale number is a no-op.
    case probeEnded(number: Int, isGood: Bool)
    /// A question about a domain was answered. A stale number is a no-op.
    case questionEnded(domain: Int, number: Int, Verdict)
    /// The app's network layer reports a failed call, with the domain whose endpoint it matches (-1 for none) and
    /// the code in the answer's envelope.
    case callFailed(domain: Int, ErrorClass, code: EnvelopeCode? = nil)
    /// The quality-of-service system sent a verdict by itself.
    case verdictReported(domain: Int, OfflineSwitchDocument.Verdict)
    /// The network layer reports a call that succeeded.
    case callSucceeded
    /// An armed timer's time has come. The machine forgets it by this.
    case timerFired(SwitchTimer)
    /// The app went to the background. A no-op in the background.
    case enteredBackground
    /// The app came back. A no-op in the foreground.
    case returned
  }

  /// What a driver must do, or may record.
  package enum Effect: Hashable, Sendable {
    /// Send a probe.
    case startProbe(number: Int, isDeciding: Bool)
    /// Give up a probe; whatever it still answers is stale.
    case cancelProbe(number: Int)
    /// Ask about a domain.
    case ask(domain: Int, number: Int)
    /// Give up a question; whatever it still answers is stale.
    case cancelQuestion(domain: Int, number: Int)
    /// Store the mark so that it survives a crash, then say so. Marks are stored one after another.
    case storeMark(Bool, number: Int)
    /// Fire this timer so many nanoseconds from now; with jitter, after a time drawn evenly from zero to
    /// that. A timer is never armed twice without being disarmed or fired in between.
    case arm(SwitchTimer, nanoseconds: Int64, jitter: Bool)
    /// Forget this timer.
    case disarm(SwitchTimer)
    /// A cause began to hold. What begins and ends by one input is one change of state.
    case began(SwitchCause)
    /// A cause no longer holds.
    case ended(SwitchCause)
    /// A sign of a change opened a window.
    case windowOpened(Direction, nanoseconds: Int64, Sign)
    /// The deciding probe has spoken: whether the network is down.
    case decided(isDown: Bool)
    /// A probe ended in this way.
    case probeEnded(number: Int, ProbeEnd)
    /// Enough calls to the domain have failed for it to be asked about.
    case suspected(domain: Int)
    /// A question ended in this way.
    case questionEnded(domain: Int, number: Int, QuestionEnd)
    /// The suspicion is over without a fault.
    case cleared(domain: Int)
    /// The last verdict, or the suspicion, has outlived itself.
    case lapsed(domain: Int)
  }

  /// The device's route to the world.
  package enum Path: Hashable, Sendable {
    /// Nobody has said yet.
    case unknown
    /// There is none: no packet goes anywhere.
    case none
    case medium(OfflineSwitchDocument.Medium)
  }

  /// What an answer says about a domain.
  package enum Verdict: String, Hashable, Sendable {
    case faulty, fine
    /// There is no answer: it could not be asked.
    case unreachable
  }

  /// Where a window leads, if its probe says so.
  package enum Direction: String, Hashable, Sendable {
    case down, up
  }

  /// What opened a window.
  package enum Sign: String, Hashable, Sendable {
    case probe, path, call
    /// The app came back from the background.
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

/// Why the app, or a domain of it, is offline.
package enum SwitchCause: Hashable, Sendable {
  /// The user said so.
  case marked
  /// No server answers over this medium.
  case network(OfflineSwitchDocument.Medium)
  /// The domain's service is faulty, by the domain's index.
  case domain(Int)
}
