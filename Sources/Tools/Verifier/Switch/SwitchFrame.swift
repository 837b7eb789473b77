import LaunchFlowSimulator
import LaunchFlowSwitch

/// A run of a switch between two events, with bounds on the times of its events.
struct SwitchFrame<Times: TimeBounds> {
  var state: SwitchRunState
  var counts = SwitchWatch.Counts()
  var times: Times
  /// By slot: the variable of its pending event.
  var variables: [Int: Int] = [:]
}

/// A run of a switch without its times.
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

  var run: SwitchRun
  var watch = SwitchWatch()
  /// By slot: its pending event.
  var pending: [Int: Pending] = [:]
}

/// Bounds on the differences between the times of events. Variable 0 is the start of the run.
protocol TimeBounds {
  /// Adds an event that comes after another one by a delay, and returns its variable.
  mutating func add(after other: Int, _ delay: ClosedRange<Int64>) -> Int
  /// Requires that an event is later than another by at most a bound; false if that contradicts the other bounds.
  mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) -> Bool
}

extension Zone: TimeBounds {}

/// The bounds of one run, which keep the variables of past events.
extension TimeConstraints: TimeBounds {
  mutating func add(after other: Int, _ delay: ClosedRange<Int64>) -> Int {
    addEvent()
    require(count - 1, after: other, atMost: delay.upperBound)
    require(count - 1, after: other, atLeast: delay.lowerBound)
    return count - 1
  }

  mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) -> Bool {
    require(later, after: earlier, atMost: min(bound, Zone.longest))
    return true
  }
}
