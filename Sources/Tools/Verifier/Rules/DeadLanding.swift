import LaunchFlowMachine
import LaunchFlowModel

/// Requires that some run lands by each landing rule. The last rule is exempt if it is unconditional: a flow
/// may never need it.
enum DeadLanding: ProvedRule {
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    let landings = flow.flow.landings
    let unconditional = landings.firstIndex { $0.when == nil } ?? landings.count
    let places = PartPlaces(flow, flow.unreachable)
    return flow.unreachable.compactMap { part in
      guard case .rule(let rule, let page) = part, let place = places.place(of: part) else { return nil }
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
    }
  }
}
