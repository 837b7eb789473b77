/// A switch has a factor, a network factor has causes, a service factor has domains, and a result has a test.
enum SwitchFactors: SwitchRule {
  static let code = DiagnosticCode.missingKey

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let document = index.document
    if document.marked == nil, document.network == nil, document.service == nil,
      index.isKnown(SwitchIndex.root)
    {
      report.add("the switch has no factor", at: SwitchIndex.root)
    }
    let watch = SwitchIndex.service / "watch"
    if let service = document.service, service.watch.isEmpty, index.isKnown(watch) {
      report.add("no domain is watched", at: watch)
    }
  }
}

/// A domain has endpoints; without one, no call can ever make it suspect.
enum EmptyDomain: SwitchRule {
  static let code = DiagnosticCode.emptyDomain

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    for domain in index.document.service?.watch ?? [] where domain.endpoints.isEmpty {
      let path = SwitchIndex.service / "watch" / domain.name
      guard index.isKnown(path) else { continue }
      report.add("the domain \"\(domain.name)\" has no endpoints", at: path)
    }
  }
}

/// One of the question's results is `faulty`; without it no domain ever goes offline.
enum NoFaultyResult: SwitchRule {
  static let code = DiagnosticCode.noFaultyResult

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.service / "confirm"
    guard let service = index.document.service, index.isKnown(path, path / "results"),
      !service.results.contains(where: { $0.name == OfflineSwitchDocument.Service.faulty })
    else { return }
    report.add("no result of the question is named \"faulty\"", at: path / "results", .key)
  }
}

/// The question's results look at the answer's value alone.
enum SwitchResults: SwitchRule {
  static let code = DiagnosticCode.misplacedKey

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    for result in index.document.service?.results ?? [] {
      let path = SwitchIndex.service / "confirm" / "results" / result.name
      MisplacedKey.checkStatus(result.when, at: path, &report)
    }
  }
}
