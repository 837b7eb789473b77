/// A verdict is kept for longer than the longest wait for the next one, or a faulty domain comes back without
/// having been asked about.
enum ShortKeep: SwitchRule {
  static let code = DiagnosticCode.shortKeep

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let keep = SwitchIndex.service / "keep"
    let poll = SwitchIndex.service / "poll"
    let timeout = SwitchIndex.service / "confirm" / "timeout"
    guard let service = index.document.service, let longest = service.poll.longest,
      index.isKnown(keep, poll / "every", poll / "maxEvery", poll / "factor", timeout),
      service.keep <= longest + service.timeout
    else { return }
    report.add(
      "a verdict is kept for no longer than the next one may take (\((longest + service.timeout).documentText))",
      at: keep, hint: "a faulty domain would come back unasked")
  }
}
