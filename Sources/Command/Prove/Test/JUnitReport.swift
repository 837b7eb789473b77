import LaunchFlowTimeline

/// The test results as JUnit XML, for continuous integration: a suite for each file, a case for each scenario
/// (the common subset of https://github.com/testmoapp/junitxml).
enum JUnitReport {
  static func text(_ suites: [TestSuite]) -> String {
    let count = suites.reduce(0) { $0 + $1.cases.count }
    let failed = suites.reduce(0) { $0 + failures(in: $1) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"launchflow\" tests=\"\(count)\" failures=\"\(failed)\">\n"
    for suite in suites {
      text +=
        "  <testsuite name=\"\(suite.path.xmlEscaped)\" tests=\"\(suite.cases.count)\""
        + " failures=\"\(failures(in: suite))\">\n"
      for played in suite.cases { text += testCase(played, suite) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func failures(in suite: TestSuite) -> Int {
    suite.cases.count { !$0.failures.isEmpty }
  }

  private static func testCase(_ played: TestSuite.Case, _ suite: TestSuite) -> String {
    let head =
      "    <testcase name=\"\(played.name.xmlEscaped)\" classname=\"\(suite.subject.xmlEscaped)\""
      + " file=\"\(suite.path.xmlEscaped)\""
    guard let first = played.failures.first else { return head + "/>\n" }
    let message = "\(first.field): expected \(first.expected), got \(first.actual)"
    let lines = played.failures.map { $0.line(in: suite.path) } + ["again: \(played.replay)"]
    return head + ">\n      <failure message=\"\(message.xmlEscaped)\">"
      + lines.map(\.xmlEscaped).joined(separator: "\n") + "</failure>\n    </testcase>\n"
  }
}
