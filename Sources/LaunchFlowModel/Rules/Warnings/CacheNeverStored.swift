/// A cache that is read is filled, or it is always empty.
enum CacheNeverStored: Warning {
  static let code = DiagnosticCode.cacheNeverStored

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for cache in flow.flow.caches where uses.cacheStores[cache.name] == nil {
      guard let read = uses.cacheReads[cache.name] else { continue }
      report.add(
        "the cache \"\(cache.name)\" is read but never filled",
        at: JSONPointer(tokens: ["caches", cache.name]),
        .key,
        hint: "add \"store\": \"\(cache.name)\" to the step whose live value it keeps; "
          + "if another flow or the app fills it, say so under \"ignore\"",
        notes: [Diagnostic.Note("it is read here", at: Place(read))])
    }
  }
}
