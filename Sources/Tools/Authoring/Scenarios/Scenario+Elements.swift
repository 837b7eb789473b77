extension ScenariosFile<Scenario> {
  /// Gives each element of a repeated step an entry in place of the one for all of them, such as `feeds-*`. An
  /// element's own entry takes precedence.
  ///
  /// - Returns: A report of too many entries; nil if they are in their place.
  mutating func nameElements(of flow: Flow) -> Diagnostic? {
    let graph = flow.graph
    var entries = 0
    for index in scenarios.indices {
      scenarios[index].nameElements(graph)
      entries += scenarios[index].entryCount
      guard entries > Self.mostEntries else { continue }
      return Diagnostic(
        .badValue,
        "the scenarios have more than \(Self.mostEntries) entries, with one for each element of a step",
        at: Place(JSONPointer(tokens: ["scenarios"]), .key))
    }
    defaults.nameElements(graph)
    return nil
  }

  private static var mostEntries: Int { 1_000_000 }
}

extension Scenario {
  fileprivate var entryCount: Int {
    steps.count + classes.reduce(0) { $0 + $1.steps.count } + (expect?.steps.count ?? 0)
  }

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
