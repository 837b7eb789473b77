/// A driver's action for an effect of the machine, with all values from the plan and the scenario already looked up.
///
/// It consists of numbers alone, so that copying it counts no references.
struct DriverAction: Sendable {
  enum Kind: UInt8, Sendable {
    /// Start an attempt of the source `operand`.
    case start
    /// Forget the answer that is due.
    case cancelAttempt
    /// Arm the timer of the slot `operand`.
    case arm
    /// Arm the timer of the slot `operand` after a random part of the time.
    case armWithJitter
    /// Arm the time-out of the step's attempt.
    case armTimeout
    /// Arm the deadline of a step, in the slot `operand`, whose server may ask for a wait.
    case armDeadline
    /// Forget the timer of the slot `operand`.
    case disarm
    /// The step has the value of number `operand`.
    case setValue
    /// The step has the value of its newest answer.
    case takeValue
    /// Only count attempts: there is nothing to start.
    case count
  }

  var kind: Kind
  /// The step, or -1 for the flow; for an attempt, its track.
  var step: Int32
  var operand: Int32 = 0
  /// The number of the step's attempts since its last action with a count; for an uncounted start, the number
  /// of the attempt.
  var begun: Int32 = 0
  /// The nanoseconds until a timer fires; the number of the attempt to cancel.
  var amount: Int64 = 0
  var order: UInt64 = 0

  /// Sets the number of the step's attempts since the driver last counted them.
  ///
  /// - Parameter newest: The number of the step's newest attempt after the input.
  mutating func count(newest: Int32, counted: Int32) {
    switch kind {
    case .start: begun -= counted
    case .armWithJitter, .count: begun = newest - counted
    case .cancelAttempt, .arm, .armTimeout, .armDeadline, .disarm, .setValue, .takeValue: break
    }
  }
}

/// Translates the machine's effects into actions. A class, since drivers would copy a value's arrays at each effect.
final class ActionCompiler: Sendable {
  let plan: FlowPlan
  let scenario: PlannedScenario
  /// The steps to whose values some attempt refers; and by step, whether it is one of them.
  let referredSteps: [Int]
  let isReferredTo: [Bool]

  init(_ plan: FlowPlan, _ scenario: PlannedScenario) {
    self.plan = plan
    self.scenario = scenario
    let referred = Set(scenario.sources.flatMap(\.references))
    referredSteps = referred.sorted()
    isReferredTo = plan.steps.indices.map(referred.contains)
  }

  /// The driver's action for an effect, except for values; nil for none. Count its attempts before it is performed.
  ///
  /// - Parameter endsAtLanding: Whether to ignore effects that do not concern the landing.
  func action(_ effect: FlowMachine.Effect, endsAtLanding: Bool) -> DriverAction? {
    // After the landing only the tail continues.
    func concerns(_ step: Int) -> Bool {
      !endsAtLanding || step < 0 || plan.steps[plan.step(ofTrack: step)].concernsLanding
    }
    switch effect {
    case .startAttempt(let step, let attempt, let origin):
      guard concerns(step) else { return nil }
      return DriverAction(
        kind: .start, step: Int32(plan.track(of: step, origin)), operand: Int32(plan.source(step, origin)),
        begun: Int32(attempt))
    case .cancelAttempt(let track, let attempt):
      return DriverAction(kind: .cancelAttempt, step: Int32(track), amount: Int64(attempt))
    case .arm(let timer, let nanoseconds, let jitter):
      guard concerns(timer.owner) else { return nil }
      return arm(timer, nanoseconds, jitter)
    case .disarm(let timer):
      return DriverAction(kind: .disarm, step: Int32(timer.owner), operand: Int32(timer.slot))
    default: return nil
    }
  }

  private func arm(_ timer: FlowTimer, _ nanoseconds: Int64, _ jitter: Bool) -> DriverAction {
    let kind: DriverAction.Kind =
      switch timer.kind {
      case .attemptTimeout: .armTimeout
      case .stepDeadline where plan.clocks[timer.owner].attempts > 1: .armDeadline
      default: jitter ? .armWithJitter : .arm
      }
    return DriverAction(
      kind: kind, step: Int32(timer.owner), operand: Int32(timer.slot), amount: nanoseconds,
      order: EventOrder.timer(timer).key)
  }

  /// The action for an effect on a value that attempts refer to; nil for none.
  func valueAction(_ effect: FlowMachine.Effect) -> DriverAction? {
    guard case .settled(let step, _, let origin) = effect, isReferredTo[step] else { return nil }
    let value: Int32
    switch origin {
    case .none: value = -1
    case .attempt:
      guard case .signal(let signal) = plan.steps[step].awaited else {
        return DriverAction(kind: .takeValue, step: Int32(step))
      }
      value = scenario.signals[Int(signal)]?.value ?? -1
    case .own: value = scenario.ownValues[step]
    case .fallback(let index):
      value = scenario.fallbackValues[Int(plan.steps[step].fallbacks.lowerBound + index)]
    }
    return DriverAction(kind: .setValue, step: Int32(step), operand: value)
  }
}
