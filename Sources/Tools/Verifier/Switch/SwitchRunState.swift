import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// A run of a switch at some moment, without its times.
struct SwitchRunState: Hashable, Sendable {
  /// What is pending beside the timers.
  enum Answer: Hashable, Sendable {
    case probe(isGood: Bool)
    case verdict(domain: Int, SwitchMachine.Verdict)
    case markStored(Bool)
  }

  /// How far a fault is that begins at any time of a window.
  enum Stage: Hashable, Sendable {
    case ahead
    /// The world is as it will be; what else happens at this instant comes before the fault.
    case beginning
    /// It has begun, and its detection counts from here. Nothing more comes of it.
    case begun
  }

  /// A timer, an answer under way, or a fault.
  enum Pending: Hashable, Sendable {
    case timer(SwitchTimer)
    case answer(Answer)
    case fault(window: Int, Stage)

    /// Whether it has its time already.
    var isOver: Bool { if case .fault(_, .begun) = self { true } else { false } }
  }

  /// What a transition asks of the times.
  enum Order: Hashable, Sendable {
    /// Something becomes pending, later by this than the event; and no later than a time of the run.
    case add(Pending, ClosedRange<Int64>, latest: Int64)
    case remove(slot: Int)
    /// The event itself comes no earlier than a time of the run.
    case notBefore(Int64)
    /// What was added last comes before what is pending in a slot.
    case before(slot: Int)
    /// What is pending in a slot comes no later than this after the event.
    case soon(slot: Int, within: Int64)
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
