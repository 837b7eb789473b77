import LaunchFlowMachine
import LaunchFlowModel

/// One run, chosen in advance, with all choices of the world in it.
///
/// Rehearsals prove nothing about other runs. They refute promises, show how late a run can land, and show
/// which parts of a flow are reached. A person gives such runs as examples: few faults, at round times.
struct Rehearsal {
  /// The end of one attempt.
  struct Answer: Hashable {
    /// nil if the attempt hangs.
    var choice: AttemptChoice?
    /// Nanoseconds since the attempt's start.
    var after: Int64 = 0
  }

  /// The ends of a step's attempts.
  enum Behaviour: Hashable {
    /// The step's own attempts in order, the last one repeated; its remote fallbacks end like the last one.
    case answers([Answer])
    /// As late as possible: with a value at the last moment, or without one. Earlier attempts fail with
    /// retryable errors.
    case late(isAvailable: Bool)
  }

  var inputClass = 0
  /// Bit 0 for the app, the others for domains.
  var offline = 0
  /// By cache: its choice.
  var caches: [Int]
  /// By step.
  var behaviours: [Behaviour]
  /// Whether the app gives all its signals at the start; if not, it gives none.
  var givesSignals = true
  /// The time at which the run is cancelled, in nanoseconds since its start.
  var cancel: Int64?

  /// Every attempt succeeds at once.
  static let success = Behaviour.answers([Answer(choice: .plain)])
  /// Every attempt hangs.
  static let hang = Behaviour.answers([Answer()])

  /// Gives all steps the same behaviour.
  init(_ choices: WorldChoices, _ behaviour: Behaviour) {
    caches = choices.plan.flow.caches.map { _ in 0 }
    behaviours = Array(repeating: behaviour, count: choices.plan.steps.count)
  }
}
