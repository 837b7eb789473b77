import LaunchFlowSimulator
import LaunchFlowSwitch

/// A run of a switch in a search, without its times.
struct SwitchRunState: Hashable, Sendable {
  /// The stage of a fault that begins at any time of a window.
  enum Stage: Hashable, Sendable {
    case ahead
    /// The world has the fault already; other events of this instant come before the fault.
    case beginning
    /// The fault has begun, and its detection time counts from here. It causes no more events.
    case begun
  }

  enum Pending: Hashable, Sendable {
    case timer(SwitchTimer)
    case answer(SwitchRun.Answer)
    case fault(window: Int, Stage)

    /// Whether its time is already fixed.
    var isOver: Bool { if case .fault(_, .begun) = self { true } else { false } }
  }

  /// A transition's constraint on the times.
  enum Order: Hashable, Sendable {
    /// Something becomes pending, this long after the event; and no later than a time of the run.
    case add(Pending, ClosedRange<Int64>, latest: Int64)
    case remove(slot: Int)
    /// The event itself comes no earlier than a time of the run.
    case notBefore(Int64)
    /// The last added event comes before the one pending in a slot.
    case before(slot: Int)
    /// The event pending in a slot comes within this time after the event.
    case soon(slot: Int, within: Int64)
    /// A request is sent. Its answer is the last added event, or is missing.
    case sent(domain: Int?, isLost: Bool)
  }

  var run: SwitchRun
  var watch = SwitchWatch()
  /// By slot: its pending event.
  var pending: [Int: Pending] = [:]
}
