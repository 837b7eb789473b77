/// How a claim was proved.
package enum Means: String, Hashable, Sendable {
  /// Every run of the flow was explored.
  case exploration
  /// The flow's deadline ends every run, and the last landing rule has no condition.
  case construction
  /// Time-outs were added up along every way to the landing.
  case arithmetic
  /// The landing rules exclude every other outcome, in whatever order the steps settle.
  case rules
}

extension Means: CustomStringConvertible {
  /// The means as the end of a sentence.
  package var description: String {
    switch self {
    case .exploration: "every run explored"
    case .construction: "the deadline ends every run, and the last landing rule has no condition"
    case .arithmetic: "by arithmetic"
    case .rules: "by the landing rules, in any order of events"
    }
  }
}
