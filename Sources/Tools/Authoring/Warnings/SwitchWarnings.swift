extension OfflineSwitchDocument {
  /// Every warning about a switch without errors, in the order of reports without a position.
  var allWarnings: [Diagnostic] {
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
