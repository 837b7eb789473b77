import LaunchFlowAuthoring

/// A document with errors. `Command` reports them.
struct FlawedDocument: Error {
  let source: SourceText
  let errors: [Diagnostic]

  init(_ source: SourceText, _ diagnostics: [Diagnostic]) {
    self.source = source
    errors = diagnostics.filter { $0.severity == .error }
  }

  /// Reports the errors on standard error.
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
