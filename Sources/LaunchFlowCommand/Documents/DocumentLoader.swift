import LaunchFlowModel

/// Reads documents for commands that need them sound, and reports what keeps them from being so.
struct DocumentLoader {
  private let world: World
  private let style: DiagnosticStyle
  private let command: String

  /// - Parameter command: The command that needs them, for errors of usage.
  init(_ given: Given, for command: String, in world: World) {
    self.world = world
    self.command = command
    style = DiagnosticStyle(given, for: .diagnostics, in: world)
  }

  /// A flow; nil when it has errors, which are then reported.
  ///
  /// - Throws: A `UsageError` for a document of another kind: its errors as a flow would tell nothing.
  func flow(_ file: DocumentFile) throws(UsageError) -> Flow? {
    let reading = Flow.read(file.source) { file.included($0, in: world) }
    if reading.hasErrors, reading.json?.member("trace") != nil {
      throw UsageError(
        "\(file.source.name) is no flow but a run's trace, which 'launchflow show' draws", command: command)
    }
    if reading.hasErrors, let kind = reading.json.flatMap(DocumentKind.init), kind != .flow {
      throw UsageError(
        "\(file.source.name) is no flow; it has the key \"\(kind.rawValue)\"", command: command)
    }
    return report(reading, of: file)
  }

  /// Scenarios; nil when they have errors, which are then reported.
  ///
  /// - Parameter given: The names of inputs that the command line gives, so that no scenario has to.
  func scenarios(_ file: DocumentFile, for flow: Flow, inputsGiven given: Set<String> = []) -> ScenarioFile? {
    report(ScenarioFile.read(file.source, for: flow, inputsGiven: given), of: file)
  }

  /// Errors alone: what is merely pointless does not keep a flow from running.
  func report<Document>(_ reading: DocumentReading<Document>, of file: DocumentFile) -> Document? {
    for diagnostic in reading.diagnostics where reading.document == nil && diagnostic.severity == .error {
      world.output.write(style.text(diagnostic, in: file.source), to: .diagnostics)
    }
    return reading.document
  }
}
