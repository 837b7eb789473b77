import LaunchFlowModel

extension ScenariosFile<Scenario> {
  /// Gives each element of a repeated step an entry in place of the one for all of them, such as `feeds-*`. An
  /// element's own entry takes precedence.
  mutating func nameElements(of flow: Flow) {
    let graph = StepGraph(flow)
    defaults.nameElements(graph)
    for index in scenarios.indices { scenarios[index].nameElements(graph) }
  }
}

extension Scenario {
  /// Gives each element of a repeated step an entry in place of the one for all of them.
  package mutating func nameElements(_ graph: StepGraph) {
    steps = steps.namingElements(graph)
    for index in classes.indices { classes[index].steps = classes[index].steps.namingElements(graph) }
    guard let expected = expect?.steps else { return }
    let named = expected.filter { graph.elements(matching: $0.step) == nil }
    let elements = expected.flatMap { entry in
      (graph.elements(matching: entry.step) ?? []).map { name in
        var own = entry
        own.step = name
        return own
      }
    }
    expect?.steps = Self.overlay(named, on: elements, key: \.step)
  }
}

extension [Scenario.StepBehaviours] {
  fileprivate func namingElements(_ graph: StepGraph) -> Self {
    let elements = flatMap { entry in
      let suffix = entry.fallbacksOwner == nil ? "" : Scenario.StepBehaviours.fallbackSuffix
      return (graph.elements(matching: entry.fallbacksOwner ?? entry.step) ?? []).map { name in
        var own = entry
        (own.step, own.pattern) = (name + suffix, entry.step)
        return own
      }
    }
    guard !elements.isEmpty else { return self }
    let named = filter { graph.elements(matching: $0.fallbacksOwner ?? $0.step) == nil }
    return Scenario.overlay(named, on: elements, key: \.step)
  }
}
