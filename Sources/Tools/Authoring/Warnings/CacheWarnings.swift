extension FlowWarnings {
  /// Warns of a cache that is read but never filled: it is always empty.
  func cacheNeverStored() {
    for cache in flow.flow.caches where uses.cacheStores[cache.name] == nil {
      guard let read = uses.cacheReads[cache.name] else { continue }
      report.add(
        "the cache \"\(cache.name)\" is read but never filled",
        at: cache.path,
        .key,
        notes: [Diagnostic.Note("it is read here", at: Place(read))])
    }
  }

  func cacheNeverRead() {
    for cache in flow.flow.caches where uses.cacheReads[cache.name] == nil {
      guard let step = uses.cacheStores[cache.name]?.first else { continue }
      report.add(
        "the cache \"\(cache.name)\" is filled but never read",
        at: cache.path,
        .key,
        advice: "add \"fallback\": [{ \"cache\": \"\(cache.name)\" }] to \"\(flow.steps[step].name)\"; "
          + "if another flow or the app reads it, add \"ignore\": { \"LF028\": \"the app reads it\" } to the cache",
        notes: [Diagnostic.Note("it is filled here", at: Place(flow.path(of: step) / "store"))])
    }
  }

  /// Words in a cache's name that suggest a person's data.
  private static let personal: Set<String> = [
    "account", "auth", "credentials", "login", "password", "profile", "session", "token", "user",
  ]
  /// Words that suggest the phone's or the app's data instead.
  private static let impersonal: Set<String> = ["app", "device", "guest", "install", "push"]

  /// Warns of a user's data in a cache without a scope: a logout does not clear it.
  func cacheWithoutScope() {
    for cache in flow.flow.caches where cache.scope == nil {
      let path = cache.path
      if let (step, needed, scope) = personalSource(of: cache) {
        report.add(
          "the cache \"\(cache.name)\" is filled by a step that needs \"\(needed)\", but is not cleared with it",
          at: path, .key, advice: "add \"scope\": \"\(scope)\"",
          notes: [Diagnostic.Note("it is filled here", at: Place(flow.path(of: step) / "store"))])
      } else if Self.isPersonal(cache.name), uses.cacheStores[cache.name] != nil {
        report.add(
          "the cache \"\(cache.name)\" seems to belong to a user, but no logout clears it", at: path, .key)
      }
    }
  }

  private static func isPersonal(_ name: String) -> Bool {
    let words = Set(name.split(separator: "-").map(String.init))
    return !words.isDisjoint(with: personal) && words.isDisjoint(with: impersonal)
  }

  /// A step that fills the cache and needs another step whose own cache has a scope.
  private func personalSource(of cache: Flow.Cache) -> (step: Int, needed: String, scope: String)? {
    for step in uses.cacheStores[cache.name] ?? [] {
      for target in flow.graph.needs(of: step) {
        let needed = flow.steps[Int(target)]
        let own = flow.flow.caches.first { $0.name == needed.store }
        if let scope = own?.scope { return (step, needed.name, scope) }
      }
    }
    return nil
  }
}
