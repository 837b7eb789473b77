extension StepGraph {
  /// What is certain when a step starts, by step.
  struct Past {
    /// The steps that it needs, directly or through others. It needs what its groups need.
    var isNeeded: [Bool]
    /// The steps that have settled. Only a step that is needed is sure to have run after what it waited for.
    var hasSettled: [Bool]
  }

  /// What is certain when a step starts. Takes time linear in steps and waits.
  func past(of step: Int) -> Past {
    let none = [Bool](repeating: false, count: steps.count)
    var past = Past(isNeeded: none, hasSettled: none)
    var isSeen = none
    isSeen[step] = true
    var open = [step]
    while let current = open.popLast() {
      for target in afters(of: current) { past.hasSettled[Int(target)] = true }
      for target in needs(of: current) { past.isNeeded[Int(target)] = true }
      for next in needs(of: current).map(Int.init) + (parents[current].map { [$0] } ?? []) where !isSeen[next]
      {
        isSeen[next] = true
        open.append(next)
      }
    }
    for target in steps.indices where past.isNeeded[target] { past.hasSettled[target] = true }
    return past
  }
}
