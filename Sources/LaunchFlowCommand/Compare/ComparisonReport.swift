import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Writes a comparison in the format of the command line.
struct ComparisonReport {
  private let format: CompareCommand.Format
  private let options: TerminalTimeline.Options

  init(_ given: Given, in world: World) {
    format = given[CompareCommand.format] ?? .text
    options = TerminalTimeline.Options(given, output: given[SharedOptions.output], in: world)
  }

  /// The outcome, with a line end at its end.
  func text(_ outcome: ComparedPair.Outcome) -> String {
    switch (outcome, format) {
    case (.run(let before, let after), .text):
      TerminalComparison.text(before.trace, after.trace, options: options)
    case (.run(let before, let after), .json):
      json(ComparisonJSON.value(before, after))
    case (.run(let before, let after), .html):
      HTMLComparison.text(before, after)
    case (.runs(let comparison, _, _), .text):
      TerminalDistributionComparison.text(comparison, options: options)
    case (.runs(let comparison, _, _), .json):
      json(ComparisonJSON.value(comparison))
    case (.runs(let comparison, let before, let after), .html):
      HTMLDistributionComparison.text(comparison, run: before, and: after)
    }
  }

  private func json(_ value: JSONValue) -> String { value.text(.pretty) + "\n" }
}
