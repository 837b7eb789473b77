extension FlowRules {
  /// The fallbacks of a step begin one after another.
  func badFallbackTimes() {
    for index in flow.steps.indices where flow.steps[index].fallback.contains(where: { $0.after != nil }) {
      let path = flow.path(of: index)
      guard !flow.unread.contains(path / "useFallbackAfter"), !flow.unread.contains(path / "fallback") else {
        continue
      }
      check(flow.steps[index], path / "fallback")
    }
  }

  private func check(_ step: Flow.Step, _ path: JSONPointer) {
    var former = step.useFallbackAfter
    for (place, fallback) in step.fallback.enumerated() {
      defer { if place > 0 { former = fallback.after } }
      guard let after = fallback.after else { continue }
      let path = path / place / "after"
      if place == 0 {
        report.add(
          "the first fallback begins at \"useFallbackAfter\", not at a time of its own", at: path, .key)
      } else if step.useFallbackAfter == nil {
        report.add(
          "\"after\" needs \"useFallbackAfter\", which is the time of the first fallback", at: path, .key)
      } else if step.timeInputs.useFallbackAfter != nil {
        report.add("\"after\" does not go with a \"useFallbackAfter\" that an input gives", at: path, .key)
      } else if step.hasRemoteFallback, !step.hedges {
        report.add(
          "\"after\" needs \"hedge\": true, since without it no fallback begins beside the step's own request",
          at: path, .key)
      } else if let former {
        guard after <= former else { continue }
        report.add(
          "\"after\" must be later than the time of the fallback before it, \(former.documentText)", at: path)
      } else {
        report.add(
          "\"after\" needs an \"after\" of the fallback before it, which has no time of its own", at: path,
          .key)
      }
    }
  }
}
