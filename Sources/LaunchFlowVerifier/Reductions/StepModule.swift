import LaunchFlowMachine

/// Steps of a flow that one step of a smaller flow stands for, and how they can do what it does.
indirect enum StepModule {
  case step(Int)
  /// One after another: the second starts when the first is available.
  case series(StepModule, StepModule)
  /// Side by side: all must be available.
  case parallel(StepModule, StepModule)

  /// How a step ends: with a value or without, so long after its start.
  struct End {
    var isAvailable: Bool
    var after: Int64
  }

  /// The ends of its steps by which it ends as asked, each as late as fits.
  ///
  /// - Parameter limits: By step: how long it can take.
  func ends(_ end: End, limits: [Int64]) -> [(step: Int, end: End)] {
    switch self {
    case .step(let step):
      return [(step, End(isAvailable: end.isAvailable, after: min(end.after, limits[step])))]
    case .series(let first, let second):
      let before = min(end.after, first.limit(limits))
      let firstEnds = first.ends(End(isAvailable: true, after: before), limits: limits)
      let rest = End(isAvailable: end.isAvailable, after: end.after - before)
      return firstEnds + second.ends(rest, limits: limits)
    case .parallel(let first, let second):
      // The one that can be late enough decides; the other is done before.
      let isFirst = first.limit(limits) >= end.after
      let other = End(isAvailable: true, after: min(end.after, (isFirst ? second : first).limit(limits)))
      return first.ends(isFirst ? end : other, limits: limits)
        + second.ends(isFirst ? other : end, limits: limits)
    }
  }

  func limit(_ limits: [Int64]) -> Int64 {
    switch self {
    case .step(let step): limits[step]
    case .series(let first, let second): first.limit(limits).plus(second.limit(limits))
    case .parallel(let first, let second): max(first.limit(limits), second.limit(limits))
    }
  }
}
