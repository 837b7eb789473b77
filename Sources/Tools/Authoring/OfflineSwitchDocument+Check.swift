extension OfflineSwitchDocument {
  /// Reads a switch file as `OfflineSwitchDocument.read(_:)` does, and adds the warnings about a switch without errors.
  package static func check(_ json: JSONDocument) -> DocumentReading<OfflineSwitchDocument> {
    .advised(json) { read($0).adding { $1.locating($0.warnings()) } }
  }

  /// Every warning about a switch without errors, except the silenced ones.
  package func warnings() -> [Diagnostic] {
    var silences = SilenceFilter(silences)
    return silences.filter(allWarnings)
      + silences.unused(of: Set(DiagnosticCode.silenceableInSwitches))
  }
}
