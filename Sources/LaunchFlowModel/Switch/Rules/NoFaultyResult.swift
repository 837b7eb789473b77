/// One of the question's results is `faulty`; without it no domain ever goes offline.
enum NoFaultyResult: SwitchRule {
  static let code = DiagnosticCode.noFaultyResult

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.service / "confirm"
    guard let service = index.document.service, index.isKnown(path, path / "results"),
      !service.results.contains(where: { $0.name == OfflineSwitchDocument.Service.faulty })
    else { return }
    report.add(
      "no result of the question is \"faulty\"", at: path / "results", .key,
      hint: "add \"results\": { \"faulty\": { \"at\": \"/fault\", \"equals\": true } }")
  }
}
