extension Trace {
  /// By group: the direct members, in file order.
  package var members: [[Int]] {
    var members: [[Int]] = Array(repeating: [], count: steps.count)
    for step in steps.indices {
      if let group = group(of: step) { members[group].append(step) }
    }
    return members
  }

  /// The group of a step. A group has a lower index than its members. Other groups in a faulty trace are ignored, so
  /// that a walk from a step to its outermost group ends.
  package func group(of step: Int) -> Int? {
    guard let group = steps[step].group, (0..<step).contains(group) else { return nil }
    return group
  }
}
