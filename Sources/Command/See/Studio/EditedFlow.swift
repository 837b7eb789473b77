import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowMachine

/// A flow file with changed values: its text, and the flow that it declares.
struct EditedFlow {
  /// The text on disk.
  let original: SourceText
  /// The text with the changes.
  let source: SourceText
  /// The flow of the changed text; nil with errors.
  let flow: Flow?
  /// The flow on disk; nil with errors.
  let originalFlow: Flow?
  /// The errors of the text, each with its line and a mark.
  let errors: [String]

  var isChanged: Bool { source.bytes != original.bytes }

  /// Reads a file and applies the changes.
  ///
  /// - Throws: `UsageError` for a change that has no place in the file, `FileError` for a file that cannot be
  ///   read.
  init(_ settings: StudioSettings, in folder: StudioFolder) throws {
    let path = settings.flow
    original = try folder.document(path).source
    let reading = Self.reading(original) { folder.included($0, by: path) }
    originalFlow = reading.document
    guard let file = reading.document, !settings.edits.isEmpty else {
      source = original
      flow = reading.document
      errors = reading.errors(in: original)
      return
    }
    let graph = file.graph
    let changes = try settings.edits.map { edit throws(UsageError) in try Self.setting(edit, graph) }
    guard let text = TunedFile.text(original, settings: changes) else {
      throw UsageError("the file has no place for a changed value")
    }
    source = text
    let edited = Self.reading(source) { folder.included($0, by: path) }
    flow = edited.document
    errors = edited.errors(in: source)
  }

  private static func reading(
    _ source: SourceText, _ including: @escaping (String) -> SourceText?
  ) -> DocumentReading<Flow> {
    .advised(source) { Flow.read($0, including: including) }
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
    guard let index = graph.steps.firstIndex(where: { $0.name == name }) else {
      throw UsageError("the flow has no step '\(name.prefix(80).description.visible)'")
    }
    guard TunedKey.keys(of: graph.steps[index]).contains(edit.key) else {
      throw UsageError("the step '\(name)' has no \(key)")
    }
    let path = graph.path(of: index)
    if edit.value == nil {
      // A retry needs a number of attempts.
      if edit.key == .attempts { return (path / "retry", nil) }
      guard edit.key.isOptional else { throw UsageError("the step '\(name)' cannot do without \(key)") }
    }
    return (JSONPointer(tokens: path.tokens + key.split(separator: ".").map(String.init)), edit.value)
  }
}
