/// A cache that is filled is read, or filling it is wasted.
enum CacheNeverRead: Warning {
  static let code = DiagnosticCode.cacheNeverRead

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for cache in flow.flow.caches where uses.cacheReads[cache.name] == nil {
      guard let step = uses.cacheStores[cache.name]?.first else { continue }
      report.add(
        "the cache \"\(cache.name)\" is filled but never read",
        at: JSONPointer(tokens: ["caches", cache.name]),
        .key,
        hint: "add \"fallback\": [{ \"cache\": \"\(cache.name)\" }] to \"\(flow.entries[step].step.name)\"; "
          + "if another flow or the app reads it, say so under \"ignore\"",
        notes: [Diagnostic.Note("it is filled here", at: Place(flow.path(of: step) / "store"))])
    }
  }
}
