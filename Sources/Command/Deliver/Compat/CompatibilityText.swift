import LaunchFlowModel

/// What a new flow changes, as a person reads it.
struct CompatibilityText {
  private let comparison: FlowCompatibility
  private let isASCII: Bool

  init(_ comparison: FlowCompatibility, isASCII: Bool) {
    self.comparison = comparison
    self.isASCII = isASCII
  }

  var text: String {
    let marks = isASCII ? (bad: "NO", arrow: "->") : (bad: "✗", arrow: "→")
    var lines = [heading]
    lines += comparison.refusals.map { "\(marks.bad) \($0)" }
    lines += comparison.times.map { "  \($0.what): \(change($0, marks.arrow))" }
    lines += comparison.changes.map { "\($0.isAdded ? "+" : "-") \($0.what) \($0.name)" }
    lines += dropped.map { "- \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var heading: String {
    let verdict = comparison.refusals.isEmpty ? "can" : "cannot"
    return "\(comparison.old.name): the new flow \(verdict) replace the old one"
  }

  private var dropped: [String] {
    comparison.droppedPromises.map { promise in
      let text = PromiseText.text(comparison.old.promises[promise.number - 1])
      return "promise \(promise.number) \(text) is not made any more, "
        + (promise.isKept ? "but kept" : "and not proved")
    }
  }

  private func change(_ time: FlowCompatibility.Time, _ arrow: String) -> String {
    time.old == time.new
      ? "\(self.time(time.new)), as before" : "\(self.time(time.old)) \(arrow) \(self.time(time.new))"
  }

  private func time(_ time: Duration?) -> String { time?.documentText ?? "none" }
}
