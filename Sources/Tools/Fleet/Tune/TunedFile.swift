/// A flow file. Candidates are the same file with other values.
package struct TunedFile: Sendable {
  package let source: SourceText
  package let flow: Flow
  private let including: @Sendable (String) -> SourceText?
  /// The warnings about it, by code and place.
  private let warnings: Set<[String]>

  /// - Parameter including: Returns the text of an included file by its name.
  package init(
    _ source: SourceText, _ flow: Flow, including: @escaping @Sendable (String) -> SourceText? = { _ in nil }
  ) {
    (self.source, self.flow, self.including) = (source, flow, including)
    warnings = Set(flow.warnings().map(Self.key))
  }

  /// The text with other values; nil where it has no place for one.
  package func text(_ changes: [TuneOutcome.Change]) -> SourceText? {
    let json = try? JSONDocument(source)
    return json?.text(setting: changes.map { ($0.axis.path, $0.axis.json($0.value)) })
  }

  /// The flow with other values; nil if it has errors.
  func plan(_ changes: [TuneOutcome.Change]) -> FlowPlan? {
    let flow = text(changes).flatMap { Flow.read($0, including: including).document }
    return flow.flatMap { try? FlowPlan($0) }
  }

  /// A warning about a candidate that the file does not have.
  func newWarning(in candidate: Flow) -> Diagnostic? {
    candidate.warnings().first { !warnings.contains(Self.key($0)) }
  }

  private static func key(_ warning: Diagnostic) -> [String] {
    [warning.code.rawValue] + warning.place.path.tokens
  }
}
