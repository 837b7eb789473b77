/// A property of a flow that keeps it from being explored.
package enum Obstacle: Hashable, Sendable {
  /// There are more combinations of inputs than can be told apart.
  case inputs
  /// The readers of a cache tell more contents apart than can be tried.
  case cache(String)
  /// A step has more fallbacks, results or attempts than a state has room for.
  case step(String, what: String, most: Int)
  /// A duration is longer than a zone can represent.
  case duration(String?)
  /// A switch's scenario has more events than the search allows.
  case events
}

extension Obstacle: CustomStringConvertible {
  /// The reason as the end of a sentence.
  package var description: String {
    switch self {
    case .inputs: "there are more than \(WorldChoices.mostInputClasses) combinations of inputs"
    case .cache(let name):
      "the readers of cache \"\(name)\" distinguish more than \(CacheChoice.mostValues) contents"
    case .step(let step, let what, let most): "step \"\(step)\" has more than \(most) \(what)"
    case .duration(let step?): "a time of step \"\(step)\" is longer than 12 years"
    case .events: "it has more than \(SwitchTimetable.mostRows) events"
    case .duration(nil): "the deadline of the flow is longer than 12 years"
    }
  }
}
