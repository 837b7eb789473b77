extension Flow {
  /// The result of a check without errors, which a flow carries with it, so that a read flow is not checked again when it
  /// is compiled. It is no part of what the flow says: all inspections are equal.
  struct Inspection: Equatable, Sendable {
    private final class Finding: Sendable {
      let flow: Flow
      let graph: StepGraph

      init(_ flow: Flow, _ graph: StepGraph) {
        self.flow = flow
        self.graph = graph
      }
    }

    private let finding: Finding?

    /// The flow has not been checked.
    init() {
      finding = nil
    }

    /// A flow has no errors.
    ///
    /// - Parameter graph: Its steps.
    init(_ flow: Flow, _ graph: StepGraph) {
      var flow = flow
      flow.inspection = Inspection()
      finding = Finding(flow, graph)
    }

    /// The graph of a flow that has no errors; nil if it was changed since it was checked. Takes no time for an unchanged
    /// flow, whose lists have the same storage.
    func graph(of flow: Flow) -> StepGraph? {
      guard let finding, finding.flow == flow else { return nil }
      return finding.graph
    }

    static func == (_: Inspection, _: Inspection) -> Bool { true }
  }
}
