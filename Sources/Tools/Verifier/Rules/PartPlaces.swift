import LaunchFlowMachine
import LaunchFlowModel

/// The places in a flow's file that declare its unreached parts; nil for parts declared elsewhere.
struct PartPlaces {
  private let flow: ProvedFlow
  /// By step with an unreached result: the names that it declares itself.
  private let names: [String: DeclaredNames]

  /// The names that a step itself declares. A service's table of failures is shared by all its steps.
  private struct DeclaredNames {
    let results: Set<String>
    let failures: Set<String>

    init(_ step: Flow.Step) {
      results = Set(step.results.map(\.name) + step.outcomes.map(\.name))
      failures = Set(step.failures.map(\.name))
    }
  }

  init(_ flow: ProvedFlow, _ parts: [Verification.Unreachable]) {
    self.flow = flow
    var names: [String: DeclaredNames] = [:]
    for case .result(let step, _) in parts where names[step] == nil {
      if let index = flow.plan.index(of: step) { names[step] = DeclaredNames(flow.plan.documents[index]) }
    }
    self.names = names
  }

  /// The place of a part; nil for a page (its rules have places), for the last rule (a safety net), and for
  /// the names of a service.
  func place(of part: Verification.Unreachable) -> Place? {
    switch part {
    case .page: return nil
    case .rule(let rule, _):
      let landings = flow.flow.landings
      if rule == landings.count - 1, landings[rule].when == nil, landings[rule].after.isEmpty { return nil }
      return Place(JSONPointer(tokens: ["landings", String(rule)]))
    case .step(let name): return Place(flow.path(of: name), .key)
    case .result(let step, let name):
      guard let declared = names[step] else { return nil }
      let isResult = declared.results.contains(name)
      guard isResult || declared.failures.contains(name) else { return nil }
      return Place(flow.path(of: step) / (isResult ? "results" : "failures") / name, .key)
    case .fallback(let step, let place): return Place(flow.path(of: step) / "fallback" / place)
    case .retry(let step, _): return Place(flow.path(of: step) / "retry" / "attempts")
    }
  }
}
