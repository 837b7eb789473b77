/// Removes silenced warnings and finds unused silences.
struct SilenceFilter {
  /// The place of each silence.
  private var silences: [JSONPointer] = []
  private var known: Set<JSONPointer> = []
  private var used: Set<JSONPointer> = []

  init(_ found: [JSONPointer]) {
    for path in found where known.insert(path).inserted { silences.append(path) }
  }

  /// The warnings that are not silenced at their place or around it.
  mutating func filter(_ found: [Diagnostic]) -> [Diagnostic] {
    guard !silences.isEmpty else { return found }
    return found.filter { diagnostic in
      guard diagnostic.severity == .warning else { return true }
      let tokens = diagnostic.place.path.tokens
      for count in (0...tokens.count).reversed() {
        let silence = JSONPointer(tokens: tokens.prefix(count) + ["ignore", diagnostic.code.rawValue])
        guard known.contains(silence) else { continue }
        used.insert(silence)
        return false
      }
      return true
    }
  }

  /// The unused silences among the codes that were looked for.
  func unused(of codes: Set<DiagnosticCode>) -> [Diagnostic] {
    silences.filter { !used.contains($0) }.compactMap { silence in
      guard let code = silence.tokens.last.flatMap(DiagnosticCode.init), codes.contains(code) else {
        return nil
      }
      return Diagnostic(
        .unusedSilence, "\"\(code.rawValue)\" silences nothing here", at: Place(silence, .key))
    }
  }
}

extension [Flow.Silence] {
  func located(in owner: JSONPointer) -> [JSONPointer] { map { owner / "ignore" / $0.code } }
}

extension FlowIndex {
  var silences: [JSONPointer] {
    var found = flow.ignore.located(in: .whole)
    for input in flow.inputs {
      found += input.ignore.located(in: JSONPointer(tokens: ["inputs", input.name]))
    }
    for cache in flow.caches { found += cache.ignore.located(in: cache.path) }
    for service in flow.services {
      found += service.ignore.located(in: JSONPointer(tokens: ["services", service.name]))
    }
    for (index, step) in steps.enumerated() { found += step.ignore.located(in: path(of: index)) }
    for (position, landing) in flow.landings.enumerated() {
      found += landing.ignore.located(in: JSONPointer(tokens: ["landings", String(position)]))
    }
    return found
  }
}

extension OfflineSwitchDocument {
  var silences: [JSONPointer] {
    ignore.located(in: .whole) + (network?.ignore ?? []).located(in: OfflineSwitchDocument.networkPlace)
      + (service?.ignore ?? []).located(in: OfflineSwitchDocument.servicePlace)
  }
}

extension DiagnosticCode {
  /// The codes that a flow's `ignore` may name, in order.
  package static let silenceableInFlows = silenceable.filter { !$0.isOfSwitch }
  /// The codes that a switch's `ignore` may name, in order.
  package static let silenceableInSwitches = silenceable.filter { $0.isOfSwitch }

  private static let silenceable = allCases.filter { $0.isSilenceable }.sorted { $0.rawValue < $1.rawValue }
}
