/// The choices of the world before and during a run, as far as the flow can distinguish them.
struct WorldChoices {
  /// One value of an input, representing all values that the flow cannot distinguish from it.
  struct InputChoice {
    var value: JSONValue
    /// Its literal's number in the plan, or -1.
    var literal: Int32
  }

  let plan: FlowPlan
  let inputs: [[InputChoice]]
  /// By cache: its choices. The first one is the empty cache.
  private(set) var caches: [[CacheChoice]]
  /// By reader of the plan: its place among the readers of its cache.
  private var readerPlaces: [Int]
  /// Whether the switch may go offline and come back at any moment.
  let hasSwitch: Bool
  /// The property of the flow that keeps it from being explored, as the end of a sentence; nil for none.
  private(set) var obstacle: String?

  init(_ plan: FlowPlan, hasSwitch: Bool? = nil) {
    self.plan = plan
    inputs = plan.flow.inputs.indices.map { Self.choices(of: plan.flow.inputs[$0], plan.inputLiterals[$0]) }
    self.hasSwitch =
      hasSwitch
      ?? (plan.steps.contains { $0.kind == .http } || plan.fallbacks.contains { $0.kind == .http }
        || plan.conditions.contains { $0.kind == .offline }
        || plan.steps.contains { $0.kind == .wait && $0.awaited == .online })
    obstacle = Self.obstacle(in: plan)
    readerPlaces = plan.readers.map { _ in 0 }
    caches = []
    collectCaches()
    if inputClassCount > Self.mostInputClasses {
      obstacle = obstacle ?? "there are more than \(Self.mostInputClasses) combinations of inputs"
    }
  }

  static let mostInputClasses = 1 << 16
  /// The maximal number of predicates to try, for all caches together.
  private static let mostTrials = 20_000_000

  private mutating func collectCaches() {
    var readers = plan.flow.caches.map { _ in [Int]() }
    for reader in plan.readers.indices {
      let cache = Int(plan.readers[reader].cache)
      readerPlaces[reader] = readers[cache].count
      readers[cache].append(reader)
    }
    let references = ReferencedPointers(plan)
    var allowance = Self.mostTrials
    for cache in plan.flow.caches.indices {
      let choices = CacheChoice.choices(of: readers[cache], in: plan, references, allowance: &allowance)
      if choices == nil {
        let name = plan.flow.caches[cache].name
        obstacle =
          obstacle
          ?? "the readers of cache \"\(name)\" distinguish more than \(CacheChoice.mostValues) contents"
      }
      caches.append(choices ?? [])
    }
  }

  /// The result of a reader under a choice of its cache; -1 for an undecided one.
  func read(_ reader: Int, choice: Int) -> Int32 {
    guard choice >= 0 else { return RunSnapshot.undecided }
    return caches[Int(plan.readers[reader].cache)][choice].reads[readerPlaces[reader]]
  }

  /// The first property that exceeds the room of a machine state or a zone.
  private static func obstacle(in plan: FlowPlan) -> String? {
    if plan.deadline > Zone.longest { return "the deadline of the flow is longer than 12 years" }
    for (step, planned) in plan.steps.enumerated() {
      let name = plan.stepNames[step]
      let clocks = plan.clocks[step]
      let counts = [
        (planned.fallbacks.count, FlowState.Step.mostFallbacks, "fallbacks"),
        (planned.names.count, FlowState.Step.mostNames, "results and failures"),
        (Int(clocks.attempts), FlowState.Step.mostTries, "attempts"),
      ]
      for (count, most, what) in counts where count > most {
        return "step \"\(name)\" has more than \(most) \(what)"
      }
      var times = [clocks.timeout, clocks.deadline, clocks.useFallbackAfter, clocks.pollEvery]
      if clocks.pollGrowth > 0 { times.append(clocks.pollMaxEvery) }
      if clocks.attempts > 1 { times.append(plan.longestWait(of: step, after: Int(clocks.attempts) - 1)) }
      times += planned.fallbacks.map { plan.fallbacks[Int($0)].timeout }
      if times.contains(where: { $0 > Zone.longest }) {
        return "a time of step \"\(name)\" is longer than 12 years"
      }
    }
    return nil
  }

  /// - Parameter offline: Bit 0 for the app, the others for the domains.
  func snapshot(_ inputClass: Int, offline: Int, cacheChoices: [Int]) -> RunSnapshot {
    RunSnapshot(
      inputs: self.inputClass(inputClass).map(\.literal),
      reads: plan.readers.indices.map { read($0, choice: cacheChoices[Int(plan.readers[$0].cache)]) },
      isOffline: offline & 1 != 0,
      offlineDomains: plan.domains.indices.map { offline & 1 << (min($0, 60) + 1) != 0 })
  }

  var inputClassCount: Int {
    inputs.reduce(1) { count, choices in
      let (product, overflow) = count.multipliedReportingOverflow(by: max(1, choices.count))
      return overflow ? .max : product
    }
  }

  func inputClass(_ number: Int) -> [InputChoice] {
    var rest = number
    return inputs.map { choices in
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: max(1, choices.count))
      rest = quotient
      return choices[remainder]
    }
  }

  /// A combination's inputs by name, without those whose values the flow does not distinguish.
  func distinguishedInputs(_ number: Int) -> [Flow.NamedValue] {
    zip(plan.flow.inputs, zip(inputs, inputClass(number))).compactMap { input, choice in
      choice.0.count > 1 ? Flow.NamedValue(input.name, choice.1.value) : nil
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
        candidates =
          literals.filter { $0.string != nil } + other(than: literals, input) { .string("other\($0)") }
      case .number:
        candidates =
          literals.filter { $0.number != nil } + other(than: literals, input) { .integer(Int64($0)) }
      // No condition can ask about a duration. Its times belong to the timers.
      case .duration: candidates = [input.placeholder]
      }
    }
    var known: Set<Int32> = []
    let numbers = Dictionary(zip(literals, Int32(0)...), uniquingKeysWith: { first, _ in first })
    return candidates.compactMap { value in
      let literal = numbers[value] ?? -1
      return known.insert(literal).inserted ? InputChoice(value: value, literal: literal) : nil
    }
  }

  /// A value that is not a literal, the input's default if possible.
  private static func other(
    than literals: [JSONValue], _ input: Flow.Input, _ make: (Int) -> JSONValue
  ) -> [JSONValue] {
    let known = Set(literals)
    if let value = input.defaultValue, !known.contains(value) { return [value] }
    return (0...literals.count).lazy.map(make).first { !known.contains($0) }.map { [$0] } ?? []
  }
}
