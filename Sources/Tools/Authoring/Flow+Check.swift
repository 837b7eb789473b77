import LaunchFlowModel

extension Flow {
  /// Reads a flow file as `Flow.read(_:including:)` does, and adds the warnings about a flow without errors:
  /// the first thousand of each code, and the number of the others.
  ///
  /// - Parameters:
  ///   - source: The file's text.
  ///   - codes: The codes that `find` looks for; an `ignore` of such a code is unused if it finds nothing.
  ///   - find: Finds further diagnostics in a flow without errors; they are placed in the text.
  ///   - including: Returns the text of an included file by its name; nil if it cannot be read.
  package static func check(
    _ source: SourceText, alsoFor codes: Set<DiagnosticCode> = [],
    find: (Flow) -> [Diagnostic] = { _ in [] }, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> DocumentReading<Flow> {
    .advised(source) { check($0, alsoFor: codes, find: find, including: including) }
  }

  /// Checks a text that was parsed as JSON already.
  package static func check(
    _ json: JSONDocument, alsoFor codes: Set<DiagnosticCode>, find: (Flow) -> [Diagnostic],
    including: @escaping (String) -> SourceText?
  ) -> DocumentReading<Flow> {
    .advised(json) {
      read($0, including: including).adding { flow, json in
        json.locating(flow.warnings(and: find(flow), of: codes)).listed
      }
    }
  }

  /// Every warning about a flow that has no errors. A warning never keeps a flow from running.
  package func warnings() -> [Diagnostic] {
    warnings(and: [], of: [])
  }

  /// Every warning, with the found diagnostics of these codes, without the silenced ones.
  func warnings(and found: [Diagnostic], of codes: Set<DiagnosticCode>) -> [Diagnostic] {
    let index = FlowIndex(self)
    let uses = FlowUses(index)
    var report = RuleReport(code: .syntax)
    for warning in flowWarnings {
      report.code = warning.code
      warning.check(index, uses, &report)
    }
    var silences = SilenceFilter(index.silences)
    let wanted = silences.filter(report.diagnostics + Self.unexplained(found, by: report.diagnostics))
    var looked = codes.union(flowWarnings.map { $0.code })
    // An unfinished search may have missed the warning that an `ignore` silences.
    if found.contains(where: { $0.code == .unfinishedSearch }) { looked.subtract([.deadLanding, .deadPart]) }
    let all = wanted + silences.unused(of: looked)
    return all.filter { !isIncluded($0.place.path) }
  }

  /// The found diagnostics, without those that the warnings explain better.
  private static func unexplained(_ found: [Diagnostic], by warnings: [Diagnostic]) -> [Diagnostic] {
    let reasons = warnings.filter { [.idleRetry, .unreachableFallback, .impossibleWord].contains($0.code) }
      .map(\.place.path)
    guard !reasons.isEmpty else { return found }
    let explained = Set(reasons)
    let around = Set(reasons.flatMap(\.prefixes))
    func isOpen(_ place: JSONPointer) -> Bool {
      !(around.contains(place) || place.prefixes.contains { explained.contains($0) })
    }
    return found.compactMap { diagnostic in
      switch diagnostic.code {
      case .deadlineBinds: return diagnostic
      // A rule that can never hold is decided at once.
      case .landsAtOnce: return reasons.contains { $0.tokens.first == "landings" } ? nil : diagnostic
      case .unfinishedSearch:
        var rest = diagnostic
        rest.notes.removeAll { !isOpen($0.place.path) }
        return rest.notes.isEmpty && !diagnostic.notes.isEmpty ? nil : rest
      default: return isOpen(diagnostic.place.path) ? diagnostic : nil
      }
    }
  }
}

extension JSONPointer {
  /// The pointers to everything around a place and to the place itself.
  fileprivate var prefixes: [JSONPointer] {
    (0...tokens.count).map { JSONPointer(tokens: Array(tokens.prefix($0))) }
  }
}

extension Flow {
  /// Whether the path names a part that another file declares. Diagnostics about it belong to that file.
  fileprivate func isIncluded(_ path: JSONPointer) -> Bool {
    guard path.tokens.count >= 2 else { return false }
    return inclusions.contains { inclusion in
      switch path.tokens[0] {
      case "caches": inclusion.caches.contains(path.tokens[1])
      case "services": inclusion.services.contains(path.tokens[1])
      default: false
      }
    }
  }
}
