import LaunchFlowTimeline

extension Report {
  /// The test results: as text each scenario, the failed runs drawn, and the coverage of each file; as a page
  /// a small picture of each scenario with a link to the whole one; or as findings.
  ///
  /// - Parameter unsound: The scenarios files that were not played, since a file has errors.
  func text(_ suites: [TestSuite], unsound: [String]) -> String {
    if format == .html { return page(suites) }
    let findings = suites.map(\.findings) + unsound.map { .init(unsound: $0, "launchflow test") }
    return Findings(files: findings).text(format) ?? suites.map(text).joined(separator: "\n")
  }

  private func page(_ suites: [TestSuite]) -> String {
    let title = suites.count == 1 ? suites[0].subject : Counting.text(suites.count, "scenarios file")
    let day = suites.flatMap { suite in
      suite.cases.map { tested -> Picture.Played in
        let name = suites.count == 1 ? tested.name : "\(suite.subject): \(tested.name)"
        let problems = tested.failures.map { $0.line(in: suite.path) }
        let outcome = tested.picture ?? .words(tested.outcome)
        return (name, nil, outcome, tested.expectsNothing ? nil : problems)
      }
    }
    return Picture(day: title, day).html()
  }

  private func text(_ suite: TestSuite) -> String {
    let passed = suite.cases.count { $0.failures.isEmpty }
    var text = "\(suite.path.visible): \(passed) of \(suite.cases.count) passed\n"
    for played in suite.cases {
      let signs = options.isASCII ? ("ok  ", "FAIL") : ("✓", "✗")
      let sign = played.failures.isEmpty ? signs.0 : signs.1
      let silence = played.expectsNothing ? "; no \"expect\"" : ""
      text += "  \(sign) \(played.name.visible): \(played.outcome.visible)\(silence)\n"
      guard !played.failures.isEmpty else { continue }
      for failure in played.failures { text += "    " + failure.line(in: suite.path).visible + "\n" }
      if let run = played.run { text += "    Run \(run) is the first that fails:\n" }
      switch played.picture {
      case .run(let run): text += "\n" + Picture(run).text(options) + "\n"
      case .switchRun(let trace): text += "\n" + Picture(trace).text(options) + "\n"
      case .runs, .words, nil: break
      }
      text += "    again: \(played.replay)\n"
    }
    for line in suite.coverage?.lines ?? [] { text += "  \(line.visible)\n" }
    return text
  }
}
