import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The rehearsals of a flow, the simplest first: no fault, the same fault everywhere, one fault at a time,
/// then random ones.
///
/// The seed is fixed, so that a verdict is the same on every machine.
struct RehearsalSeries {
  private let choices: WorldChoices
  private let plan: FlowPlan
  /// By step: its possible faults, each an immediate one.
  private let faults: [[Rehearsal.Behaviour]]
  private var worlds: [World] = []

  init(_ choices: WorldChoices) {
    self.choices = choices
    plan = choices.plan
    let plan = plan
    faults = plan.steps.indices.map { step in
      let planned = plan.steps[step]
      guard planned.kind == .http || planned.kind == .action || !planned.fallbacks.isEmpty else { return [] }
      let names = (0..<Int32(planned.names.count)).map(AttemptChoice.named)
      let failure = AttemptChoice.failed(planned.kind == .http ? .network : .error)
      func atOnce(_ choice: AttemptChoice) -> Rehearsal.Behaviour {
        .answers([Rehearsal.Answer(choice: choice)])
      }
      return ([failure] + names).map(atOnce) + [Rehearsal.hang, atOnce(.failed(.business))]
    }
    worlds = allWorlds()
  }

  /// The behaviours with which all steps succeed, and those with which all fail.
  private static let successes: [Rehearsal.Behaviour] = [Rehearsal.success, .late(isAvailable: true)]
  private static let failures: [Rehearsal.Behaviour] = [
    .late(isAvailable: false), Rehearsal.hang,
    .answers([Rehearsal.Answer(choice: .failed(.error))]),
    .answers([Rehearsal.Answer(choice: .failed(.network))]),
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
    for rehearsal in alike(Self.successes) where isLeft(10) {
      guard play(rehearsal, &player) else { return }
    }
    for world in worlds {
      for step in plan.steps.indices {
        for fault in faults[step] where isLeft(50) {
          guard play(rehearsal(world, step, fault), &player) else { return }
        }
      }
    }
    for rehearsal in alike(Self.failures) where isLeft(60) {
      var rehearsal = rehearsal
      rehearsal.givesSignals = false
      guard play(rehearsal, &player) else { return }
    }
    // The run is cancelled while a step hangs.
    for step in plan.steps.indices where !plan.steps[step].isTail && !faults[step].isEmpty && isLeft(70) {
      var rehearsal = rehearsal(worlds[0], step, Rehearsal.hang)
      rehearsal.cancel = 0
      guard play(rehearsal, &player) else { return }
    }
    var lots = SplitMix(seed: 1)
    while isLeft(100) {
      guard play(draw(&lots), &player) else { return }
    }
  }

  private func alike(_ behaviours: [Rehearsal.Behaviour]) -> [Rehearsal] {
    behaviours.flatMap { behaviour in worlds.map { rehearsal(behaviour, $0) } }
  }

  /// A rehearsal in which only one step has a fault.
  private func rehearsal(_ world: World, _ step: Int, _ fault: Rehearsal.Behaviour) -> Rehearsal {
    var rehearsal = rehearsal(Rehearsal.success, world)
    rehearsal.behaviours[step] = fault
    return rehearsal
  }

  /// The maximal number of combinations of inputs for which single faults are played.
  private static let mostClasses = 16

  private struct World {
    var inputClass: Int
    var isOffline: Bool
    var caches: [Int]
  }

  private func allWorlds() -> [World] {
    let absent = plan.flow.caches.map { _ in 0 }
    let filled = plan.flow.caches.indices.map { min(1, choices.caches[$0].count - 1) }
    return (0..<min(choices.inputClassCount, Self.mostClasses)).flatMap { inputClass in
      ([absent] + (filled == absent ? [] : [filled])).flatMap { caches in
        (choices.hasSwitch ? [false, true] : [false]).map { isOffline in
          World(inputClass: inputClass, isOffline: isOffline, caches: caches)
        }
      }
    }
  }

  private func rehearsal(_ behaviour: Rehearsal.Behaviour, _ world: World) -> Rehearsal {
    var rehearsal = Rehearsal(choices, behaviour)
    rehearsal.inputClass = world.inputClass
    rehearsal.offline = world.isOffline ? 1 : 0
    rehearsal.caches = world.caches
    return rehearsal
  }

  private func draw(_ lots: inout SplitMix) -> Rehearsal {
    var rehearsal = Rehearsal(choices, Rehearsal.success)
    rehearsal.inputClass = lots.draw(below: choices.inputClassCount)
    if choices.hasSwitch, lots.chance(100) { rehearsal.offline = 1 }
    for cache in rehearsal.caches.indices {
      rehearsal.caches[cache] = lots.draw(below: choices.caches[cache].count)
    }
    let share = [20, 100, 400][lots.draw(below: 3)]
    for step in plan.steps.indices where !faults[step].isEmpty {
      if lots.chance(share) {
        rehearsal.behaviours[step] = fault(of: step, &lots)
      } else if lots.chance(500) {
        rehearsal.behaviours[step] = .answers([
          Rehearsal.Answer(choice: .plain, after: moment(of: step, &lots))
        ])
      }
    }
    if !plan.signals.isEmpty, lots.chance(300) { rehearsal.givesSignals = false }
    if lots.chance(100) { rehearsal.cancel = plan.deadline / 4 * Int64(lots.draw(below: 4)) }
    return rehearsal
  }

  private func fault(of step: Int, _ lots: inout SplitMix) -> Rehearsal.Behaviour {
    if lots.chance(200) { return .late(isAvailable: lots.chance(500)) }
    let count = 1 + lots.draw(below: 3)
    return .answers(
      (0..<count).map { _ in
        guard case .answers(let answers) = faults[step][lots.draw(below: faults[step].count)],
          let choice = answers[0].choice
        else { return Rehearsal.Answer() }
        return Rehearsal.Answer(choice: choice, after: moment(of: step, &lots))
      })
  }

  /// A round time: at once, half-way, at a time-out.
  private func moment(of step: Int, _ lots: inout SplitMix) -> Int64 {
    let timeout = max(0, plan.clocks[step].timeout)
    return [0, timeout / 2, timeout][lots.draw(below: 3)]
  }
}

extension SplitMix {
  /// True in `share` of a thousand cases.
  fileprivate mutating func chance(_ share: Int) -> Bool { draw(below: 1000) < share }
}
