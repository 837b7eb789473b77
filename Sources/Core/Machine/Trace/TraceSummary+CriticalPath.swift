import LaunchFlowModel

extension TraceReader {
  /// From the landing back to the start, then turned round.
  func criticalPath() -> [Int] {
    var path: [Int] = []
    var seen = Array(repeating: false, count: steps.count)
    var current = landedBy
    // A trace that no machine has written may go in circles, or name steps that do not exist.
    while let step = current, steps.indices.contains(step), !seen[step] {
      seen[step] = true
      let isSkipped = steps[step].settlement?.status == .skipped
      if trace.steps[step].kind == .group, !isSkipped, let member = steps[step].endCause?.step {
        current = member
        continue
      }
      if trace.steps[step].kind != .group, !isSkipped { path.append(step) }
      current = releaser(of: step)
    }
    return path.reversed()
  }

  /// The step that a step waited for last; for a member that waited only for its group, what the group
  /// waited for.
  func releaser(of step: Int) -> Int? {
    var step = step
    // A group comes before its members, so the indices fall and the loop ends.
    while true {
      switch release(of: step) {
      case .step(let other), .lane(let other): return steps.indices.contains(other) ? other : nil
      case .group(let group):
        guard group >= 0, group < step else { return nil }
        step = group
      case .landing, .softDeadline, .deadline, .flowDeadline, .cancellation, nil: return nil
      }
    }
  }

  /// What a step waited for last; of one that never started, what it would have waited for.
  private func release(of step: Int) -> Cause? {
    if steps[step].start != nil { return steps[step].startCause }
    switch steps[step].settlement?.reason {
    case .need(let need, _): return .step(need)
    case .group: return trace.steps[step].group.map(Cause.group)
    case .condition, nil: return steps[step].endCause
    }
  }
}
