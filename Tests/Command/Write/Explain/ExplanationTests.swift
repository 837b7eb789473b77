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
    #expect(Set(explanation.findings.map(\.code)) == [explanation.code])
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
      return DiagnosticText(source, width: 100).text(explanation.findings)
    }
    try Golden.expect(text.joined(separator: "\n"), in: "diagnostics.txt")
  }

  @Test func `the article in the documentation is made from them`() throws {
    let url = Binary.package.appending(path: "Sources/App/LaunchFlow/LaunchFlow.docc/Diagnostics.md")
    if Golden.isUpdating { try Data(Explanation.article.utf8).write(to: url) }
    let article = try String(contentsOf: url, encoding: .utf8)
    #expect(
      article == Explanation.article,
      "launchflow explain --format markdown > Sources/App/LaunchFlow/LaunchFlow.docc/Diagnostics.md")
  }
}
