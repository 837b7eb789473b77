extension Flow {
  /// The flow as a file's JSON, in the format's order of keys. Reading it gives the same flow.
  package var json: JSONValue { Visitor.json(of: ownParts) }

  /// The flow without the parts that come from other files.
  private var ownParts: Flow {
    guard !inclusions.isEmpty else { return self }
    var own = self
    own.steps.removeAll { $0.includer != nil }
    own.caches.removeAll { cache in inclusions.contains { $0.caches.contains(cache.name) } }
    own.services.removeAll { service in inclusions.contains { $0.services.contains(service.name) } }
    own.lanes.removeAll { lane in inclusions.contains { $0.lanes.contains(lane.name) } }
    own.environments.removeAll { name in inclusions.contains { $0.environments.contains(name) } }
    return own
  }
}
