extension TraceSummary {
  /// The critical path, found from the landing back to the start and then reversed.
  func foundCriticalPath() -> [Int] {
    var path: [Int] = []
    var seen = Array(repeating: false, count: steps.count)
    var current = landedBy
    // A faulty trace may contain circles or unknown steps.
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

  /// The last step that a step waited for; for a member that waited only for its group, the last one that the group
  /// waited for.
  private func releaser(of step: Int) -> Int? {
    var step = step
    // A group comes before its members, so the indices decrease and the loop ends.
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

  /// The last event that a step waited for, or would have waited for if it never started.
  private func release(of step: Int) -> Cause? {
    if steps[step].start != nil { return steps[step].startCause }
    switch steps[step].settlement?.reason {
    case .need(let need, _): return .step(need)
    case .group: return trace.steps[step].group.map(Cause.group)
    case .condition, nil: return steps[step].endCause
    }
  }
}
