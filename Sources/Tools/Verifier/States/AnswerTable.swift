/// The possible answers to the attempts of each step.
///
/// The table rules nothing out. The machine decides, state by state, which answers have the same effect
/// (`FlowMachine.reaction`); so does a comparison of the states that follow. The order only decides which of
/// them a witness shows.
struct AnswerTable {
  /// By step: the answers to its own work, to each of its fallbacks and to its late work.
  private var own: [[AttemptChoice]] = []
  private var ofFallbacks: [[[AttemptChoice]]] = []
  private var ofLateWork: [[AttemptChoice]] = []

  init(_ plan: FlowPlan) {
    for step in plan.steps.indices {
      let allNames = (0..<Int32(plan.steps[step].names.count)).map(AttemptChoice.named)
      // A service produces only its own failures.
      let hasSeveralRequests = plan.documents[step].requests.count > 1
      func names(_ origin: AttemptOrigin) -> [AttemptChoice] {
        hasSeveralRequests ? Self.possibleNames(allNames, step, origin, plan) : allNames
      }
      let ownNames = names(.own)
      let failures = Self.remoteErrors.map(AttemptChoice.failed)
      let ownFailures =
        plan.steps[step].kind == .action ? Self.actionErrors.map(AttemptChoice.failed) : failures
      // A server may ask for a wait that is too long.
      let deferrals = plan.clocks[step].attempts > 1 ? Self.deferrals.map(AttemptChoice.deferred) : []
      own.append([.plain] + ownNames + ownFailures + (plan.steps[step].kind == .http ? deferrals : []))
      ofFallbacks.append(
        plan.steps[step].fallbacks.indices.map { index in
          let place = index - plan.steps[step].fallbacks.lowerBound
          return [.plain] + names(.fallback(Int(place))) + failures
        })
      ofLateWork.append(failures + [.plain] + ownNames)
    }
  }

  private static func possibleNames(
    _ all: [AttemptChoice], _ step: Int, _ origin: AttemptOrigin, _ plan: FlowPlan
  ) -> [AttemptChoice] {
    guard let request = plan.request(of: step, origin: origin) else { return all }
    let names = plan.steps[step].names
    let failures =
      plan.documents[step].failures + (request.service.flatMap { plan.services[$0]?.failures } ?? [])
    let known = Set(failures.map(\.name))
    return all.filter { choice in
      let name = plan.names[Int(names.lowerBound + choice.code)]
      return !name.isFailure || known.contains(name.text)
    }
  }

  /// The most likely classes first. Any class is possible, because a driver may report any.
  private static let remoteErrors: [ErrorClass] = [
    .network, .server, .malformed, .client, .throttled, .business, .error, .timeout, .offline,
  ]
  private static let actionErrors: [ErrorClass] = [
    .error, .timeout, .malformed, .network, .server, .client, .throttled, .business, .offline,
  ]
  fileprivate static let deferrals: [ErrorClass] = [.throttled, .server]

  func answers(on track: Int, _ state: FlowState.Step, in plan: FlowPlan) -> [AttemptChoice] {
    let step = plan.step(ofTrack: track)
    if state.isLate { return ofLateWork[step] }
    return plan.isFallback(track, state)
      ? ofFallbacks[step][plan.fallbackInFlight(of: step, state)] : own[step]
  }
}

/// The outcome of an attempt, as one number: a result or failure by its number in the step's table, a success
/// without a name as -1, an error class below, then the classes whose server asks for too long a wait.
struct AttemptChoice: Hashable {
  let code: Int32

  static let plain = AttemptChoice(code: -1)

  static func named(_ number: Int32) -> AttemptChoice { AttemptChoice(code: number) }

  static func failed(_ errorClass: ErrorClass) -> AttemptChoice {
    AttemptChoice(code: -2 - Int32(ErrorClass.allCases.firstIndex(of: errorClass) ?? 0))
  }

  static func deferred(_ errorClass: ErrorClass) -> AttemptChoice {
    AttemptChoice(code: failed(errorClass).code - Int32(ErrorClass.allCases.count))
  }

  func outcome(of step: Int, in plan: FlowPlan) -> FlowMachine.AttemptOutcome {
    if code >= 0 {
      return plan.names[Int(plan.steps[step].names.lowerBound + code)].isFailure
        ? .refused(name: code) : .succeeded(name: code)
    }
    guard code < -1 else { return .succeeded(name: -1) }
    let (round, place) = Int(-2 - code).quotientAndRemainder(dividingBy: ErrorClass.allCases.count)
    let errorClass = ErrorClass.allCases[place]
    return round == 0 ? .failed(errorClass) : .deferred(errorClass, nanoseconds: .max)
  }
}
