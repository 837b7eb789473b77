/// The rehearsals of a flow, the simplest first: no fault, one fault at a time with all other steps at once or as late
/// as they can, the same fault everywhere.
struct RehearsalSeries {
  private let plan: FlowPlan
  /// By step: its possible faults, each an immediate one.
  private let faults: [[Rehearsal.Behaviour]]
  /// The contents of caches, inputs and switch, without behaviours of steps.
  private let worlds: [Rehearsal]

  init(_ choices: WorldChoices) {
    let plan = choices.plan
    self.plan = plan
    faults = plan.steps.indices.map { step in
      let planned = plan.steps[step]
      guard planned.kind == .http || planned.kind == .action || !planned.fallbacks.isEmpty else { return [] }
      let names = (0..<Int32(planned.names.count)).map(AttemptChoice.named)
      let failure = AttemptChoice.failed(planned.kind == .http ? .network : .error)
      return ([failure] + names).map { .answer($0) } + [.hang, .answer(.failed(.business))]
    }
    worlds = Self.worlds(choices)
  }

  /// The behaviours with which all steps succeed, and those with which all fail.
  private static let successes: [Rehearsal.Behaviour] = [.answer(.plain), .late(.plain)]
  private static let failures: [Rehearsal.Behaviour] = [
    .late(nil), .hang, .answer(.failed(.error)), .answer(.failed(.network)),
  ]

  /// Plays the series until its work is used up or the caller stops it.
  ///
  /// - Parameter play: Plays one rehearsal; false ends the series.
  func play(
    work: Int, _ player: inout RehearsalPlayer,
    _ play: (Rehearsal, inout RehearsalPlayer) -> Bool
  ) {
    let start = player.work
    func isLeft(_ share: Int) -> Bool { player.work - start < work / 100 * share }
    for rehearsal in alike(Self.successes) {
      guard isLeft(15) else { break }
      guard play(rehearsal, &player) else { return }
    }
    for (share, isLate) in [(50, false), (80, true)] {
      for world in alike([isLate ? .late(.plain) : .answer(.plain)]) {
        guard isLeft(share) else { break }
        for step in plan.steps.indices {
          for fault in faults[step] where isLeft(share) {
            var rehearsal = world
            rehearsal.behaviours[step] = isLate ? fault.delayed : fault
            guard play(rehearsal, &player) else { return }
          }
        }
      }
    }
    for rehearsal in alike(Self.failures) {
      guard isLeft(100) else { break }
      var rehearsal = rehearsal
      rehearsal.givesSignals = false
      guard play(rehearsal, &player) else { return }
    }
  }

  /// The rehearsals in which all steps have the same behaviour.
  private func alike(_ behaviours: [Rehearsal.Behaviour]) -> some Sequence<Rehearsal> {
    behaviours.lazy.flatMap { behaviour in
      worlds.lazy.map { world in
        var rehearsal = world
        rehearsal.behaviours = plan.steps.map { _ in behaviour }
        return rehearsal
      }
    }
  }

  /// The maximal number of combinations of inputs that are played.
  static let mostClasses = 64

  private static func worlds(_ choices: WorldChoices) -> [Rehearsal] {
    var world = Rehearsal(choices, .hang)
    world.behaviours = []
    let contents = min(8, choices.caches.map(\.count).max() ?? 1)
    return (0..<max(1, contents)).flatMap { content in
      world.caches = choices.caches.map { min(content, $0.count - 1) }
      return (0..<min(choices.inputClassCount, mostClasses)).flatMap { inputClass in
        (choices.hasSwitch ? [0, 1] : [0]).map { offline in
          (world.inputClass, world.offline) = (inputClass, offline)
          return world
        }
      }
    }
  }
}
