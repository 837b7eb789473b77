/// Waits that grow have a longest.
enum EndlessPoll: SwitchRule {
  static let code = DiagnosticCode.endlessPoll

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.service / "poll"
    guard let poll = index.document.service?.poll,
      index.isKnown(path / "factor", path / "maxEvery", path / "every")
    else { return }
    if poll.longest == nil {
      report.add(
        "the waits grow without a longest", at: path, .key, hint: "add \"maxEvery\", or a \"factor\" of 1")
    } else if let longest = poll.maxEvery, longest < poll.every {
      report.add("\"maxEvery\" is shorter than \"every\"", at: path / "maxEvery")
    }
  }
}
