import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Writes a comparison in the format of the command line.
struct ComparisonReport {
  private let format: CompareCommand.Format
  private let options: TextOptions

  init(_ given: Given, in world: World) {
    format = given[CompareCommand.format] ?? .text
    options = TextOptions(given, output: given[SharedOptions.output], in: world)
  }

  /// The outcome, with a line end at its end.
  func text(_ outcome: ComparedPair.Outcome) -> String {
    switch (outcome, format) {
    case (.run(let before, let after), .text):
      Picture(comparing: before, after).text(options)
    case (.run(let before, let after), .json):
      json(ComparisonJSON.value(before, after))
    case (.run(let before, let after), .html):
      Picture(comparing: before, after).html()
    case (.runs(let comparison, let before, let after), .text):
      Picture(comparison, run: before, and: after).text(options)
    case (.runs(let comparison, _, _), .json):
      json(ComparisonJSON.value(comparison))
    case (.runs(let comparison, let before, let after), .html):
      Picture(comparison, run: before, and: after).html()
    }
  }

  private func json(_ value: JSONValue) -> String { value.text(.pretty) + "\n" }
}
