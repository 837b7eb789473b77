import LaunchFlowMachine
import LaunchFlowModel

/// Explores a smaller flow for each claim that is still open.
///
/// What it proves holds for the flow itself. A run that it finds is rehearsed on the flow itself, where merged steps are
/// many again; only what happens there counts.
struct SmallerFlowStage {
  private let choices: WorldChoices
  private let plan: FlowPlan
  private let shortcuts: Shortcuts
  private(set) var verdicts: Verdicts

  init(_ choices: WorldChoices, _ verdicts: Verdicts, _ shortcuts: Shortcuts) {
    self.choices = choices
    self.verdicts = verdicts
    self.shortcuts = shortcuts
    plan = choices.plan
  }

  /// - Parameter promise: The promise to decide; nil for the latest landing.
  mutating func decide(_ promise: Int?, within budget: Budget, shouldStop: (Int, Int) -> Bool) {
    let smaller = SmallerFlow(choices, promise: promise, shortcuts)
    guard smaller.stepCount < plan.steps.count else { return }
    let small = FlowPlan(unchecked: smaller.flow)
    // Events of one instant are taken in any order: a merged step has another place in the file.
    var explorer = Explorer(
      small, WorldChoices(small, hasSwitch: choices.hasSwitch), tellsTiesApart: false)
    explorer.explore(budget, shouldStop: shouldStop)
    verdicts.note(VerificationReport.extent(of: explorer))
    guard explorer.isComplete, explorer.findings.doesNotLand == nil else { return }
    let means = Means.smallerFlow(steps: small.steps.count, states: explorer.store.nodes.count)
    if let promise {
      if let end = explorer.findings.broken[0] ?? explorer.cancelledFindings.broken[0] {
        rehearse(explorer, end, smaller, for: promise)
      } else {
        verdicts.holds(promise, by: means)
      }
    } else {
      narrow(explorer, smaller, by: means)
    }
  }

  /// No run lands later on any page than in the smaller flow.
  private mutating func narrow(_ explorer: Explorer, _ smaller: SmallerFlow, by means: Means) {
    var latest: [Int: Findings.Landing] = [:]
    for (place, landing) in explorer.findings.landings where landing.time > latest[place.page]?.time ?? -1 {
      latest[place.page] = landing
    }
    verdicts.narrow(plan.pages.indices.map { latest[$0]?.time ?? -1 }, by: means)
    for page in plan.pages.indices {
      if let landing = latest[page] { rehearse(explorer, landing.end, smaller, for: nil) }
    }
  }

  private mutating func rehearse(
    _ explorer: Explorer, _ end: Findings.End, _ smaller: SmallerFlow, for promise: Int?
  ) {
    guard
      let found = RunPath(explorer, to: end).witness(
        named: "found", explorer.choices, pinsEnd: promise == nil)
    else { return }
    var player = RehearsalPlayer(choices)
    let outcome = player.play(smaller.rehearsal(found, choices))
    if let promise {
      guard outcome.broken.contains(promise) else { return }
      if let witness = player.witness(named: "breaks-promise-\(promise + 1)") {
        verdicts.isBroken(promise, by: witness)
      }
    } else if outcome.rule >= 0, let page = player.witness(named: "worst-case")?.page {
      verdicts.noteLanding(page, at: outcome.landedAt) { player.witness(named: $0) }
    }
  }
}

extension SmallerFlow {
  /// A run of the flow itself that does what a run of the smaller one does, as far as it can.
  fileprivate func rehearsal(_ run: Witness, _ choices: WorldChoices) -> Rehearsal {
    let plan = choices.plan
    var rehearsal = Rehearsal(choices, Rehearsal.success)
    let literals = plan.flow.inputs.indices.map { input -> Int32 in
      let value = run.inputs.first { $0.name == plan.flow.inputs[input].name }?.value
      return Int32(value.flatMap { plan.inputLiterals[input].firstIndex(of: $0) } ?? -1)
    }
    rehearsal.inputClass =
      (0..<choices.inputClassCount).first { choices.inputClass($0).map(\.literal) == literals } ?? 0
    rehearsal.cancel = run.cancelledAt
    for steps in run.steps where !steps.isFallback {
      guard let step = plan.index(of: steps.step) else { continue }
      let answers = steps.attempts.map { answer($0, of: step, in: plan) }
      if case .step = module(of: step) {
        rehearsal.behaviours[step] = .answers(answers)
      } else if let answer = answers.first {
        let end = StepModule.End(
          isAvailable: answer.choice == .plain, after: answer.choice == nil ? .max : answer.after)
        for part in ends(of: step, end) {
          rehearsal.behaviours[part.step] = .answers([
            Rehearsal.Answer(choice: part.end.isAvailable ? .plain : .failed(.error), after: part.end.after)
          ])
        }
      }
    }
    return rehearsal
  }

  private func answer(_ attempt: Witness.Attempt, of step: Int, in plan: FlowPlan) -> Rehearsal.Answer {
    var answer = Rehearsal.Answer()
    answer.after = attempt.takes
    switch attempt.end {
    case .plain: answer.choice = .plain
    case .named(let name): answer.choice = plan.nameNumber(name, of: step).map(AttemptChoice.named)
    case .failed(let errorClass): answer.choice = .failed(errorClass)
    case .hang: break
    }
    return answer
  }
}
