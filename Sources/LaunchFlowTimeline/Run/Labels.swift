import LaunchFlowMachine

/// What pictures call flows, steps and pages. Every name that is drawn comes from here.
extension Trace {
  var label: String { flow }

  func label(ofStep step: Int) -> String { steps.indices.contains(step) ? steps[step].name : "a step" }

  /// A step's name in the flow's file, for exports.
  func name(ofStep step: Int) -> String { steps.indices.contains(step) ? steps[step].name : "a step" }

  func label(ofPage page: String) -> String { page }
}
