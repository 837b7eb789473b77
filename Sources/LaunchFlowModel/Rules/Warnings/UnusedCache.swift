/// Each cache is read or filled.
enum UnusedCache: Warning {
  static let code = DiagnosticCode.unusedCache

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for cache in flow.flow.caches
    where uses.cacheReads[cache.name] == nil && uses.cacheStores[cache.name] == nil {
      report.add(
        "nothing reads or fills the cache \"\(cache.name)\"",
        at: JSONPointer(tokens: ["caches", cache.name]),
        .key, hint: "name it in a step's \"store\" and in a \"fallback\", or take it out")
    }
  }
}
