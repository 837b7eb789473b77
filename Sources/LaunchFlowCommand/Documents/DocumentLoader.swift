import LaunchFlowModel

/// Reads documents for commands that need them sound, and reports what keeps them from being so.
struct DocumentLoader {
  private let world: World
  private let style: DiagnosticStyle

  init(_ given: Given, in world: World) {
    self.world = world
    style = DiagnosticStyle(given, for: .diagnostics, in: world)
  }

  /// A flow; nil when it has errors, which are then reported.
  func flow(_ file: DocumentFile) -> Flow? {
    report(Flow.read(file.source), of: file)
  }

  /// Scenarios; nil when they have errors, which are then reported.
  func scenarios(_ file: DocumentFile, for flow: Flow) -> ScenarioFile? {
    report(ScenarioFile.read(file.source, for: flow), of: file)
  }

  /// Errors alone: what is merely pointless does not keep a flow from running.
  private func report<Document>(_ reading: DocumentReading<Document>, of file: DocumentFile) -> Document? {
    for diagnostic in reading.diagnostics where reading.document == nil && diagnostic.severity == .error {
      world.output.write(style.text(diagnostic, in: file.source), to: .diagnostics)
    }
    return reading.document
  }
}
