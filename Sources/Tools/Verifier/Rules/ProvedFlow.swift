/// A flow with facts about its runs that are cheap to prove: a bound by arithmetic and the parts that some rehearsed
/// runs reach. Where these leave a question, a small flow is explored, and the landing rules of a larger one are read.
struct ProvedFlow {
  let flow: Flow
  let plan: FlowPlan
  let bound: WorstCaseBound
  /// The latest landing of all runs; nil if they were not explored.
  private(set) var latest: Int64?
  private(set) var unreachable: [Verification.Unreachable] = []

  /// The limits of an exploration by `check`, some hundredths of a second. Larger flows need `verify`.
  static let mostNodes = 5_000
  static let mostWork = 1_000_000
  static let mostMemory = 200_000_000
  static let mostSteps = 64
  /// The work of the rehearsals before it, in events.
  static let rehearsals = 10_000
  /// The work of the landing rules' logic for all rules, in words.
  static let mostLogic = 20_000_000

  init(_ flow: Flow, _ plan: FlowPlan) {
    self.flow = flow
    self.plan = plan
    bound = WorstCaseBound(plan)
    let choices = WorldChoices(plan)
    var findings = Findings(plan)
    if choices.obstacle == nil, rehearse(choices, &findings) { return }
    if plan.steps.count <= Self.mostSteps {
      var explorer = Explorer(plan, choices)
      explorer.explore(Budget(states: Self.mostNodes, work: Self.mostWork, memory: Self.mostMemory))
      findings.addParts(explorer.allFindings)
      if explorer.isComplete {
        latest = explorer.findings.landings.values.map(\.time).max()
        unreachable = explorer.allFindings.unreachable(in: plan)
        return
      }
    }
    if choices.obstacle == nil { excludeRules(choices, findings) }
  }

  /// Plays runs until each part is reached. Tells whether that answers all questions: a run waits before it lands, each
  /// part is reached, and the deadline is no question.
  private func rehearse(_ choices: WorldChoices, _ findings: inout Findings) -> Bool {
    var player = RehearsalPlayer(choices)
    var hasWaited = false
    var count = 0
    func isOpen(_ findings: Findings) -> Bool { !places(of: findings.unreachable(in: plan)).isEmpty }
    RehearsalSeries(choices).play(work: Self.rehearsals, &player) { rehearsal, player in
      hasWaited = player.play(rehearsal).landedAt > 0 || hasWaited
      count += 1
      return !count.isMultiple(of: 64) || isOpen(player.findings)
    }
    findings.addParts(player.findings)
    return hasWaited && !isOpen(findings) && bound.withoutDeadline <= plan.deadline
  }

  /// Excludes landing rules that an unfinished exploration did not reach, by the rules before them.
  private mutating func excludeRules(_ choices: WorldChoices, _ findings: Findings) {
    var words = Self.mostLogic
    var logics = [false, true].map { RuleLogic(choices, cancelled: $0) }
    unreachable = findings.unreachable(in: plan).filter { part in
      guard case .rule(let rule, _) = part else { return false }
      return logics.indices.allSatisfy { logics[$0].excludes(.landing(rule: rule), within: &words) }
    }
  }

  var landsAtOnce: Bool { (latest ?? bound.nanoseconds) == 0 }

  /// The parts that the file declares, each with its place. Left out are the last rule, which is a safety net, and
  /// what is declared elsewhere: pages, which their rules stand for, and the failures of a service.
  func places(of parts: [Verification.Unreachable]) -> [(part: Verification.Unreachable, place: Place)] {
    // Thousands of names may be declared.
    var names: [String: (results: Set<String>, failures: Set<String>)] = [:]
    for case .result(let step, _) in parts where names[step] == nil {
      guard let index = plan.index(of: step) else { continue }
      let document = plan.documents[index]
      names[step] = (
        Set(document.results.map(\.name) + document.outcomes.map(\.name)), Set(document.failures.map(\.name))
      )
    }
    let net =
      flow.landings.last.map { $0.when == nil && $0.after.isEmpty } ?? false ? flow.landings.count - 1 : -1
    func place(_ part: Verification.Unreachable) -> Place? {
      switch part {
      case .page: return nil
      case .rule(let rule, _):
        return rule == net ? nil : Place(JSONPointer(tokens: ["landings", String(rule)]))
      case .step(let name): return Place(flow.path(of: name), .key)
      case .result(let step, let name):
        guard let declared = names[step] else { return nil }
        let isResult = declared.results.contains(name)
        guard isResult || declared.failures.contains(name) else { return nil }
        return Place(flow.path(of: step) / (isResult ? "results" : "failures") / name, .key)
      case .fallback(let step, let place): return Place(flow.path(of: step) / "fallback" / place)
      case .retry(let step, _): return Place(flow.path(of: step) / "retry" / "attempts")
      }
    }
    return parts.compactMap { part in place(part).map { (part, $0) } }
  }
}

extension Flow {
  /// The place of a step in the file.
  package func path(of step: String) -> JSONPointer {
    let graph = graph
    return graph.index[step].map { graph.path(of: $0) } ?? .whole / "steps"
  }
}
