import LaunchFlowModel

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
        "  <testsuite name=\"\(escaped(suite.path))\" tests=\"\(suite.cases.count)\""
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
      "    <testcase name=\"\(escaped(played.name))\" classname=\"\(escaped(suite.subject))\""
      + " file=\"\(escaped(suite.path))\""
    guard let first = played.failures.first else { return head + "/>\n" }
    let message = "\(first.field): expected \(first.expected), got \(first.actual)"
    let lines = played.failures.map { TestReport.line($0, suite.path) } + ["again: \(played.replay)"]
    return head + ">\n      <failure message=\"\(escaped(message))\">"
      + lines.map(escaped).joined(separator: "\n") + "</failure>\n    </testcase>\n"
  }

  /// A line for XML 1.0: its five characters escaped, hidden characters shown.
  static func escaped(_ line: String) -> String {
    var result = ""
    for scalar in line.visible.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
