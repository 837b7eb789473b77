/// The question says which domain it is about, where there are several.
enum QuestionWithoutDomain: SwitchRule {
  static let code = DiagnosticCode.questionWithoutDomain

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.service / "confirm" / "http"
    guard let service = index.document.service, service.watch.count > 1, index.isKnown(path),
      !service.confirm.switchTexts.contains(where: { $0.text.contains("${domain}") })
    else { return }
    report.add(
      "the question is the same for every domain", at: path, .key,
      hint: "add \"query\": { \"domain\": \"${domain}\" }")
  }
}
