import LaunchFlowMachine
import LaunchFlowModel

/// What the world may choose before a run and in it, as far as the flow can tell it apart.
struct WorldChoices {
  /// One value of an input for all that the flow cannot tell apart from it.
  struct InputChoice {
    var value: JSONValue
    /// Its literal's number in the plan, or -1.
    var literal: Int32
  }

  let plan: FlowPlan
  /// By input.
  let inputs: [[InputChoice]]
  /// By cache; the first is the absent one.
  let caches: [[CacheChoice]]
  /// Whether the switch may go offline and come back at any moment.
  let hasSwitch: Bool

  init(_ plan: FlowPlan, hasSwitch: Bool? = nil) {
    self.plan = plan
    inputs = plan.flow.inputs.indices.map { Self.choices(of: plan.flow.inputs[$0], plan.inputLiterals[$0]) }
    caches = plan.flow.caches.indices.map { CacheChoice.choices(of: $0, in: plan) }
    self.hasSwitch =
      hasSwitch
      ?? (plan.steps.contains { $0.kind == .http } || plan.fallbacks.contains { $0.kind == .http }
        || plan.conditions.contains { $0.kind == .offline })
  }

  /// How many combinations of inputs there are.
  var inputClassCount: Int {
    inputs.reduce(1) { count, choices in
      let (product, overflow) = count.multipliedReportingOverflow(by: max(1, choices.count))
      return overflow ? .max : product
    }
  }

  /// The choice of each input in a combination.
  func inputClass(_ number: Int) -> [InputChoice] {
    var rest = number
    return inputs.map { choices in
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: max(1, choices.count))
      rest = quotient
      return choices[remainder]
    }
  }

  private static func choices(of input: Flow.Input, _ literals: [JSONValue]) -> [InputChoice] {
    let candidates: [JSONValue]
    if !input.values.isEmpty {
      candidates = input.values
    } else {
      switch input.kind {
      case .boolean: candidates = [.bool(true), .bool(false)]
      case .string:
        candidates = literals.filter { $0.string != nil } + other(than: literals) { .string("other\($0)") }
      case .number:
        candidates = literals.filter { $0.number != nil } + other(than: literals) { .integer(Int64($0)) }
      }
    }
    var known: Set<Int32> = []
    return candidates.compactMap { value in
      let literal = literals.firstIndex(of: value).map { Int32($0) } ?? -1
      return known.insert(literal).inserted ? InputChoice(value: value, literal: literal) : nil
    }
  }

  private static func other(than literals: [JSONValue], _ make: (Int) -> JSONValue) -> [JSONValue] {
    (0...literals.count).lazy.map(make).first { !literals.contains($0) }.map { [$0] } ?? []
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

  /// What it is in a scenario.
  func scenarioOutcome(of step: Int, in plan: FlowPlan) -> Scenario.Outcome {
    if code >= 0 { return .named(plan.name(code, of: step) ?? "") }
    return code == -1 ? .opaque : .error(ErrorClass.allCases[Int(-2 - code)])
  }
}

extension WorldChoices {
  /// How the attempt in flight of a step may be answered. Answers of which the machine makes the same are
  /// merged: error classes by whether they are retried and whether they count as a time-out; all of a
  /// remote fallback's errors; and whatever late work brings, which only ends it.
  func answers(of step: Int) -> (own: [AttemptChoice], ofFallback: [AttemptChoice]) {
    let planned = plan.steps[step]
    let names = (0..<Int32(planned.names.count)).map(AttemptChoice.named)
    var own = [AttemptChoice.plain] + names
    var seen: Set<UInt8> = []
    for errorClass in Self.errorClasses(of: planned.kind) {
      let isRetried = plan.clocks[step].attempts > 1 && plan.clocks[step].retryClasses & errorClass.bit != 0
      let kind: UInt8 = (isRetried ? 1 : 0) | (errorClass == .timeout ? 2 : 0)
      if seen.insert(kind).inserted { own.append(.failed(errorClass)) }
    }
    return (own, [.plain] + names + [.failed(.network)])
  }

  /// Likely ones first, for they stand for the others. Any class is possible: a driver may report any.
  private static func errorClasses(of kind: Trace.Step.Kind) -> [ErrorClass] {
    kind == .action
      ? [.error, .timeout, .malformed, .network, .server, .client, .business, .offline]
      : [.network, .server, .malformed, .client, .business, .error, .timeout, .offline]
  }
}
