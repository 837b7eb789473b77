import Foundation
import LaunchFlowFleet

/// A flow file with changed values: its text, and the flow that it declares.
struct EditedFlow {
  private let file: DocumentFile
  /// The flow on disk; nil with errors.
  let originalFlow: Flow?
  /// The text with the changes.
  let source: SourceText
  private let reading: DocumentReading<Flow>

  var isChanged: Bool { source.bytes != file.source.bytes }

  init(_ settings: StudioSettings, in folder: StudioFolder) throws {
    let file = try folder.document(settings.flow)
    func read(_ source: SourceText) -> DocumentReading<Flow> {
      .advised(source) { Flow.read($0, including: file.included) }
    }
    let original = read(file.source)
    self.file = file
    originalFlow = original.document
    guard let flow = original.document, !settings.edits.isEmpty else {
      (source, reading) = (file.source, original)
      return
    }
    let graph = flow.graph
    let changes = try settings.edits.map { edit throws(UsageError) in try Self.setting(edit, graph) }
    guard let text = try? JSONDocument(file.source).text(setting: changes) else {
      throw UsageError("the file has no place for a changed value")
    }
    source = text
    reading = read(text)
  }

  /// The flow of the changed text.
  func flow() throws(FlawedDocument) -> Flow {
    guard let flow = reading.document else { throw FlawedDocument(source, reading.diagnostics) }
    return flow
  }

  /// The place and the value of one change. A time is in the notation of files, or in nanoseconds; the rules of the
  /// format judge it.
  private static func setting(
    _ edit: JSONValue, _ graph: StepGraph
  ) throws(UsageError) -> (path: JSONPointer, value: JSONValue?) {
    guard let object = edit.object, let key = object["key"]?.string.flatMap(TunedKey.init) else {
      throw UsageError(
        "a change must have a key: \(TunedKey.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var value = object["value"] == .null ? nil : object["value"]
    if case .integer(let nanoseconds) = value, !key.isCount {
      value = .string(Duration.nanoseconds(nanoseconds).documentText)
    }
    guard let name = object["step"]?.string else {
      guard key == .deadline, value != nil else {
        throw UsageError("only the deadline of the flow itself can be changed")
      }
      return (.whole / key.rawValue, value)
    }
    guard let index = graph.index[name], TunedKey.keys(of: graph.steps[index]).contains(key) else {
      throw UsageError("the flow has no step '\(name.prefix(80).description.visible)' with \(key.rawValue)")
    }
    let path = graph.path(of: index)
    if value == nil {
      // A retry needs a number of attempts.
      if key == .attempts { return (path / "retry", nil) }
      guard key.isOptional else {
        throw UsageError("the step '\(name)' needs \(key.rawValue)")
      }
    }
    return (JSONPointer(tokens: path.tokens + key.rawValue.split(separator: ".").map(String.init)), value)
  }
}

extension EditedFlow {
  /// The patch of the changes, with the diagnostics of `check` that they cause.
  var patch: JSONValue {
    let text = DiagnosticText(source, width: 100)
    let problems = DocumentCheck.newDiagnostics(of: source, since: file.source, including: file.included)
    return [
      "patch": .string(UnifiedDifference(path: file.path, from: file.source.bytes, to: source.bytes).text),
      "file": .string(String(decoding: file.source.bytes, as: UTF8.self)),
      "sound": .bool(reading.document != nil),
      "problems": .array(problems.map { .string(text.text($0)) }),
    ]
  }

  /// Writes the changes to the file, if its text is still the one that the page has shown. Otherwise the
  /// answer contains the changes on disk since then, and the page's own patch of the present text.
  func write(over seen: [UInt8], in folder: StudioFolder) throws -> JSONValue {
    guard reading.document != nil else {
      throw UsageError("the file would have errors, so it is not written")
    }
    guard isChanged else { throw UsageError("there is nothing to write") }
    do {
      let isWritten = try folder.writing.withLock {
        try folder.world.replace(source.bytes, at: file.path, over: seen)
      }
      if isWritten { return ["written": true] }
    } catch let error as FileError {
      throw UsageError("\(file.path) cannot be written: \(error.reason)")
    }
    var answer = patch.object ?? JSONObject()
    answer["theirs"] = .string(UnifiedDifference(path: file.path, from: seen, to: file.source.bytes).text)
    return .object(answer)
  }
}
