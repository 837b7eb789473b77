/// An `ignore` names warnings, and says why.
enum BadSilence: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for (silence, path) in flow.silences {
      if DiagnosticCode(rawValue: silence.code) == nil {
        report.add(
          "\"\(silence.code)\" is no diagnostic's code", at: path, .key,
          hint: "the code stands behind each message, as in [LF028]; \"launchflow explain\" lists them all")
      } else if !DiagnosticCode.silenceable.contains(where: { $0.rawValue == silence.code }) {
        report.add(
          "\(silence.code) cannot be silenced", at: path, .key, hint: "only warnings can; mend what it tells")
      }
      if silence.reason.allSatisfy(\.isWhitespace) {
        report.add("it takes a reason", at: path, hint: "write why \(silence.code) does not matter here")
      }
    }
  }
}

extension FlowIndex {
  /// What is silenced, and where that stands.
  var silences: [(silence: Flow.Silence, path: JSONPointer)] {
    var found: [(Flow.Silence, JSONPointer)] = []
    func collect(_ silences: [Flow.Silence], _ owner: () -> JSONPointer) {
      for silence in silences { found.append((silence, owner() / "ignore" / silence.code)) }
    }
    collect(flow.ignore) { .whole }
    for input in flow.inputs { collect(input.ignore) { JSONPointer(tokens: ["inputs", input.name]) } }
    for cache in flow.caches { collect(cache.ignore) { JSONPointer(tokens: ["caches", cache.name]) } }
    for service in flow.services {
      collect(service.ignore) { JSONPointer(tokens: ["services", service.name]) }
    }
    for (index, entry) in entries.enumerated() { collect(entry.step.ignore) { path(of: index) } }
    for (position, landing) in flow.landings.enumerated() {
      collect(landing.ignore) { JSONPointer(tokens: ["landings", String(position)]) }
    }
    return found
  }
}
