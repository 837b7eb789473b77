import LaunchFlowMachine
import LaunchFlowModel

/// The answers that the attempts of each step may be given.
///
/// The table rules nothing out. Which answers come to the same is decided by the machine, state by state
/// (`FlowMachine.reaction`), and by comparing the states that follow. The order only decides which of them a
/// witness shows.
struct AnswerTable {
  struct Answer {
    var choice: AttemptChoice
    var outcome: FlowMachine.AttemptOutcome
  }

  private(set) var all: [Answer] = []
  /// By step: the answers to its own work, to its remote fallbacks and to its late work.
  private var own: [Range<Int32>] = []
  private var ofFallback: [Range<Int32>] = []
  private var ofLateWork: [Range<Int32>] = []
  /// By step: the answer to an attempt that cannot be made.
  private(set) var malformed: [Range<Int32>] = []

  init(_ plan: FlowPlan) {
    for step in plan.steps.indices {
      func add(_ choices: [AttemptChoice]) -> Range<Int32> {
        let first = Int32(all.count)
        all += choices.map { Answer(choice: $0, outcome: $0.outcome(of: step, in: plan)) }
        return first..<Int32(all.count)
      }
      let names = (0..<Int32(plan.steps[step].names.count)).map(AttemptChoice.named)
      let failures = Self.remoteErrors.map(AttemptChoice.failed)
      let ownFailures =
        plan.steps[step].kind == .action ? Self.actionErrors.map(AttemptChoice.failed) : failures
      own.append(add([.plain] + names + ownFailures))
      ofFallback.append(add([.plain] + names + failures))
      ofLateWork.append(add(failures + [.plain] + names))
      malformed.append(add([.failed(.malformed)]))
    }
  }

  /// The likely ones first. Any class is possible, because a driver may report any.
  private static let remoteErrors: [ErrorClass] = [
    .network, .server, .malformed, .client, .business, .error, .timeout, .offline,
  ]
  private static let actionErrors: [ErrorClass] = [
    .error, .timeout, .malformed, .network, .server, .client, .business, .offline,
  ]

  /// The answers to the attempt in flight of a step.
  func answers(to step: Int, _ state: FlowState.Step) -> Range<Int32> {
    if state.isLate { return ofLateWork[step] }
    return state.phase == .fallback ? ofFallback[step] : own[step]
  }
}

/// How an attempt may end by an answer, as one number: a result or failure by its number in the step's
/// table, a success without a name as -1, an error class below.
struct AttemptChoice: Hashable {
  let code: Int32

  static let plain = AttemptChoice(code: -1)

  static func named(_ number: Int32) -> AttemptChoice { AttemptChoice(code: number) }

  static func failed(_ errorClass: ErrorClass) -> AttemptChoice {
    AttemptChoice(code: -2 - Int32(ErrorClass.allCases.firstIndex(of: errorClass) ?? 0))
  }

  /// What it is for the machine.
  func outcome(of step: Int, in plan: FlowPlan) -> FlowMachine.AttemptOutcome {
    if code >= 0 {
      return plan.names[Int(plan.steps[step].names.lowerBound + code)].isFailure
        ? .refused(name: code) : .succeeded(name: code)
    }
    return code == -1 ? .succeeded(name: -1) : .failed(ErrorClass.allCases[Int(-2 - code)])
  }

  /// What it is for the values of a run: nothing is known of them.
  func answer(of step: Int, in plan: FlowPlan) -> AttemptAnswer {
    let outcome = outcome(of: step, in: plan)
    return switch outcome {
    case .succeeded: AttemptAnswer(outcome, value: .opaque)
    case .refused: AttemptAnswer(outcome, message: .opaque)
    case .failed: AttemptAnswer(outcome)
    }
  }
}
