/// The values and messages of a simulated run's steps, by their numbers.
///
/// Not generic, so that `StepValues` is compiled for numbers here: another module would look up its types at run time,
/// at every effect of a run.
package struct NumberedValues: Sendable {
  private var steps: StepValues<Int32, Int32>

  /// Starts a run, in which no step has a value yet.
  package init(steps count: Int) {
    steps = StepValues(steps: count)
  }

  /// The places of the landing's notices that may not be shown.
  package var withheldNotices: [Int] { steps.withheldNotices }

  /// Goes back to before a run.
  package mutating func reset() { steps.reset() }

  /// Keeps an answer. Called before the machine takes it, and never with a stale one.
  package mutating func note(_ value: Int32?, _ message: Int32?, of step: Int) {
    steps.note(value, message, nil, of: step)
  }

  /// Updates what the steps have by an effect of the machine.
  ///
  /// - Parameter local: The constant or the cached value that the effect's step settles with; nil for none.
  package mutating func follow(_ effect: FlowMachine.Effect, local: Int32?) {
    steps.follow(effect, local: local)
  }

  /// The value that a step settled with; nil for none.
  package func value(of step: Int) -> Int32? { steps.settled[step] }

  /// The message of the refusal that a step failed with; nil for none.
  package func message(of step: Int) -> Int32? { steps.messages[step] }
}
