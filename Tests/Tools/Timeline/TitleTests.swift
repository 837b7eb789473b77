import LaunchFlowTraces
import Testing

@testable import LaunchFlowTimeline

/// Pictures show titles in place of names.
@Suite struct TitleTests {
  private static let titles = SampleNames.titled.titles.compactMap(\.self)
  /// The names that the titles replace, as no other word of a picture.
  private static let names = ["flow-name", "group-name", "step-name", "page-name"]

  /// The titles that a picture has room for.
  private static func shown(_ kind: SampleKind, in picture: String) -> [String] {
    switch kind {
    case .open: Array(titles.prefix(3))
    // Of many runs a page shows one whole; a drawing shows the curves alone, and a terminal the pages, too.
    case .runs, .comparedRuns:
      picture.hasPrefix("<!DOCTYPE html>")
        ? titles : picture.hasPrefix("<svg") ? [titles[0]] : [titles[0], titles[3]]
    default: titles
    }
  }

  /// That a picture shows titles and no names; those stand only where a page says where a step is declared.
  private func expect(_ titles: [String], in picture: String) {
    for title in titles { #expect(picture.contains(title), "\(title): \(picture)") }
    let drawn = picture.replacing("/steps/group-name/steps/step-name", with: "").replacing(
      "/steps/group-name", with: "")
    for name in Self.names { #expect(!drawn.contains(name), "\(name): \(picture)") }
  }

  @Test(arguments: [SampleKind.run, .open, .comparison, .runs, .comparedRuns])
  func `pictures show titles and no names`(kind: SampleKind) throws {
    let picture = try kind.picture(.titled)
    for text in [picture.text(), picture.svg(), picture.html()] {
      expect(Self.shown(kind, in: text), in: text)
    }
  }

  @Test func `a graph shows titles and no names`() {
    expect(Self.titles, in: Definition(SampleNames.titled.definition()).mermaid)
  }

  @Test func `steps that share a title keep their names`() {
    var trace = SampleNames.titled.run()
    trace.steps[2].ownTitle = "Log in"
    let text = Picture(PicturedRun(trace)).text()
    #expect(text.contains("Log in (step-name)") && text.contains("Log in (next)"))
  }

  /// Steps are paired by name, and other programs read names.
  @Test func `JSON and comparisons use names`() {
    let trace = SampleNames.titled.run()
    #expect(
      RunComparison(TraceSummary(trace), TraceSummary(trace)).steps.map(\.name) == ["step-name", "next"])
    let value = ComparisonJSON.value(.init(trace), .init(trace)).text()
    #expect(value.contains("step-name") && !value.contains("Log in"))
  }

  @Test func `trace files contain titles and names`() {
    let text = SampleNames.titled.run().fileText
    #expect(Trace.read(SourceText(name: "t", text: text)).document == SampleNames.titled.run())
    #expect(text.contains(#""name":"step-name","title":"Log in""#))
  }
}
