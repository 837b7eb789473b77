/// A result's or failure's name is asked for somewhere. A failure also counts where it keeps retries and
/// fallbacks from hiding it, or a notice from having nothing to tell.
enum UnusedOutcome: Warning {
  static let code = DiagnosticCode.unusedOutcome

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() {
      let step = entry.step
      for name in step.results.map(\.name) + step.outcomes.map(\.name)
      where !uses.asked[index].contains(name) && step.poll?.until.contains(name) != true {
        report.add(
          "nothing asks whether \"\(step.name)\" is \"\(name)\"",
          at: flow.path(of: index) / "results" / name, .key, hint: hint(step.name, name))
      }
      guard step.retry == nil, step.fallback.isEmpty, !uses.noticed.contains(index) else { continue }
      for failure in step.failures where !uses.asked[index].contains(failure.name) {
        report.add(
          "nothing asks whether \"\(step.name)\" is \"\(failure.name)\"",
          at: flow.path(of: index) / "failures" / failure.name, .key, hint: hint(step.name, failure.name))
      }
    }
  }

  private static func hint(_ step: String, _ word: String) -> String {
    "ask { \"\(step)\": \"\(word)\" } in a \"when\", or take it out; if the app reads it, say so under \"ignore\""
  }
}
