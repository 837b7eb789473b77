extension Flow {
  /// The flow as a file in the canonical layout, without `like`, `include` and `defaults`: each part contains
  /// the inherited values itself. From other files, the used parts are included.
  package var resolvedText: [UInt8] {
    JSONLayout.text(of: .object(JSONObject(Visitor.members(of: resolved))))
  }

  private var resolved: Flow {
    var flow = self
    flow.services = resolvedServices()
    flow.steps = steps.map(resolved)
    flow.inclusions = []
    flow.defaults = Defaults()
    let uses = FlowUses(FlowIndex(flow))
    var spare = Set(services.compactMap(\.like))
    for inclusion in inclusions { spare.formUnion(inclusion.services.union(inclusion.caches)) }
    flow.services.removeAll { spare.contains($0.name) && !uses.services.contains($0.name) }
    let failures = flow.services.flatMap(\.failures) + flow.graph.steps.flatMap(\.failures)
    let cleared = Set(failures.compactMap(\.clears))
    flow.caches.removeAll {
      spare.contains($0.name) && uses.cacheReads[$0.name] == nil && uses.cacheStores[$0.name] == nil
        && cleared.isDisjoint(with: [$0.name, $0.scope ?? $0.name])
    }
    return flow
  }

  private func resolved(_ step: Step) -> Step {
    var step = completed(step)
    if defaults.afterLanding == .continue { step.afterLanding = step.afterLanding ?? .continue }
    return step
  }
}
