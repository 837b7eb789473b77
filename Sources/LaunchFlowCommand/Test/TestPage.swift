import LaunchFlowModel
import LaunchFlowTimeline

/// The test results as one page: each scenario as a small picture, which leads to the whole one.
enum TestPage {
  static func text(_ suites: [TestSuite]) -> String {
    let title = suites.count == 1 ? suites[0].subject : Counting.text(suites.count, "scenarios file")
    return Picture(
      day: title, suites.flatMap { suite in suite.cases.map { played($0, of: suite, in: suites) } }
    )
    .html()
  }

  private static func played(
    _ tested: TestSuite.Case, of suite: TestSuite, in suites: [TestSuite]
  ) -> Picture.Played {
    let name = suites.count == 1 ? tested.name : "\(suite.subject): \(tested.name)"
    let outcome: Picture.Played.Outcome =
      switch tested.picture {
      case .flow(let trace): .run(PicturedRun(trace))
      case .offlineSwitch(let trace): .switchRun(trace)
      case nil: .words(tested.outcome)
      }
    let problems = tested.failures.map { TestReport.line($0, suite.path) }
    return Picture.Played(name, summary: nil, outcome, problems: tested.expectsNothing ? nil : problems)
  }
}
