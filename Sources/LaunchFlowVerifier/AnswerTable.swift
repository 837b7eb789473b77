import LaunchFlowMachine
import LaunchFlowModel

/// The answers that attempts may be given, step by step.
struct AnswerTable {
  struct Answer {
    var choice: AttemptChoice
    var outcome: FlowMachine.AttemptOutcome
  }

  private(set) var all: [Answer] = []
  /// By step: where those to its own work stand, and those to its remote fallbacks.
  private(set) var own: [Range<Int>] = []
  private(set) var ofFallback: [Range<Int>] = []
  /// By step: the answers that say no more than that late work is over.
  private(set) var ofLateWork: [Range<Int>] = []
  /// By step: the answer to an attempt that cannot be made.
  private(set) var malformed: [Range<Int>] = []
  /// By step: whether it matters to another step, or to its group, that it is available.
  private(set) var isNeeded: [Bool]

  init(_ plan: FlowPlan, _ choices: WorldChoices) {
    isNeeded = plan.steps.map { step in
      step.group >= 0 || step.dependents.contains { plan.dependents[Int($0)].isNeed }
    }
    for step in plan.steps.indices {
      func add(_ choices: [AttemptChoice]) -> Range<Int> {
        let first = all.count
        all += choices.map { Answer(choice: $0, outcome: $0.outcome(of: step, in: plan)) }
        return first..<all.count
      }
      let (own, ofFallback) = choices.answers(of: step)
      self.own.append(add(own))
      self.ofFallback.append(add(ofFallback))
      ofLateWork.append(add([.failed(.network)]))
      malformed.append(add([.failed(.malformed)]))
    }
  }
}

extension Explorer {
  /// The answers that may be given to the attempt in flight of a step.
  func answers(to step: Int) -> Range<Int> {
    let state = machineBefore.steps[step]
    // What late work brings only ends it, but where a fresher value takes a constant's place.
    if state.isLate, !held.constants.contains(step) { return answers.ofLateWork[step] }
    return state.phase == .fallback ? answers.ofFallback[step] : answers.own[step]
  }

  /// What an answer comes to, as a number: answers of one number lead to states that mean the same.
  ///
  /// Of a name and of the difference between failed and timed out only what undecided conditions ask can
  /// matter later, and of a failure only whether there are more tries or fallbacks, and whether anybody needs
  /// the step.
  func effect(of answer: FlowMachine.AttemptOutcome, on step: Int) -> Int {
    let state = machineBefore.steps[step]
    switch answer {
    case .succeeded(let name):
      return effect(.value, asked(name, step), plan.clocks[step].pollEvery < 0 || endsPolling(name, step))
    case .refused(let name):
      let isFinal = !plan.names[Int(plan.steps[step].names.lowerBound + name)].allowsFallback
      if state.phase == .fallback { return isFinal ? effect(.final, asked(name, step)) : effect(.fallback) }
      return isFinal || !hasFallback(state, step)
        ? final(asked(name, step), .failed, step) : effect(.fallback, asked(name, step))
    case .failed(let errorClass):
      if state.phase == .fallback || state.isLate { return effect(.fallback) }
      let clocks = plan.clocks[step]
      if state.tries < clocks.attempts, clocks.retryClasses & errorClass.bit != 0 { return effect(.retry) }
      let status: Status = errorClass == .timeout ? .timedOut : .failed
      return hasFallback(state, step)
        ? effect(.fallback, -1, tellsApart(.failed, .timedOut, step) && status == .timedOut)
        : final(-1, status, step)
    }
  }

  private enum EffectKind: Int {
    case value, retry, fallback, final
  }

  private func effect(_ kind: EffectKind, _ name: Int32 = -1, _ flag: Bool = false) -> Int {
    kind.rawValue | (flag ? 4 : 0) | Int(name + 1) << 3
  }

  private func final(_ name: Int32, _ status: Status, _ step: Int) -> Int {
    let isLikeValue =
      name < 0 && !answers.isNeeded[step] && plan.clocks[step].pollEvery < 0
      && !tellsApart(.succeeded, status, step)
    return isLikeValue
      ? effect(.value, -1, true)
      : effect(.final, name, status == .timedOut && tellsApart(.failed, .timedOut, step))
  }

  private func hasFallback(_ state: FlowMachine.StepState, _ step: Int) -> Bool {
    Int(state.nextFallback) < plan.steps[step].fallbacks.count
  }

  private func endsPolling(_ name: Int32, _ step: Int) -> Bool {
    name >= 0 && plan.names[Int(plan.steps[step].names.lowerBound + name)].endsPolling
  }

  /// The name, or -1 where no undecided condition asks for it.
  private func asked(_ name: Int32, _ step: Int) -> Int32 {
    if name < 0 || machineBefore.steps[step].isLate { return -1 }
    return key.isAsked(name, of: step) ? name : -1
  }

  private func tellsApart(_ left: Status, _ right: Status, _ step: Int) -> Bool {
    key.tellsApart(left.bit, right.bit, of: step)
  }
}
