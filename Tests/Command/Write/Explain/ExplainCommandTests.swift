import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

@Suite struct ExplainCommandTests {
  @Test func `without a code all codes are listed`() async {
    let outcome = await TestWorld().run("explain")
    #expect(outcome.status == .fine)
    let lines = outcome.data.split(separator: "\n")
    #expect(lines.map { $0.prefix(5) } == lines.map { $0.prefix(5) }.sorted())
    #expect(lines.count == DiagnosticCode.allCases.count)
    #expect(lines.contains("LF034  warning  Possible secret in the file"))
  }
}
