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

  /// In the order of reports without a position.
  private var allWarnings: [Diagnostic] {
    var report = RuleReport(code: .flappingDebounce)
    let place = OfflineSwitchDocument.networkPlace
    if let debounce = network?.debounce, debounce.down == .zero, debounce.up == .zero {
      report.add("without a debounce window in either direction the app can flap", at: place / "debounce")
    }
    report.code = .slowWhileDown
    if let network, let whileDown = network.everyWhileDown, whileDown > network.every {
      report.add(
        "the network is probed less often while it is down than while it is up", at: place / "everyWhileDown")
    }
    report.code = .questionWithoutDomain
    if let service, service.watch.count > 1 {
      var namesDomain = false
      service.confirm.forEachString { if $1.contains("${domain}") { namesDomain = true } }
      let path = OfflineSwitchDocument.servicePlace / "confirm" / "http"
      if !namesDomain { report.add("the question is the same for every domain", at: path, .key) }
    }
    return report.diagnostics
  }
}
