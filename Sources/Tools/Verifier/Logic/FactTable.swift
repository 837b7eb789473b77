import LaunchFlowMachine
import LaunchFlowModel

/// The facts that the landing rules and one claim ask about, with the truth of each question under each
/// value.
struct FactTable {
  let plan: FlowPlan
  private(set) var facts: [Fact] = []
  /// By condition node that asks a question: its fact, and its truth under each value of the fact, at the
  /// landing and at the end.
  private(set) var questions: [Int: (fact: Int, landing: [Truth], end: [Truth])] = [:]
  /// The steps whose caches the claim asks about.
  private var cachedSteps: Set<Int> = []
  /// By step: its fact, -1 for none.
  private var factOfStep: [Int]
  /// By fact of a step: the facts of steps that it needs, and whether it needs them directly.
  private(set) var needs: [[(fact: Int, isDirect: Bool)]] = []
  /// By fact of a step: the facts of steps that settle before it starts.
  private(set) var waits: [[Int]] = []
  /// By fact: the facts that need it or wait for it.
  private(set) var dependents: [[Int]] = []
  /// By fact: whether all direct needs of its step are facts, and nothing else causes a skip.
  private(set) var isSkippedForNeeds: [Bool] = []

  /// - Parameters:
  ///   - roots: The claim's conditions, which come before those of the rules.
  ///   - choices: The possible values of inputs and of the switch.
  init(_ roots: [Int32], _ choices: WorldChoices, cancelled: Bool) {
    plan = choices.plan
    factOfStep = plan.steps.map { _ in -1 }
    var places: [Fact.Subject: Int] = [:]
    var nodes: [(node: Int, fact: Int)] = []
    for root in roots + plan.rules.map(\.condition) where root >= 0 {
      for node in Int(root)..<Int(plan.conditions[Int(root)].end) {
        if plan.conditions[node].kind == .cached {
          cachedSteps.insert(Int(plan.readers[Int(plan.conditions[node].subject)].step))
        }
        guard let subject = Self.subject(plan.conditions[node]) else { continue }
        let place = places[subject] ?? facts.count
        if place == facts.count {
          places[subject] = place
          facts.append(Fact(subject: subject, values: Self.values(of: subject, choices, cancelled)))
          if case .step(let step) = subject { factOfStep[step] = place }
        }
        nodes.append((node, place))
      }
    }
    for (node, fact) in nodes { questions[node] = answers(node, fact) }
    mergeValues()
    findWaits()
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

  /// The fact of a step; nil if nothing asks about it.
  func fact(of step: Int) -> Int? { factOfStep[step] < 0 ? nil : factOfStep[step] }

  private static func subject(_ node: ConditionNode) -> Fact.Subject? {
    switch node.kind {
    case .all, .any, .atLeast, .not, .landing, .cached: nil
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

  private func answers(_ node: Int, _ fact: Int) -> (fact: Int, landing: [Truth], end: [Truth]) {
    let question = plan.conditions[node]
    func truth(_ settled: Fact.Settled?) -> Truth {
      guard let settled else { return .unknown }
      return question.kind == .status
        ? Truth(settled.status.bit & question.operand != 0) : Truth(settled.name == question.operand)
    }
    return (fact, facts[fact].values.map { truth($0.landing) }, facts[fact].values.map { truth($0.end) })
  }

  /// Merges values that no rule can tell apart.
  private mutating func mergeValues() {
    var kept: [[Int]] = []
    var asked: [[(landing: [Truth], end: [Truth])]] = facts.map { _ in [] }
    for (_, question) in questions.sorted(by: { $0.key < $1.key }) {
      asked[question.fact].append((question.landing, question.end))
    }
    for (place, own) in asked.enumerated() {
      var known: Set<[Int]> = []
      kept.append(
        facts[place].values.indices.filter { index in
          let value = facts[place].values[index]
          let told = own.flatMap { [Int($0.landing[index].rawValue), Int($0.end[index].rawValue)] }
          var traits = Self.traits(value.landing) + Self.traits(value.end)
          if case .step(let step) = facts[place].subject, cachedSteps.contains(step) {
            traits.append(excludesCache(value.end, of: step) ? 1 : 0)
          }
          return known.insert(told + traits).inserted
        })
      facts[place].values = kept[place].map { facts[place].values[$0] }
    }
    for (node, question) in questions {
      let indices = kept[question.fact]
      questions[node] = (
        question.fact, indices.map { question.landing[$0] }, indices.map { question.end[$0] }
      )
    }
  }

  /// The properties of an outcome that other facts depend on.
  private static func traits(_ settled: Fact.Settled?) -> [Int] {
    guard let settled else { return [-1] }
    return [
      settled.status.isAvailable ? 1 : 0, settled.hasStarted ? 1 : 0, settled.status == .skipped ? 1 : 0,
    ]
  }

  private mutating func findWaits() {
    let order = StepOrder(plan)
    for fact in facts {
      var needed: [(fact: Int, isDirect: Bool)] = []
      var settled: [Int] = []
      var isComplete = false
      if case .step(let step) = fact.subject {
        let direct = plan.steps[step].needs.map { Int(plan.needs[Int($0)]) }
        var known = Set(direct)
        var open = direct
        for wait in order.waits[step] where factOfStep[wait] >= 0 { settled.append(factOfStep[wait]) }
        while let next = open.popLast() {
          if factOfStep[next] >= 0 { needed.append((factOfStep[next], direct.contains(next))) }
          for wait in order.waits[next] where factOfStep[wait] >= 0 { settled.append(factOfStep[wait]) }
          for place in plan.steps[next].needs where known.insert(Int(plan.needs[Int(place)])).inserted {
            open.append(Int(plan.needs[Int(place)]))
          }
        }
        isComplete =
          Fact.isPlain(step, plan) && plan.steps[step].condition < 0
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

  /// By fact: the rules whose conditions ask about it, or about the caches that its step reads.
  var rulesOfFacts: [[Int]] {
    var found: [[Int]] = facts.map { _ in [] }
    for (rule, planned) in plan.rules.enumerated() where planned.condition >= 0 {
      let condition = Int(planned.condition)
      for node in condition..<Int(plan.conditions[condition].end) {
        let asked =
          plan.conditions[node].kind == .cached
          ? fact(of: Int(plan.readers[Int(plan.conditions[node].subject)].step)) : questions[node]?.fact
        if let asked, found[asked].last != rule { found[asked].append(rule) }
      }
    }
    return found
  }

  /// Whether a fact is about a member of a polled group, which settles more than once.
  var asksRounds: Bool {
    facts.contains { fact in
      guard case .step(let step) = fact.subject else { return false }
      var group = Int(plan.steps[step].group)
      while group >= 0 {
        if plan.clocks[group].pollEvery >= 0 { return true }
        group = Int(plan.steps[group].group)
      }
      return false
    }
  }
}
