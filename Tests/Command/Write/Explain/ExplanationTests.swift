import Foundation
import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowCommand

@Suite struct ExplanationTests {
  @Test func `each diagnostic has one, in order of the codes`() {
    #expect(Explanation.all.map(\.code.rawValue) == DiagnosticCode.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: Explanation.all)
  func `the wrong example has only this problem, and the right one none`(_ explanation: Explanation) {
    #expect(explanation.wrong != explanation.right)
    #expect(Set(Explanation.findings(in: explanation.wrong).map(\.code)) == [explanation.code])
    #expect(Explanation.findings(in: explanation.right).map(\.message) == [])
  }

  @Test(arguments: Explanation.all)
  func `each has a title of three to six words, and sentences`(_ explanation: Explanation) {
    #expect(!explanation.title.hasSuffix("."))
    #expect((3...6).contains(explanation.title.split(separator: " ").count))
    for text in [explanation.what, explanation.why, explanation.fix] {
      #expect(text.hasSuffix(".") && text.count > 20)
    }
  }

  @Test func `the diagnostics of the examples are the reviewed ones`() throws {
    let text = Explanation.all.map { explanation in
      let source = SourceText(name: explanation.code.rawValue + ".json", text: explanation.wrong)
      return DiagnosticText(source, width: 100).text(Explanation.findings(in: explanation.wrong))
    }
    try Golden.expect(text.joined(separator: "\n"), in: "diagnostics.txt")
  }

  @Test func `the article in the documentation is made from them`() throws {
    func sections(_ severity: Diagnostic.Severity) -> String {
      Explanation.all.filter { $0.code.severity == severity }.map(\.markdown).joined()
    }
    try Golden.expectSections(
      "## Errors\n" + sections(.error) + "\n## Warnings\n" + sections(.warning), ofArticle: "Diagnostics")
  }
}

extension Explanation {
  fileprivate var markdown: String {
    let messages = Self.findings(in: wrong).map { finding in
      let start = finding.place.range.map { "\($0.start.line):\($0.start.column): " } ?? ""
      let hint = finding.advice.map { "\n  help: " + $0 } ?? ""
      return start + finding.severity.rawValue + ": " + finding.message + " [\(finding.code.rawValue)]" + hint
    }
    return """

      ### \(code.rawValue): \(title)

      \(what)

      \(why)

      \(fix)

      Wrong:

      ```json
      \(wrong)```

      ```
      \(messages.joined(separator: "\n"))
      ```

      Right:

      ```json
      \(right)```

      """
  }
}
