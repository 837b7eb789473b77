import LaunchFlowMachine
import LaunchFlowModel

/// A run of a switch at some moment, without its times.
struct SwitchRunState: Hashable, Sendable {
  /// What is pending beside the timers.
  enum Answer: Hashable, Sendable {
    case probe(isGood: Bool)
    case verdict(domain: Int, SwitchMachine.Verdict)
    case markStored(Bool)
  }

  /// A timer, or an answer under way.
  enum Pending: Hashable, Sendable {
    case timer(SwitchTimer)
    case answer(Answer)
  }

  /// What a transition asks of the times.
  enum Order: Hashable, Sendable {
    /// Something becomes pending, later by this than the event; and no later than a time of the run.
    case add(Pending, ClosedRange<Int64>, latest: Int64)
    case remove(slot: Int)
    /// The event itself comes no earlier than a time of the run.
    case notBefore(Int64)
    /// A request is sent. Its answer is the last thing that was added, or there is none.
    case sent(domain: Int?, isLost: Bool)
  }

  var machine: SwitchMachine
  var isRunning = false
  var isInBackground = false
  /// What is on disk.
  var storedMark = false
  var watch = SwitchWatch()
  /// By slot: what is pending there.
  var pending: [Int: Pending] = [:]
}
