extension Flow {
  /// Reads a flow file as `Flow.read(_:including:)` does, and adds the warnings about a flow without errors.
  ///
  /// - Parameters:
  ///   - codes: The codes that `find` looks for; an `ignore` of such a code is unused if it finds nothing.
  ///   - find: Finds further diagnostics in a flow without errors; they are placed in the text.
  ///   - including: Returns the text of an included file by its name; nil if it cannot be read.
  package static func check(
    _ source: SourceText, alsoFor codes: Set<DiagnosticCode> = [],
    find: (Flow) -> [Diagnostic] = { _ in [] }, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> DocumentReading<Flow> {
    .advised(source) { check($0, alsoFor: codes, find: find, including: including) }
  }

  package static func check(
    _ json: JSONDocument, alsoFor codes: Set<DiagnosticCode>, find: (Flow) -> [Diagnostic],
    including: @escaping (String) -> SourceText?
  ) -> DocumentReading<Flow> {
    .advised(json) {
      read($0, including: including).adding { flow, json in
        json.locating(flow.warnings(and: find(flow), of: codes))
      }
    }
  }

  /// Every warning about a flow that has no errors, with the found diagnostics of these codes, without the silenced
  /// ones. A warning never keeps a flow from running.
  package func warnings(
    and found: [Diagnostic] = [], of codes: Set<DiagnosticCode> = []
  ) -> [Diagnostic] {
    let index = FlowIndex(self)
    let warnings = FlowWarnings(index).all()
    var silences = SilenceFilter(index.silences)
    let wanted = silences.filter(warnings + Self.unexplained(found, by: warnings))
    let all = wanted + silences.unused(of: codes.union(FlowWarnings.kinds.map { $0.code }))
    return withoutRepeats(all).filter { !isIncluded($0.place.path) }
  }

  /// The found diagnostics, without attempts of a retry that a warning explains.
  private static func unexplained(_ found: [Diagnostic], by warnings: [Diagnostic]) -> [Diagnostic] {
    let idle = warnings.filter { $0.code == .idleRetry }.map(\.place.path.tokens)
    return found.filter { diagnostic in
      let owner = Array(diagnostic.place.path.tokens.dropLast())
      return owner.last != "retry" || !idle.contains { $0.starts(with: owner) }
    }
  }
}

extension Flow {
  /// Whether the path names a part that another file declares. Diagnostics about it belong to that file.
  fileprivate func isIncluded(_ path: JSONPointer) -> Bool {
    guard path.tokens.count >= 2 else { return false }
    let name = path.tokens[1]
    return switch path.tokens[0] {
    case "caches": inclusions.contains { $0.caches.contains(name) }
    case "services": inclusions.contains { $0.services.contains(name) }
    case "lanes": inclusions.contains { $0.lanes.contains(name) }
    case "steps": path.isInModule
    default: false
    }
  }
}

extension JSONPointer {
  /// Whether the path of a step's part leads through `include` into a module.
  fileprivate var isInModule: Bool {
    let keys = stride(from: 2, to: tokens.count - 1, by: 2).lazy.map { tokens[$0] }
    return keys.first { $0 != "steps" } == "include"
  }
}
