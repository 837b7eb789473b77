/// An `ignore` names warnings, and says why.
enum BadSilence: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    check(flow.silences, of: DiagnosticCode.silenceableInFlows, "a switch", &report)
  }

  /// - Parameters:
  ///   - codes: Those that may be silenced in this kind of document.
  ///   - others: The subject of the other warnings.
  static func check(
    _ silences: [LocatedSilence], of codes: [DiagnosticCode], _ others: String, _ report: inout RuleReport
  ) {
    for (silence, path) in silences {
      let code = DiagnosticCode(rawValue: silence.code)
      if code == nil {
        report.add(
          "\"\(silence.code)\" is not a diagnostic code", at: path, .key,
          hint: "the code follows each message, such as [LF028]; \"launchflow explain\" lists all codes")
      } else if let code, !codes.contains(code) {
        let isElsewhere = code.severity == .warning && code != .unusedSilence
        report.add(
          "\(silence.code) cannot be silenced", at: path, .key,
          hint: isElsewhere ? "it is about \(others)" : "only warnings can; fix the problem")
      }
      if silence.reason.allSatisfy(\.isWhitespace) {
        report.add("the reason is missing", at: path, hint: "write why \(silence.code) does not matter here")
      }
    }
  }
}

/// The silenced warnings with the places of the entries.
package typealias LocatedSilence = (silence: Flow.Silence, path: JSONPointer)

extension [Flow.Silence] {
  /// The silences with their places, given the place of their owner.
  func located(in owner: @autoclosure () -> JSONPointer) -> [LocatedSilence] {
    map { ($0, owner() / "ignore" / $0.code) }
  }
}

extension FlowIndex {
  /// The silenced warnings with the places of the entries.
  package var silences: [LocatedSilence] {
    var found: [LocatedSilence] = []
    func collect(_ silences: [Flow.Silence], _ owner: @autoclosure () -> JSONPointer) {
      found += silences.located(in: owner())
    }
    collect(flow.ignore, .whole)
    for input in flow.inputs { collect(input.ignore, JSONPointer(tokens: ["inputs", input.name])) }
    for cache in flow.caches { collect(cache.ignore, JSONPointer(tokens: ["caches", cache.name])) }
    for service in flow.services { collect(service.ignore, JSONPointer(tokens: ["services", service.name])) }
    for (index, step) in steps.enumerated() { collect(step.ignore, path(of: index)) }
    for (position, landing) in flow.landings.enumerated() {
      collect(landing.ignore, JSONPointer(tokens: ["landings", String(position)]))
    }
    return found
  }
}
