import LaunchFlowMachine

@testable import LaunchFlowVerifier

/// How a run may begin, as far as the machine can tell: the inputs, what is offline, and what caches may hold.
struct PossibleStarts {
  /// The combinations of inputs, each as the numbers of the literals, -1 for any other value.
  let inputs: [[Int32]]
  /// By cache: its readers, and what they may find, together.
  let contents: [(readers: [Int], reads: [[Int32]])]
  /// How many switches there are: the app's and the domains'.
  let switches: Int

  /// Nil where there are too many.
  init?(_ plan: FlowPlan, _ caches: [[CacheChoice]]) {
    var inputs: [[Int32]] = [[]]
    for input in plan.flow.inputs.indices {
      let values = Self.values(of: plan.flow.inputs[input], plan.inputLiterals[input])
      inputs = inputs.flatMap { known in values.map { known + [$0] } }
      guard inputs.count <= 4_096 else { return nil }
    }
    self.inputs = inputs
    contents = caches.enumerated().map { cache, choices in
      (plan.readers.indices.filter { Int(plan.readers[$0].cache) == cache }, choices.map(\.reads))
    }
    switches = plan.domains.count + 1
    guard switches <= 8, inputs.count << switches <= 1 << 16 else { return nil }
  }

  /// The literals that an input may equal, by their numbers, and -1 if it may be another value.
  static func values(of input: Flow.Input, _ literals: [JSONValue]) -> [Int32] {
    let known = literals.indices.filter { literal in
      if !input.values.isEmpty { return input.values.contains(literals[literal]) }
      switch input.kind {
      case .boolean: if case .bool = literals[literal] { return true } else { return false }
      case .string: return literals[literal].string != nil
      case .number: return literals[literal].number != nil
      // Conditions cannot ask about the times that inputs give.
      case .duration: return false
      }
    }.map { Int32($0) }
    let hasOthers =
      switch input.kind {
      case _ where !input.values.isEmpty: input.values.contains { !literals.contains($0) }
      case .boolean: known.count < 2
      case .string, .number, .duration: true
      }
    return hasOthers ? known + [-1] : known
  }
}
