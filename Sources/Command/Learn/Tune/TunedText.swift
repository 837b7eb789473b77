import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowModel

/// The text of a flow file with other values.
struct TunedText {
  /// The text: canonical if that of the file was, otherwise with nothing changed but the values.
  let bytes: [UInt8]

  /// nil where the text has no place for a value.
  init?(_ source: SourceText, _ changes: [TuneOutcome.Change]) {
    self.init(source, settings: changes.map { ($0.axis.path, $0.axis.json($0.value)) })
  }

  /// nil where the text has no place for a value.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - settings: Paths of members with their values; nil removes a member.
  init?(_ source: SourceText, settings: [(path: JSONPointer, value: JSONValue?)]) {
    guard var json = try? JSONDocument(source) else { return nil }
    let isCanonical = JSONLayout.text(of: json) == source.bytes
    for setting in settings {
      guard let changed = json.setting(setting.path, to: setting.value) else { return nil }
      json = changed
    }
    bytes = isCanonical ? JSONLayout.text(of: json) ?? json.source.bytes : json.source.bytes
  }
}

/// Says why an author would not keep a candidate, or nothing.
struct TuneReview {
  let file: DocumentFile
  let world: World

  /// What `check` would newly say of the text; nil for nothing.
  func objection(to flow: Flow, _ changes: [TuneOutcome.Change]) -> String? {
    guard let text = TunedText(file.source, changes) else { return "its file has no place for the values" }
    let source = SourceText(name: file.source.name, bytes: text.bytes)
    let including = { file.included($0, in: world) }
    let written = Flow.read(source, including: including).document
    guard let written, written.json == flow.json else { return "its file would not say the same" }
    let new = DocumentCheck.newDiagnostics(of: source, since: file.source, including: including).first
    return new.map { "'check' says \($0.code.rawValue): \($0.message)" }
  }

  /// The same of the warnings alone, from the flow without its text; for any thread.
  static func warnings(newIn original: Flow) -> @Sendable (Flow) -> String? {
    @Sendable func key(_ warning: Diagnostic) -> [String] {
      [warning.code.rawValue] + warning.place.path.tokens
    }
    let known = Set(original.warnings().map(key))
    return { flow in flow.warnings().first { !known.contains(key($0)) }?.message }
  }
}
