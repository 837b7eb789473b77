/// A scenario that does not fit its flow.
package struct InvalidScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit, one sentence each.
  package var problems: [String]

  package init(problems: [String]) {
    self.problems = problems
  }

  /// One line a problem.
  package var description: String {
    problems.joined(separator: "\n")
  }
}
