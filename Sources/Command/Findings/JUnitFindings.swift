import LaunchFlowTimeline

/// Findings as JUnit XML: a suite for each file, a case for each check
/// (the common subset of https://github.com/testmoapp/junitxml).
enum JUnitFindings {
  static func text(_ findings: Findings) -> String {
    let files = findings.files
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"launchflow\" \(counts(files.flatMap(\.checks)))>\n"
    for file in files {
      text += "  <testsuite name=\"\(file.path.xmlEscaped)\" \(counts(file.checks))>\n"
      for check in file.checks { text += testCase(check, file) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func counts(_ checks: [Findings.Check]) -> String {
    "tests=\"\(checks.count)\" failures=\"\(checks.count(where: \.hasFailed))\""
  }

  private static func testCase(_ check: Findings.Check, _ file: Findings.File) -> String {
    let head =
      "    <testcase name=\"\(check.name.xmlEscaped)\" classname=\"\(file.subject.xmlEscaped)\""
      + " file=\"\(file.path.xmlEscaped)\""
    let failures = check.findings.filter { $0.severity == .error }
    guard let first = failures.first else { return head + "/>\n" }
    let lines = failures.flatMap { [$0.line(in: file.path), $0.help].compactMap(\.self) }
    let all = lines + (check.again.map { ["again: " + $0] } ?? [])
    return head + ">\n      <failure message=\"\(first.message.xmlEscaped)\">"
      + all.map(\.xmlEscaped).joined(separator: "\n") + "</failure>\n    </testcase>\n"
  }
}
