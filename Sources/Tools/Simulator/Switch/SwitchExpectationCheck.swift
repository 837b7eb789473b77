/// Compares runs of a switch with the expectations of their scenario.
package enum SwitchExpectationCheck {
  /// The violated expectations of a run, in the order of documents.
  package static func failures(
    of expectation: SwitchScenario.Expectation, in run: SimulatedSwitchRun
  ) -> [ExpectationCheck.Failure] {
    offlineFailures(expectation, run.trace) + figureFailures(expectation, run.trace.figures)
      + ExpectationCheck.failures(of: run.stopped)
  }

  private static func offlineFailures(
    _ expectation: SwitchScenario.Expectation, _ trace: SwitchTrace
  ) -> [ExpectationCheck.Failure] {
    let periods = trace.periods
    return expectation.offline.compactMap { expected in
      let wanted = expected.periods.map { text($0.from.nanoseconds, $0.to?.nanoseconds) }
      let found = periods.filter { trace.name(of: $0.cause) == expected.cause }.map { text($0.from, $0.to) }
      guard wanted != found else { return nil }
      return ExpectationCheck.Failure(
        ["offline", expected.cause], expected: list(wanted), actual: list(found))
    }
  }

  private static func text(_ from: Int64, _ to: Int64?) -> String {
    let end = to.map { Duration.nanoseconds($0).documentText } ?? "the end"
    return Duration.nanoseconds(from).documentText + " to " + end
  }

  private static func list(_ periods: [String]) -> String {
    periods.isEmpty ? "never" : periods.joined(separator: ", ")
  }

  private static func figureFailures(
    _ expectation: SwitchScenario.Expectation, _ figures: SwitchFigures
  ) -> [ExpectationCheck.Failure] {
    expectation.figures.compactMap { expected in
      let (figure, bound) = (expected.figure, expected.bound)
      let actual = figures.value(of: figure)
      if let actual, bound.holds(for: actual) { return nil }
      return ExpectationCheck.Failure(
        [figure.rawValue], expected: bound.comparison.rawValue + figure.text(bound.value),
        actual: actual.map { $0 >= Double(Int64.max) ? "never" : figure.text($0) } ?? "nothing to measure")
    }
  }
}
