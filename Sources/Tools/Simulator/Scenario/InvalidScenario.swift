/// A scenario that does not fit its flow.
package struct InvalidScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, one sentence each.
  package var problems: [String]

  package var description: String { problems.joined(separator: "\n") }
}
