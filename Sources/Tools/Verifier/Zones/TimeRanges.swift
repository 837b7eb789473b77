/// The times that inputs may give to the timers of a plan.
struct TimeRanges {
  /// In nanoseconds.
  private struct Range {
    let shortest: Int64
    let longest: Int64

    /// The shortest wait of a retry with a factor, whose longest wait is `length`. The retry's longest delay may bring
    /// both closer together, so this is a lower bound.
    func shortest(ofGrown length: Int64) -> Int64 {
      guard length > 0, longest > 0 else { return 0 }
      let product = length.multipliedFullWidth(by: shortest)
      // One less, since each wait is rounded by itself.
      return max(0, longest.dividingFullWidth(product).quotient - 1)
    }
  }

  /// By slot: the timers whose lengths an input gives.
  private var ranges: [Int: Range] = [:]
  private let steps: [PlannedStep]

  init(_ plan: FlowPlan) {
    steps = plan.steps
    guard plan.flow.hasTimeInputs else { return }
    var byInput: [String: Range] = [:]
    for input in plan.flow.inputs where byInput[input.name] == nil {
      guard let shortest = input.minimum, let longest = input.maximum, shortest < longest else { continue }
      byInput[input.name] = Range(shortest: shortest.nanoseconds, longest: longest.nanoseconds)
    }
    for (index, step) in plan.documents.enumerated() {
      for given in step.timesFromInputs {
        guard let range = byInput[given.input] else { continue }
        ranges[Self.timer(given.key, of: step, index).slot] = range
      }
    }
  }

  /// Whether all times are written out.
  var isEmpty: Bool { ranges.isEmpty }

  /// How long after its arming a timer is due at the earliest, over all runs of the plan, if it is due after `length`
  /// at the latest. The app chooses an input's time before the run, so the timers of one input depend on each other.
  /// A caller that treats them as independent includes runs that are impossible.
  func shortest(_ timer: FlowTimer, _ length: Int64) -> Int64 {
    guard !ranges.isEmpty, let range = ranges[timer.slot] else { return length }
    switch timer.kind {
    case .pollWake where steps[timer.owner].kind != .wait: return length
    case .retryWake: return range.shortest(ofGrown: length)
    case .pollWake, .useFallbackAfter, .attemptTimeout, .stepDeadline, .groupDeadline, .flowDeadline:
      return min(range.shortest, length)
    }
  }

  private static func timer(_ key: Flow.Step.TimeKey, of step: Flow.Step, _ index: Int) -> FlowTimer {
    switch key {
    case .timeout: FlowTimer(step.awaited == nil ? .attemptTimeout : .pollWake, of: index)
    case .deadline: FlowTimer(step.members == nil ? .stepDeadline : .groupDeadline, of: index)
    case .useFallbackAfter: FlowTimer(.useFallbackAfter, of: index)
    case .wait: FlowTimer(.pollWake, of: index)
    case .retryDelay: FlowTimer(.retryWake, of: index)
    }
  }
}
