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

  @Test(arguments: ["LF016", "lf016", "lf16", "16"])
  func `a code is explained in full`(_ word: String) async throws {
    let outcome = await TestWorld().run("explain", word)
    #expect(outcome.status == .fine)
    try Golden.expect(outcome.data, in: "explain-LF016.txt")
  }

  @Test(arguments: ["LF999", "x", "-16x", "16.0"])
  func `an invalid code is wrong usage`(_ word: String) async {
    let outcome = await TestWorld().run("explain", "--", word)
    #expect(outcome.status == .wrongUsage)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: unknown diagnostic code '\(word)'; 'launchflow explain' lists all codes\n"))
  }

  @Test func `several codes are explained in order, as text or Markdown`() async {
    let text = await TestWorld().run("explain", "1", "2")
    #expect(text.data.contains("LF001 · error · ") && text.data.contains("\n\nLF002 · error · "))
    let markdown = await TestWorld().run("explain", "-f", "markdown", "1")
    #expect(markdown.data.hasPrefix("\n### LF001: Invalid JSON text\n"))
    let article = await TestWorld().run("explain", "-f", "markdown")
    #expect(article.data == ExplanationArticle.text)
  }
}
