import Testing

@testable import LaunchFlowCommand

/// Findings in the formats of CI services.
@Suite struct FindingsTests {
  @Test func `files have no dot before their folders`() {
    let findings = Findings(
      files: [
        Findings.File(unsound: "./-a b.json", "check"),
        Findings.File(FileError(path: "./c/.d.json", reason: "gone")),
      ])
    #expect(
      findings.text(.github) == """
        ::error file=-a b.json,title=unsound-file::has errors, so nothing else was checked%0A'launchflow check' lists them
        ::error file=c/.d.json,title=unreadable-file::gone

        """)
    let places = findings.text(.sarif)?.split(separator: "\n").filter { $0.contains("\"uri\"") }
    #expect(places?.map { $0.filter { $0 != " " } } == ["\"uri\":\"-a%20b.json\"", "\"uri\":\"c/.d.json\""])
  }
}
