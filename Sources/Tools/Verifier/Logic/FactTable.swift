/// The facts that the landing rules and one claim ask about.
struct FactTable {
  private let plan: FlowPlan
  private(set) var facts: [Fact] = []
  /// By step: its fact, -1 for none.
  private(set) var factOfStep: [Int]
  /// By node of a condition: the fact that it asks about, -1 for none.
  private(set) var factOfQuestion: [Int]
  /// By fact of a step: the facts of steps that it needs, and whether it needs them directly.
  private(set) var needs: [[(fact: Int, isDirect: Bool)]] = []
  /// By fact of a step: the facts of steps that settle before it starts.
  private(set) var waits: [[Int]] = []
  /// By fact: the facts that need it or wait for it.
  private(set) var dependents: [[Int]] = []
  /// By fact: whether all direct needs of its step are facts, and nothing else causes a skip.
  private(set) var isSkippedForNeeds: [Bool] = []

  /// - Parameter claim: The claim's conditions.
  init(_ claim: [Int32], _ choices: WorldChoices, cancelled: Bool) {
    plan = choices.plan
    factOfStep = plan.steps.map { _ in -1 }
    factOfQuestion = plan.conditions.map { _ in -1 }
    var subjects: [Fact.Subject: Int] = [:]
    var questions: [[Int]] = []
    var cached: Set<Int> = []
    for root in claim + plan.rules.map(\.condition) where root >= 0 {
      for node in Int(root)..<Int(plan.conditions[Int(root)].end) {
        let question = plan.conditions[node]
        if question.kind == .cached { cached.insert(Int(plan.readers[Int(question.subject)].step)) }
        guard let subject = Self.subject(question) else { continue }
        let fact = subjects[subject] ?? questions.count
        subjects[subject] = fact
        if fact == questions.count { questions.append([]) }
        questions[fact].append(node)
        factOfQuestion[node] = fact
      }
    }
    for (subject, fact) in subjects.sorted(by: { $0.value < $1.value }) {
      var asksCache = false
      if case .step(let step) = subject {
        factOfStep[step] = fact
        asksCache = cached.contains(step)
      }
      let values = Self.values(of: subject, choices, cancelled)
      facts.append(
        Fact(
          subject: subject,
          values: distinct(values, of: subject, questions[fact], asksCache: asksCache)))
    }
    findWaits()
  }

  private static func subject(_ node: ConditionNode) -> Fact.Subject? {
    switch node.kind {
    case .atLeast, .not, .landing, .cached, .given: nil
    case .status, .name: .step(Int(node.subject))
    case .input: .input(Int(node.subject))
    case .offline: .offline
    }
  }

  private static func values(
    of subject: Fact.Subject, _ choices: WorldChoices, _ cancelled: Bool
  ) -> [Fact.Value] {
    func known(_ name: Int32) -> Fact.Value {
      let settled = Fact.Settled(status: .skipped, name: name)
      return Fact.Value(landing: settled, end: settled)
    }
    switch subject {
    case .step(let step): return Fact.values(of: step, choices.plan, cancelled: cancelled)
    case .input(let input): return choices.inputs[input].map { known($0.literal) }
    case .offline: return choices.hasSwitch ? [known(0), known(1)] : [known(0)]
    }
  }

  /// The truth of a question if its fact has an outcome.
  func truth(_ question: Int, _ settled: Fact.Settled?) -> TruthSet {
    guard let settled else { return .unknown }
    let question = plan.conditions[question]
    return TruthSet(
      Truth(
        question.kind == .status
          ? settled.status.bit & question.operand != 0 : settled.name == question.operand))
  }

  /// Leaves out values that no rule can distinguish from others.
  private func distinct(
    _ values: [Fact.Value], of subject: Fact.Subject, _ nodes: [Int], asksCache: Bool
  ) -> [Fact.Value] {
    var asked: Set<[Int32]> = []
    let questions = nodes.filter { node in
      let question = plan.conditions[node]
      return asked.insert([question.kind == .status ? 1 : 0, question.operand]).inserted
    }
    var known: Set<[UInt8]> = []
    return values.filter { value in
      var traits = [value.landing, value.end].flatMap(Self.traits)
      for question in questions {
        traits += [truth(question, value.landing).bits, truth(question, value.end).bits]
      }
      if asksCache, case .step(let step) = subject {
        traits.append(excludesCache(value.end, of: step) ? 1 : 0)
      }
      return known.insert(traits).inserted
    }
  }

  /// The properties of an outcome that other facts depend on.
  private static func traits(_ settled: Fact.Settled?) -> [UInt8] {
    guard let settled else { return [2] }
    return [settled.status.isAvailable, settled.hasStarted, settled.status == .skipped].map { $0 ? 1 : 0 }
  }

  /// Whether an outcome of a step implies that its caches held nothing usable.
  func excludesCache(_ end: Fact.Settled, of step: Int) -> Bool {
    switch end.status {
    case .succeeded, .recovered, .skipped, .cancelled: return false
    case .timedOut: return true
    case .failed:
      guard plan.isName(end.name, of: step) else { return true }
      let name = plan.names[Int(plan.steps[step].names.lowerBound + end.name)]
      return !name.isFailure || name.allowsFallback
    }
  }

  private mutating func findWaits() {
    for fact in facts {
      var needed: [(fact: Int, isDirect: Bool)] = []
      var settled: [Int] = []
      var isComplete = false
      if case .step(let step) = fact.subject {
        let direct = plan.graph.needs(of: step).map(Int.init)
        var known = Set(direct)
        var open = direct
        func wait(for step: Int) {
          let waits = plan.graph.needs(of: step) + plan.graph.afters(of: step)
          settled += waits.map { factOfStep[Int($0)] }.filter { $0 >= 0 }
        }
        wait(for: step)
        while let next = open.popLast() {
          if factOfStep[next] >= 0 { needed.append((factOfStep[next], direct.contains(next))) }
          wait(for: next)
          open += plan.graph.needs(of: next).map(Int.init).filter { known.insert($0).inserted }
        }
        isComplete =
          plan.isPlain(step) && plan.steps[step].condition < 0
          && direct.allSatisfy { factOfStep[$0] >= 0 }
      }
      needs.append(needed.sorted { $0.fact < $1.fact })
      waits.append(Set(settled).sorted())
      isSkippedForNeeds.append(isComplete)
    }
    dependents = facts.map { _ in [] }
    for fact in facts.indices {
      for other in Set(needs[fact].map(\.fact)).union(waits[fact]).sorted() where other != fact {
        dependents[other].append(fact)
      }
    }
  }

  /// Whether a fact is about a member of a polled group, which settles more than once.
  var asksRounds: Bool {
    facts.contains { fact in
      guard case .step(let step) = fact.subject else { return false }
      let group = Int(plan.steps[step].group)
      return group >= 0 && plan.outermostPolledGroup(of: group) >= 0
    }
  }
}
