import LaunchFlowModel

extension Flow {
  /// The features that the encoding leaves out; a flow that has one cannot be encoded.
  var leftOut: [String] {
    let graph = self.graph
    var found: [String] = []
    func note(_ feature: String) {
      if !found.contains(feature) { found.append(feature) }
    }
    for (index, step) in graph.steps.enumerated() {
      if step.members != nil, step.poll != nil { note("polled groups") }
      if !step.outcomes.isEmpty { note("results of groups") }
      if step.poll?.factor ?? 1 != 1 { note("polls with growing waits") }
      if step.lane != nil, step.useFallbackAfter != nil, graph.parents[index] != nil {
        note("late work on a lane within a group")
      }
    }
    if inputs.contains(where: { $0.kind == .duration }) { note("times that inputs give") }
    if caches.contains(where: { CacheContents($0.name, graph).isTooLarge }) {
      note("caches with very many contents")
    }
    for case .within(_, let page?) in promises where landings.count(where: { $0.page == page }) > 1 {
      note("promises about a page with several rules")
    }
    return found
  }
}
