import LaunchFlowMachine
import LaunchFlowModel

/// One run, chosen in advance: all that the world does in it.
///
/// Rehearsals prove nothing about other runs. They refute promises, show how late a run can land, and show which parts
/// of a flow are reached. A person gives such runs as examples: few faults, at round times.
struct Rehearsal {
  /// How one attempt ends.
  struct Answer: Hashable {
    /// nil for one that hangs.
    var choice: AttemptChoice?
    /// Nanoseconds since the attempt's start.
    var after: Int64 = 0
  }

  /// How a step's attempts end.
  enum Behaviour: Hashable {
    /// Its own attempts one after another, the last one again and again; its remote fallbacks like the last one.
    case answers([Answer])
    /// As late as they can: with a value at the last moment, or without one. Earlier attempts fail so that they are
    /// repeated.
    case late(isAvailable: Bool)
  }

  var inputClass = 0
  /// Bit 0 for the app, the others for domains.
  var offline = 0
  /// By cache: its choice.
  var caches: [Int]
  /// By step.
  var behaviours: [Behaviour]
  /// Whether the app gives all its signals at the start, or none.
  var givesSignals = true
  /// When the run is cancelled, in nanoseconds since its start.
  var cancel: Int64?

  /// Every attempt succeeds at once.
  static let success = Behaviour.answers([Answer(choice: .plain)])
  /// Every attempt hangs.
  static let hang = Behaviour.answers([Answer()])

  /// All steps alike.
  init(_ choices: WorldChoices, _ behaviour: Behaviour) {
    caches = choices.plan.flow.caches.map { _ in 0 }
    behaviours = Array(repeating: behaviour, count: choices.plan.steps.count)
  }
}
