/// The rules of `check` that depend on the runs of a flow.
package enum ProvedRules {
  package static let codes: Set<DiagnosticCode> = [
    .landsAtOnce, .deadlineBinds, .deadLanding, .deadPart,
  ]

  /// The diagnostics of a flow without errors. Their places have paths only.
  package static func diagnostics(of flow: Flow) -> [Diagnostic] {
    let proved = ProvedFlow(flow, FlowPlan(unchecked: flow))
    return [landsAtOnce(proved), deadlineBinds(proved)].compactMap(\.self) + deadParts(proved)
  }

  /// Requires that some run waits before it lands, unless the flow has nothing to wait for.
  private static func landsAtOnce(_ flow: ProvedFlow) -> Diagnostic? {
    // The last remote step that the landing ends or prevents from starting.
    let cut = flow.plan.steps.indices.last { index in
      let step = flow.plan.steps[index]
      return !step.isTail && !step.continues && (step.kind == .http || step.kind == .action)
    }
    guard flow.landsAtOnce, let cut else { return nil }
    let name = flow.plan.stepNames[cut]
    return Diagnostic(
      .landsAtOnce, "every run lands at 0s, so no run waits for \"\(name)\"",
      at: Place(JSONPointer(tokens: ["landings"]), .key),
      advice: "make the landing wait with \"after\": [\"\(name)\"], or let the step continue after it with "
        + "\"afterLanding\": \"continue\"")
  }

  /// Requires that the longest way to the landing fits into the flow's deadline.
  private static func deadlineBinds(_ flow: ProvedFlow) -> Diagnostic? {
    let bound = flow.bound
    // The longest way may be impossible. If all runs are known, they decide.
    guard bound.withoutDeadline > flow.plan.deadline, flow.latest ?? .max >= flow.plan.deadline else {
      return nil
    }
    let deadline = Duration.nanoseconds(flow.plan.deadline).documentText
    let last = bound.lastStep.map { ", up to \"\($0)\"," } ?? ""
    let total =
      bound.withoutDeadline == .max
      ? "longer than can be counted" : Duration.nanoseconds(bound.withoutDeadline).documentText
    return Diagnostic(
      .deadlineBinds,
      "the steps before the landing\(last) may take \(total), but the deadline is \(deadline)",
      at: Place(JSONPointer(tokens: ["deadline"])),
      advice: flow.plan.deadline == 0
        ? "give the launch time, such as \"deadline\": \"10s\""
        : "shorten the time-outs on the way to it, or give fallbacks early with \"useFallbackAfter\"; a step that is "
          + "open at the deadline takes a cached or constant fallback, or is timed-out")
  }

  /// Requires that some run reaches each landing rule, step, result, fallback and attempt.
  private static func deadParts(_ flow: ProvedFlow) -> [Diagnostic] {
    let landings = flow.flow.landings
    let unconditional = landings.firstIndex { $0.when == nil } ?? landings.count
    return flow.places(of: flow.unreachable).compactMap { part, place in
      switch part {
      case .page: return nil
      case .rule(let rule, let page):
        var diagnostic = Diagnostic(
          .deadLanding, "no run lands on \"\(page)\" by this rule", at: place,
          advice: "remove it, or move it before the rule that takes its runs")
        if unconditional < rule {
          diagnostic.notes = [
            Diagnostic.Note(
              "this rule has no \"when\", so no run gets past it",
              at: Place(JSONPointer(tokens: ["landings", String(unconditional)])))
          ]
        }
        return diagnostic
      case .step(let name):
        // If every run lands at once, or the step's group never starts, that finding alone is enough.
        let group = flow.plan.index(of: name).map { Int(flow.plan.steps[$0].group) } ?? -1
        let isExplained = group >= 0 && flow.unreachable.contains(.step(flow.plan.stepNames[group]))
        guard !flow.landsAtOnce, !isExplained else { return nil }
        return Diagnostic(
          .deadPart, "\"\(name)\" never starts in any run", at: place,
          advice:
            "if the launch lands first, add it to the \"after\" of the landing rule, or let it run later "
            + "with \"afterLanding\": \"continue\"; otherwise check its \"when\" and the steps that it needs")
      case .result(let step, let name):
        return Diagnostic(.deadPart, "no run reaches \"\(name)\" of \"\(step)\"", at: place)
      case .fallback(let step, _):
        return Diagnostic(
          .deadPart, "no run uses this fallback of \"\(step)\"", at: place,
          advice: "an earlier fallback always succeeds, or the step never fails")
      case .retry(let step, let number):
        return Diagnostic(
          .deadPart, "no run reaches attempt \(number) of \"\(step)\"", at: place,
          advice: "reduce \"attempts\", or allow more time")
      }
    }
  }
}
