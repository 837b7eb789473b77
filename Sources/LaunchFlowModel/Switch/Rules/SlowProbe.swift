/// A probe is given up before the next one is due, fast pace included.
enum SlowProbe: SwitchRule {
  static let code = DiagnosticCode.slowProbe

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    guard let network = index.document.network else { return }
    let timeout = SwitchIndex.network / "probe" / "timeout"
    let isFast = network.everyWhileDown <= network.every
    let pace = isFast && network.everyWhileDown != network.every ? "everyWhileDown" : "every"
    guard index.isKnown(timeout, SwitchIndex.network / pace),
      network.timeout >= min(network.every, network.everyWhileDown)
    else { return }
    report.add(
      "the probe's time-out is not below \"\(pace)\"", at: timeout,
      hint: "give it less than \(min(network.every, network.everyWhileDown).documentText)",
      notes: [Diagnostic.Note("the pace stands here", at: Place(SwitchIndex.network / pace))])
  }
}
