import LaunchFlowMachine

/// The steps that no run starts, each with its reasons.
extension ProvedFlow {
  /// The diagnostic for a dead step; nil for a member of a dead group.
  func deadStep(_ step: Int) -> Diagnostic? {
    let group = Int(plan.steps[step].group)
    guard group < 0 || !unreachable.contains(.step(plan.stepNames[group])) else { return nil }
    let missed = missedStarts[step]
    let name = plan.stepNames[step]
    var reasons: [String] = []
    var advice: String?
    var notes: [Diagnostic.Note] = []
    if missed.hasFalseCondition {
      reasons.append("its \"when\" never holds")
      advice = "change its \"when\", or remove the step"
    }
    if missed.need >= 0 {
      let need = plan.stepNames[Int(missed.need)]
      reasons.append("\"\(need)\", which it needs, is not available")
      // Its needs are available in the runs that land before its start.
      if missed.rule < 0 {
        advice =
          advice ?? "if it can do without \"\(need)\", name that step in \"after\" instead of \"needs\""
      }
    }
    if missed.rule >= 0 {
      let page = plan.pages[Int(plan.rules[Int(missed.rule)].page)]
      reasons.append("the run lands on \"\(page)\" first")
      advice =
        advice
        ?? "add \"after\": [\"\(name)\"] to this landing rule, or let the step run later with \"afterLanding\": \"continue\""
      notes.append(
        Diagnostic.Note(
          "the rule that lands first", at: Place(JSONPointer(tokens: ["landings", String(missed.rule)]))))
    }
    if missed.isTimedOut {
      reasons.append("a deadline passes first")
      advice = advice ?? "allow more time, or shorten the time-outs of the steps before it"
    }
    let reason = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", or ")
    return Diagnostic(
      .deadPart, "\"\(name)\" never starts in any run\(reason)", at: Place(path(of: name), .key),
      advice: advice ?? "check its \"when\" and the steps that it needs", notes: notes)
  }
}
