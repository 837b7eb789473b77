/// The steps of a run that its pictures show: all of them, or those of a very large run that say most.
struct DrawnSteps {
  /// In the trace's order.
  let steps: [Int]
  /// The number of steps that are left out, in words; nil for none.
  let rest: String?

  /// Each row of a page has about a thousand bytes.
  static let most = 2_000

  init(_ summary: TraceSummary) {
    let trace = summary.trace
    let notable = trace.steps.indices.filter { summary.steps[$0].isNotable }
    var drawn: Set<Int> = []
    for step in summary.criticalPath + notable + trace.steps.indices where drawn.count < Self.most {
      var place: Int? = step
      // A row without its groups would have no place in the picture.
      while let step = place, drawn.insert(step).inserted { place = trace.group(of: step) }
    }
    steps = drawn.sorted()
    let left = trace.steps.count - steps.count
    rest =
      left == 0
      ? nil
      : "\(Sentence.count(left, "step")) \(left == 1 ? "is" : "are") not drawn; "
        + "the critical path and failed or late steps come first"
  }
}

extension TraceSummary.Step {
  /// Whether it failed, timed out, or worked on after its end.
  fileprivate var isNotable: Bool {
    settlement?.status == .failed || settlement?.status == .timedOut || lateEnd != nil
      || attempts.contains { $0.lateSince != nil || $0.isAbandoned }
  }
}
