import LaunchFlowModel

// Times that an input gives.
extension FlowPlan {
  /// The plan of a run with these inputs, in file order: the times that they give are as if they were written out. It
  /// has the same steps, with the same numbers.
  package func given(_ inputs: [JSONValue]) -> FlowPlan {
    guard flow.hasTimeInputs else { return self }
    var times: [String: Duration] = [:]
    for (input, value) in zip(flow.inputs, inputs) { times[input.name] = input.time(of: value) }
    return given(times)
  }

  /// The plan of the runs in which inputs give these times.
  package func given(_ times: [String: Duration]) -> FlowPlan { FlowPlan(unchecked: flow.given(times)) }

  /// How long after it is armed a timer is due at the earliest, of all runs of the plan, if it is due after `length` at
  /// the latest. The app chooses before the run, so that the timers of one input are not free of one another; who
  /// takes them to be free takes more runs than there are.
  package func shortest(_ timer: FlowTimer, _ length: Int64) -> Int64 {
    guard !timeRanges.isEmpty, let range = timeRanges[timer.slot] else { return length }
    switch timer.kind {
    case .pollWake where steps[timer.owner].kind != .wait: return length
    case .retryWake: return range.shortest(ofGrown: length)
    case .pollWake, .useFallbackAfter, .attemptTimeout, .stepDeadline, .groupDeadline, .flowDeadline:
      return min(range.shortest, length)
    }
  }
}

/// The times that an input may give to a timer, in nanoseconds.
package struct TimeRange: Hashable, Sendable {
  package let shortest: Int64
  package let longest: Int64

  /// The ranges of a flow's timers, by slot.
  static func all(in flow: Flow, _ graph: StepGraph) -> [Int: TimeRange] {
    guard flow.hasTimeInputs else { return [:] }
    var byInput: [String: TimeRange] = [:]
    for input in flow.inputs where byInput[input.name] == nil {
      guard let shortest = input.minimum, let longest = input.maximum, shortest < longest else { continue }
      byInput[input.name] = TimeRange(shortest: shortest.nanoseconds, longest: longest.nanoseconds)
    }
    var ranges: [Int: TimeRange] = [:]
    for (index, step) in graph.steps.enumerated() {
      for (key, input) in step.timesFromInputs {
        guard let range = byInput[input] else { continue }
        ranges[timer(key, of: step, index).slot] = range
      }
    }
    return ranges
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

  /// The shortest wait that a retry's factor makes of this range, where it makes `length` of the longest one. A wait
  /// that the longest delay of the retry bounds may be even closer to it, so this is no longer than the shortest.
  fileprivate func shortest(ofGrown length: Int64) -> Int64 {
    guard length > 0, longest > 0 else { return 0 }
    let product = length.multipliedFullWidth(by: shortest)
    // One less, since each wait is rounded by itself.
    return max(0, longest.dividingFullWidth(product).quotient - 1)
  }
}
