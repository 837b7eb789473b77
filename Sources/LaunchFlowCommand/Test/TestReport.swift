import LaunchFlowModel
import LaunchFlowTimeline

/// The test results as text: each scenario, the failed runs drawn, and the coverage of each file.
struct TestReport {
  private let suites: [TestSuite]
  private let options: TextOptions

  init(_ suites: [TestSuite], _ given: Given, in world: World) {
    self.suites = suites
    var options = TextOptions()
    options.width = world.width(given)
    options.isColoured = world.colors(.data, given) && given[SharedOptions.output] == nil
    options.isASCII = world.isASCII(given)
    self.options = options
  }

  /// The whole report, with a line end at its end.
  var text: String {
    suites.map(text).joined(separator: "\n")
  }

  private func text(_ suite: TestSuite) -> String {
    let passed = suite.cases.count { $0.failures.isEmpty }
    var text = "\(suite.path.visible): \(passed) of \(suite.cases.count) passed\n"
    for played in suite.cases {
      let sign = played.failures.isEmpty ? options.isASCII ? "ok  " : "✓" : options.isASCII ? "FAIL" : "✗"
      let silence = played.expectsNothing ? "; no \"expect\"" : ""
      text += "  \(sign) \(played.name.visible): \(played.outcome.visible)\(silence)\n"
      guard !played.failures.isEmpty else { continue }
      for failure in played.failures { text += "    " + Self.line(failure, suite.path).visible + "\n" }
      if let run = played.run { text += "    Run \(run) is the first that fails:\n" }
      if let picture = played.picture { text += "\n" + drawn(picture) + "\n" }
      text += "    again: \(played.replay)\n"
    }
    for line in suite.coverage?.lines ?? [] { text += "  \(line.visible)\n" }
    return text
  }

  private func drawn(_ picture: TestSuite.Picture) -> String {
    switch picture {
    case .flow(let trace): Picture(PicturedRun(trace)).text(options)
    case .offlineSwitch(let trace): Picture(trace).text(options)
    }
  }

  /// One failed expectation with its place.
  static func line(_ failure: TestSuite.Failure, _ path: String) -> String {
    let position = failure.place.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    return "\(path)\(position): \(failure.field): expected \(failure.expected), got \(failure.actual)"
  }
}
