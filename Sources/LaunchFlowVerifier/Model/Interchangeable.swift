import LaunchFlowMachine
import LaunchFlowModel

/// Steps that nobody can tell apart but by when they are due: so answers of only one of them at a time need
/// be tried, that of the one that is due first.
///
/// Say that i and j are in flight, that i is due before j (or with it, and stands before it in the file), and
/// that they are interchangeable: one attempt each and nothing else to bound or replace it, the same group,
/// the same dependents, and no condition that tells them apart. Then whatever follows when j is answered
/// first can also follow when i is answered first, in the same way and at the same time: from there on j,
/// which may take longer, stands for i. If i answers, j does; if i times out, j fails at that instant; what
/// ends i ends j; and wherever i is not yet due, neither is j. Both ways end in states with equal keys. So
/// runs in which j is answered first add nothing.
///
/// A condition does not tell steps apart that it only counts: it asks each of them the same, as a part of one `all`,
/// `any` or `atLeast`. Once such steps have settled, it counts how many did so in each way, and not which
/// (`StateKey.countSettled`).
///
/// That j fails where i times out is an answer behind another event of the same instant. Where ties are told
/// apart it need not be possible, and so this is left out there.
struct Interchangeable {
  private struct Traits: Hashable {
    var domain: Int32
    var isHTTP: Bool
    var group: Int32
    var isTail: Bool
    /// Twice the dependent's index, plus 1 for one that needs it.
    var dependents: [Int32]
    var ruleAfters: [Int32]
    /// The conditions that count it, each with what it asks.
    var counts: [Int32]
  }

  /// By step: a number that interchangeable steps share, or -1.
  let classes: [Int]
  /// The steps of the classes that conditions count.
  let counted: [[Int]]

  init(_ plan: FlowPlan, _ questions: StateQuestions) {
    let counts = Self.counts(plan, questions)
    var numbers: [Traits: Int] = [:]
    var members: [Int] = []
    let found = plan.steps.indices.map { step -> Int in
      guard let traits = Self.traits(plan, step, counts[step]) else { return -1 }
      let number = numbers[traits] ?? members.count
      if number == members.count { members.append(0) }
      numbers[traits] = number
      members[number] += 1
      return number
    }
    let classes = found.map { $0 >= 0 && members[$0] > 1 ? $0 : -1 }
    self.classes = classes
    counted = members.indices.map { number in
      plan.steps.indices.filter { classes[$0] == number && counts[$0]?.isEmpty == false }
    }.filter { !$0.isEmpty }
  }

  /// By step: the conditions that count it, each with what it asks; nil if another question is asked about it.
  private static func counts(_ plan: FlowPlan, _ questions: StateQuestions) -> [[Int32]?] {
    var found = plan.steps.map { _ in [Int32]() }
    for root in questions.roots where root.node >= 0 {
      for index in Int(root.node)..<Int(plan.conditions[Int(root.node)].end) {
        let node = plan.conditions[index]
        guard node.kind == .all || node.kind == .any || node.kind == .atLeast else { continue }
        var part = index + 1
        while part < Int(node.end) {
          let leaf = plan.conditions[part]
          let asksFailure = leaf.operand & Status.failed.bit != 0
          // j fails where i times out.
          if leaf.kind == .status, asksFailure == (leaf.operand & Status.timedOut.bit != 0) {
            found[Int(leaf.subject)] += [Int32(index), leaf.operand]
          }
          part = Int(leaf.end)
        }
      }
    }
    return plan.steps.indices.map { step in
      found[step].count == 2 * questions.questions(of: step).count ? found[step] : nil
    }
  }

  private static func traits(_ plan: FlowPlan, _ step: Int, _ counts: [Int32]?) -> Traits? {
    guard let counts, plan.steps[step] == plain(plan.steps[step]),
      plan.clocks[step] == plain(plan.clocks[step]),
      plan.steps[step].kind == .http || plan.steps[step].kind == .action
    else { return nil }
    let planned = plan.steps[step]
    return Traits(
      domain: planned.domain, isHTTP: planned.kind == .http, group: planned.group, isTail: planned.isTail,
      dependents: planned.dependents.map { place in
        let dependent = plan.dependents[Int(place)]
        return dependent.step * 2 + (dependent.isNeed ? 1 : 0)
      }.sorted(), ruleAfters: planned.ruleAfters.map { plan.ruleAfters[Int($0)] }.sorted(), counts: counts)
  }
}

extension Interchangeable {
  /// A step with all that the argument above allows for and nothing else, so that whatever else a plan says of a
  /// step, now or later, keeps it apart.
  private static func plain(_ step: PlannedStep) -> PlannedStep {
    var plain = PlannedStep(kind: step.kind)
    plain.group = step.group
    plain.end = step.end
    plain.waits = step.waits
    plain.isTail = step.isTail
    plain.isWatched = step.isWatched
    plain.concernsLanding = step.concernsLanding
    plain.condition = step.condition
    plain.domain = step.domain
    plain.store = step.store
    plain.needs = step.needs
    plain.dependents = step.dependents
    plain.ruleAfters = step.ruleAfters
    plain.ruleReaders = step.ruleReaders
    plain.names = step.names
    if step.fallbacks.isEmpty { plain.fallbacks = step.fallbacks }
    if step.outcomes.isEmpty { plain.outcomes = step.outcomes }
    return plain
  }

  private static func plain(_ clocks: PlannedClocks) -> PlannedClocks {
    guard clocks.attempts == 1 || clocks.retryClasses == 0 else { return PlannedClocks() }
    var plain = PlannedClocks()
    plain.timeout = clocks.timeout
    plain.attempts = clocks.attempts
    plain.retryClasses = clocks.retryClasses
    plain.hasJitter = clocks.hasJitter
    plain.delay = clocks.delay
    plain.factor = clocks.factor
    plain.maxDelay = clocks.maxDelay
    return plain
  }
}
