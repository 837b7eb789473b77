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
      "the probe's time-out must be shorter than \"\(pace)\"", at: timeout,
      notes: [Diagnostic.Note("the interval is here", at: Place(SwitchIndex.network / pace))])
  }
}

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
      "a verdict must be kept for longer than the next one may take (\((longest + service.timeout).documentText))",
      at: keep)
  }
}

/// Waits that grow have a longest.
enum EndlessPoll: SwitchRule {
  static let code = DiagnosticCode.endlessPoll

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.service / "poll"
    guard let poll = index.document.service?.poll,
      index.isKnown(path / "factor", path / "maxEvery", path / "every")
    else { return }
    if poll.longest == nil {
      report.add("the waits grow without a limit", at: path, .key)
    } else if let longest = poll.maxEvery, longest < poll.every {
      report.add("\"maxEvery\" must not be shorter than \"every\"", at: path / "maxEvery")
    }
  }
}
