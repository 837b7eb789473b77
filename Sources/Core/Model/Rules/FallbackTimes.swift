/// The fallbacks of a step begin one after another.
enum FallbackTimes: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for index in flow.steps.indices where !flow.steps[index].fallbackTimes.isEmpty {
      let path = flow.path(of: index)
      guard !flow.unread.contains(path / "useFallbackAfter"), !flow.unread.contains(path / "fallback") else {
        continue
      }
      check(flow.steps[index], path / "fallback", &report)
    }
  }

  private static func check(_ step: Flow.Step, _ path: JSONPointer, _ report: inout RuleReport) {
    var former = step.useFallbackAfter
    for place in step.fallback.indices {
      defer { if place > 0 { former = step.time(ofFallback: place) } }
      guard let after = step.time(ofFallback: place) else { continue }
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
