import LaunchFlowAuthoring

/// A document with errors. `Command` reports them.
struct FlawedDocument: Error, CustomStringConvertible {
  let source: SourceText
  let errors: [Diagnostic]

  init(_ source: SourceText, _ diagnostics: [Diagnostic]) {
    self.source = source
    errors = diagnostics.filter { $0.severity == .error }
  }

  var description: String { "\(source.name) has errors" }

  func report(_ given: Given, in world: World) {
    let style = DiagnosticStyle(given, for: .diagnostics, in: world)
    for error in errors { world.output.write(style.text(error, in: source), to: .diagnostics) }
  }

  /// The errors in the form of `check`.
  var texts: [String] {
    let text = DiagnosticText(source, width: 100)
    return errors.map { text.text($0) }
  }
}
