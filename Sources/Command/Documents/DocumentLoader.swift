import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowSwitch
import LaunchFlowTimeline

/// Reads documents for commands that need them free of errors, and reports the errors.
struct DocumentLoader {
  let world: World
  private let style: DiagnosticStyle

  init(_ given: Given, in world: World) {
    self.world = world
    style = DiagnosticStyle(given, for: .diagnostics, in: world)
  }

  func flow(at path: String) throws -> Flow? { try flow(try DocumentFile(path, in: world)) }

  /// A flow; nil when it has errors, which are then reported.
  ///
  /// - Throws: A `UsageError` for a document of another kind, instead of its errors as a flow.
  func flow(_ file: DocumentFile) throws(UsageError) -> Flow? {
    let reading = DocumentReading.advised(file.source) { json in
      Flow.read(json) { file.included($0, in: world) }
    }
    if reading.hasErrors, reading.json?.member("trace") != nil {
      throw UsageError("\(file.source.name) is not a flow but a trace; draw it with 'launchflow show'")
    }
    if reading.hasErrors, let kind = reading.json.flatMap(DocumentKind.init), kind != .flow {
      throw UsageError("\(file.source.name) is not a flow; it has the key \"\(kind.rawValue)\"")
    }
    return report(reading, of: file)
  }

  /// A switch; nil when it has errors, which are then reported.
  func offlineSwitch(_ file: DocumentFile) -> OfflineSwitchDocument? {
    report(.advised(file.source) { OfflineSwitchDocument.read($0) }, of: file)
  }

  /// The scenarios of a flow; nil when they have errors, which are then reported.
  func scenarios(_ file: DocumentFile, for flow: Flow) -> ScenarioFile? {
    report(.advised(file.source, for: flow) { ScenarioFile.read($0, for: flow) }, of: file)
  }

  /// The scenarios of a switch; nil when they have errors, which are then reported.
  func scenarios(_ file: DocumentFile, for document: OfflineSwitchDocument) -> SwitchScenarioFile? {
    report(.advised(file.source) { SwitchScenarioFile.read($0, for: document) }, of: file)
  }

  /// A trace; nil when it has errors, which are then reported.
  ///
  /// - Throws: A `UsageError` for a document of another kind, instead of its errors as a trace.
  func trace(_ file: DocumentFile) throws(UsageError) -> Trace? {
    let reading = DocumentReading.advised(file.source) { Trace.read($0) }
    if reading.hasErrors, let kind = reading.json.flatMap(DocumentKind.init) {
      let hint = kind == .flow ? "; '--resolved' prints a flow in full" : ""
      throw UsageError("\(file.source.name) is not a trace; it has the key \"\(kind.rawValue)\"\(hint)")
    }
    return report(reading, of: file)
  }

  /// Reports the errors of a document; a document with warnings can be used.
  ///
  /// - Parameter substitute: Replaces a document with errors, which are then counted in one line.
  func report<Document>(
    _ reading: DocumentReading<Document>, of file: DocumentFile, else substitute: Document? = nil
  ) -> Document? {
    if let substitute, reading.document == nil {
      let errors = Counting.text(reading.diagnostics.count { $0.severity == .error }, "error")
      world.report(
        "warning: \(file.path) has \(errors), so its defaults are left out; for the places: "
          + "launchflow check \(ShellWord.quoted(file.path))")
      return substitute
    }
    for diagnostic in reading.diagnostics where reading.document == nil && diagnostic.severity == .error {
      world.output.write(style.text(diagnostic, in: file.source), to: .diagnostics)
    }
    return reading.document
  }
}
