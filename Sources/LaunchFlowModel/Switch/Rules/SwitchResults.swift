/// The question's results look at the answer's value alone, each at a place that is tested.
enum SwitchResults: SwitchRule {
  static let code = DiagnosticCode.misplacedKey
  static let path = SwitchIndex.service / "confirm" / "results"

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    for result in index.document.service?.results ?? [] {
      MisplacedKey.check(result, at: { path / result.name }, &report)
    }
  }
}
