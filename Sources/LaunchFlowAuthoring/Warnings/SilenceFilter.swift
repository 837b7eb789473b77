import LaunchFlowModel

/// Removes silenced warnings and finds silences that silence nothing.
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

  /// Leaves out warnings that are silenced at their place or around it.
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

  /// The silences that were not used, of the codes that were looked for.
  func unused(of codes: Set<DiagnosticCode>) -> [Diagnostic] {
    order.filter { key in
      !used.contains(key) && (DiagnosticCode(rawValue: key.code).map(codes.contains) ?? false)
    }.map { key in
      Diagnostic(
        .unusedSilence, "\"\(key.code)\" silences nothing here",
        at: Place(silences[key] ?? key.owner, .key),
        hint: "remove it")
    }
  }
}
