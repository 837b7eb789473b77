import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowMachine

/// A flow file with changed values: its text, and the flow that it declares.
struct EditedFlow {
  private let file: DocumentFile
  /// The text with the changes.
  let source: SourceText
  private let reading: DocumentReading<Flow>
  /// The flow on disk; nil with errors.
  let originalFlow: Flow?

  /// The text on disk.
  var original: SourceText { file.source }
  var isChanged: Bool { source.bytes != original.bytes }

  /// Reads a file and applies the changes.
  ///
  /// - Throws: `UsageError` for a change that has no place in the file, `FileError` for a file that cannot be
  ///   read.
  init(_ settings: StudioSettings, in folder: StudioFolder) throws {
    let file = try folder.document(settings.flow)
    func read(_ source: SourceText) -> DocumentReading<Flow> {
      .advised(source) { Flow.read($0, including: file.included) }
    }
    self.file = file
    let reading = read(file.source)
    originalFlow = reading.document
    guard let flow = reading.document, !settings.edits.isEmpty else {
      source = file.source
      self.reading = reading
      return
    }
    let graph = flow.graph
    let changes = try settings.edits.map { edit throws(UsageError) in try Self.setting(edit, graph) }
    guard let text = TunedFile.text(file.source, settings: changes) else {
      throw UsageError("the file has no place for a changed value")
    }
    source = text
    self.reading = read(text)
  }

  var isSound: Bool { reading.document != nil }

  /// The flow of the changed text.
  func flow() throws(FlawedDocument) -> Flow {
    guard let flow = reading.document else { throw FlawedDocument(source, reading.diagnostics) }
    return flow
  }

  /// The diagnostics that the changes cause.
  var newDiagnostics: [Diagnostic] {
    DocumentCheck.newDiagnostics(of: source, since: original, including: file.included)
  }

  private static func setting(
    _ edit: StudioSettings.Edit, _ graph: StepGraph
  ) throws(UsageError) -> (path: JSONPointer, value: JSONValue?) {
    let key = edit.key.rawValue
    guard let name = edit.step else {
      guard edit.key == .deadline, edit.value != nil else {
        throw UsageError("of the flow itself only the deadline can be changed")
      }
      return (.whole / key, edit.value)
    }
    guard let index = graph.steps.firstIndex(where: { $0.name == name }),
      TunedKey.keys(of: graph.steps[index]).contains(edit.key)
    else { throw UsageError("the flow has no step '\(name.prefix(80).description.visible)' with \(key)") }
    let path = graph.path(of: index)
    if edit.value == nil {
      // A retry needs a number of attempts.
      if edit.key == .attempts { return (path / "retry", nil) }
      guard edit.key.isOptional else { throw UsageError("the step '\(name)' cannot do without \(key)") }
    }
    return (JSONPointer(tokens: path.tokens + key.split(separator: ".").map(String.init)), edit.value)
  }
}
