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
  private let file: DocumentFile
  private let world: World
  /// What `check` says of the file as it is, by code and place.
  private let known: Set<String>

  init(_ file: DocumentFile, in world: World) {
    self.file = file
    self.world = world
    known = Set((Self.diagnostics(file.source, file, world) ?? []).map(Self.key))
  }

  /// What `check` would newly say of the text; nil for nothing.
  func objection(to flow: Flow, _ changes: [TuneOutcome.Change]) -> String? {
    guard let text = TunedText(file.source, changes) else { return "its file has no place for the values" }
    let source = SourceText(name: file.source.name, bytes: text.bytes)
    let written = Flow.read(source) { file.included($0, in: world) }.document
    guard let written, written == flow else { return "its file would not say the same" }
    let new = (Self.diagnostics(source, file, world) ?? []).first { !known.contains(Self.key($0)) }
    return new.map { "'check' says \($0.code.rawValue): \($0.message)" }
  }

  /// The same of the warnings alone, from the flow without its text; for any thread.
  static func warnings(newIn original: Flow) -> @Sendable (Flow) -> String? {
    let known = Set(original.warnings().map(Self.key))
    return { flow in flow.warnings().first { !known.contains(key($0)) }?.message }
  }

  private static func diagnostics(_ source: SourceText, _ file: DocumentFile, _ world: World) -> [Diagnostic]?
  {
    DocumentCheck.diagnostics(ofDocument: source) { file.included($0, in: world) }
  }

  private static func key(_ diagnostic: Diagnostic) -> String {
    diagnostic.code.rawValue + " " + diagnostic.place.path.tokens.joined(separator: "/")
  }
}
