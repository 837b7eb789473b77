/// One run, chosen in advance, with all choices of the world in it.
///
/// Rehearsals prove nothing about other runs. They refute promises, show how late a run can land, and show
/// which parts of a flow are reached. A person gives such runs as examples: few faults, at round times.
struct Rehearsal {
  /// The ends of a step's attempts.
  enum Behaviour {
    /// Each attempt ends so at once, those of remote fallbacks too.
    case answer(AttemptChoice)
    case hang
    /// As late as possible: with an answer at the last moment, or without a value. Earlier attempts fail with retryable
    /// errors.
    case late(AttemptChoice?)

    /// The same end as late as possible.
    var delayed: Behaviour {
      if case .answer(let choice) = self, choice.code >= -1 { .late(choice) } else { .late(nil) }
    }
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

  init(_ choices: WorldChoices, _ behaviour: Behaviour) {
    caches = choices.plan.flow.caches.map { _ in 0 }
    behaviours = Array(repeating: behaviour, count: choices.plan.steps.count)
  }
}
