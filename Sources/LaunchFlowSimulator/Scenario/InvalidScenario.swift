/// A scenario that does not fit its flow.
public struct InvalidScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit, one sentence each.
  public var problems: [String]

  /// Reports problems.
  package init(problems: [String]) {
    self.problems = problems
  }

  /// One line a problem.
  public var description: String {
    problems.joined(separator: "\n")
  }
}
