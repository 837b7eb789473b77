// The requirements of a flow on its app.
extension FlowEngine {
  /// Reports the actions that a flow calls and that the app has not registered.
  static func check(_ graph: StepGraph, _ actions: FlowActions) throws(InvalidDocument) {
    var missing: [Diagnostic] = []
    var named: Set<String> = []
    for index in graph.steps.indices {
      // Most steps call one action. A list of it would take longer than all else.
      if graph.steps[index].fallback.isEmpty, case .action(let action) = graph.steps[index].work,
        actions.number(of: action.name) != nil
      {
        continue
      }
      for call in graph.steps[index].actions where actions.number(of: call.action.name) == nil {
        guard named.insert(call.action.name).inserted else { continue }
        missing.append(
          Diagnostic(
            .unknownName, "the app has not registered the action \"\(call.action.name)\"",
            at: Place(call.tokens.reduce(graph.path(of: index)) { $0 / $1 } / "action")))
      }
    }
    guard missing.isEmpty else { throw InvalidDocument(diagnostics: missing) }
  }

  /// Reports the pages of a flow that the app does not have.
  static func check(_ flow: Flow, pages: Set<String>) throws(InvalidDocument) {
    let unknown = flow.pages.enumerated().filter { !pages.contains($0.element.name) }
    guard !unknown.isEmpty else { return }
    throw InvalidDocument(
      diagnostics: unknown.map { position, page in
        Diagnostic(
          .unknownName, "the app has no page \"\(page.name)\"",
          at: Place(JSONPointer(tokens: ["pages", String(position)])))
      })
  }
}
