import LaunchFlowMachine

extension Trace {
  /// The flow's title, or its name.
  package var title: String { ownTitle ?? flow }
}

extension Trace.Step {
  /// The step's title, or its name.
  package var title: String { ownTitle ?? name }
}

extension Trace.Landing {
  /// The page's title, or its name.
  package var title: String { ownTitle ?? page }
}
