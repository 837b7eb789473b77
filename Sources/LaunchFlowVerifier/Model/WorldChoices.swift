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
  /// The attempts whose end the world cannot choose.
  let malformedAttempts: MalformedAttempts
  /// By input.
  let inputs: [[InputChoice]]
  /// By cache; the first is the absent one.
  let caches: [[CacheChoice]]
  /// Whether the switch may go offline and come back at any moment.
  let hasSwitch: Bool

  init(_ plan: FlowPlan, hasSwitch: Bool? = nil) {
    self.plan = plan
    malformedAttempts = MalformedAttempts(plan)
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
