import Testing

@testable import LaunchFlowCommand

@Suite struct OutputEndingTests {
  @Test(
    arguments: [
      (["-o", "day.html"], .html), (["-o", "out/day.SVG"], .svg), (["-o", "day.mmd"], nil),
      (["-o", "day.html", "--format", "json"], .json), (["-o", "day.text"], .text),
      (["-o", "day"], nil), (["-o", "-"], nil), (["-o", "a.html/day"], nil), (["-o", "day.pdf"], nil),
      ([], nil),
    ] as [([String], OutputFormat?)])
  func `without a format the ending of the output file decides`(
    words: [String], format: OutputFormat?
  ) throws {
    let given = try OptionScanner.scan(["f"] + words, for: SimulateCommand.interface)
    #expect(given.format == format)
  }

  @Test func `the flow that tune writes is no report`() throws {
    let given = try OptionScanner.scan(["f", "-o", "tuned.json"], for: TuneCommand.interface)
    #expect(given.format == nil)
  }
}
