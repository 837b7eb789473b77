/// Removes silenced warnings and finds unused silences.
struct SilenceFilter {
  /// The place of each silence, by its owner and code.
  private var silences: [Key: JSONPointer] = [:]
  private var order: [Key] = []
  private var used: Set<Key> = []

  private struct Key: Hashable {
    var owner: JSONPointer
    var code: String
  }

  init(_ found: [LocatedSilence]) {
    for (silence, path) in found {
      let key = Key(owner: JSONPointer(tokens: path.tokens.dropLast(2)), code: silence.code)
      if silences.updateValue(path, forKey: key) == nil { order.append(key) }
    }
  }

  /// The warnings that are not silenced at their place or around it.
  mutating func filter(_ found: [Diagnostic]) -> [Diagnostic] {
    guard !order.isEmpty else { return found }
    return found.filter { diagnostic in
      guard diagnostic.severity == .warning else { return true }
      let tokens = diagnostic.place.path.tokens
      for count in (0...tokens.count).reversed() {
        let key = Key(
          owner: JSONPointer(tokens: Array(tokens.prefix(count))), code: diagnostic.code.rawValue)
        guard silences[key] != nil else { continue }
        used.insert(key)
        return false
      }
      return true
    }
  }

  /// The unused silences among the codes that were looked for.
  func unused(of codes: Set<DiagnosticCode>) -> [Diagnostic] {
    order.filter { key in
      !used.contains(key) && (DiagnosticCode(rawValue: key.code).map(codes.contains) ?? false)
    }.map { key in
      Diagnostic(
        .unusedSilence, "\"\(key.code)\" silences nothing here",
        at: Place(silences[key] ?? key.owner, .key))
    }
  }
}

/// The silenced warnings with the places of the entries.
typealias LocatedSilence = (silence: Flow.Silence, path: JSONPointer)

extension [Flow.Silence] {
  func located(in owner: JSONPointer) -> [LocatedSilence] { map { ($0, owner / "ignore" / $0.code) } }
}

extension FlowIndex {
  var silences: [LocatedSilence] {
    var found = flow.ignore.located(in: .whole)
    for input in flow.inputs {
      found += input.ignore.located(in: JSONPointer(tokens: ["inputs", input.name]))
    }
    for cache in flow.caches {
      found += cache.ignore.located(in: cache.path)
    }
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
  var silences: [LocatedSilence] {
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
