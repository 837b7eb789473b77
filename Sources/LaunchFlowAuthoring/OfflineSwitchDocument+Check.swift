import LaunchFlowModel

extension OfflineSwitchDocument {
  /// Reads a switch file as `OfflineSwitchDocument.read(_:)` does, and adds the warnings about a switch without
  /// errors.
  public static func check(_ source: SourceText) -> DocumentReading<OfflineSwitchDocument> {
    let reading = read(source)
    guard let document = reading.document, let json = reading.json else { return reading }
    return DocumentReading(document, reading.diagnostics + json.locating(document.warnings()), json)
  }

  /// Every warning about a switch that has no errors, without what it silences.
  public func warnings() -> [Diagnostic] {
    var report = RuleReport(code: .syntax)
    for warning in switchWarnings {
      report.code = warning.code
      warning.check(self, &report)
    }
    var silences = SilenceFilter(SwitchIndex(document: self).silences)
    return silences.filter(report.diagnostics)
      + silences.unused(of: Set(DiagnosticCode.silenceableInSwitches))
  }
}
