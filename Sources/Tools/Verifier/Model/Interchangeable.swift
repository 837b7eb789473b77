import LaunchFlowMachine
import LaunchFlowModel

/// Steps that differ only in when they are due. So only the answers of the one that is due first need be
/// tried.
///
/// Say that i and j are in flight, that i is due before j (or with it, and comes before it in the file), and
/// that they are interchangeable: one attempt each, fallbacks that give the same at once, the same group, the
/// same dependents, and no condition that tells them apart. Then everything that can follow if j is answered
/// first can also follow if i is answered first, in the same way and at the same time: from there on j, which
/// may take longer, replaces i. If i answers, j does; if i times out, j fails at that instant; an event that
/// ends i ends j; and while i is not yet due, neither is j. Both ways end in states with equal keys. So runs
/// in which j is answered first add nothing.
///
/// A cache that only one step reads, and no condition asks for, belongs to its step: its content is unknown
/// before the step settles, and is not read afterwards. So j's cache holds the content that i's would have
/// held. A polled group would read it again.
///
/// A condition does not tell steps apart that it only counts: it asks each of them the same, as a part of one
/// `all`, `any` or `atLeast`. Once such steps have settled, it counts the outcomes, and ignores which step
/// had which (`StateKey.countSettled`). For that they need have nothing else in common.
///
/// If i times out and j fails, j's answer comes behind another event of the same instant. Where the order of
/// simultaneous events matters, that may be impossible, so the argument is not used there.
struct Interchangeable {
  private struct Traits: Hashable {
    var role: Role
    var domain: Int32
    var isHTTP: Bool
    var isTail: Bool
    var continues: Bool
    var fallbacks: [LocalFallback]
    /// Whether it may fail by a refusal that its fallbacks do not hide.
    var canRefuse: Bool
    var ruleAfters: [Int32]
  }

  /// The effects of a step's outcome on the rest of the flow.
  private struct Role: Hashable {
    var group: Int32
    /// Twice the dependent's index, plus 1 for one that needs it.
    var dependents: [Int32]
    /// The conditions that count the step, each with its question.
    var counts: [Int32]

    init(_ plan: FlowPlan, _ step: Int, _ counts: [Int32]) {
      group = plan.steps[step].group
      dependents = plan.steps[step].dependents.map { place in
        let dependent = plan.dependents[Int(place)]
        return dependent.step * 2 + (dependent.isNeed ? 1 : 0)
      }.sorted()
      self.counts = counts
    }
  }

  /// The possible values of a fallback without a call.
  private enum LocalFallback: Hashable {
    case value
    /// A cache that no other step reads.
    case ownCache(mayHoldValue: Bool)
    /// A cache that other steps read, too, and which of its contents are a value for this step.
    case sharedCache(Int, values: [Bool])

    var isOwnCache: Bool { if case .ownCache = self { true } else { false } }
  }

  /// By step: a number that interchangeable steps share, or -1.
  let classes: [Int]
  /// The sets of steps that all conditions treat alike.
  let counted: [[Int]]
  /// By cache: the number of its only reader's role, if the reader reads nothing else; or -1. Caches may
  /// share a number.
  private let roles: [Int]

  init(_ choices: WorldChoices, _ questions: StateQuestions) {
    let plan = choices.plan
    let counts = Self.counts(plan, questions)
    let fallbacks = Self.localFallbacks(choices, questions)
    var numbers: [Traits: Int] = [:]
    var members: [Int] = []
    let found = plan.steps.indices.map { step -> Int in
      guard let traits = Self.traits(plan, step, counts[step], fallbacks[step]) else { return -1 }
      let number = numbers[traits] ?? members.count
      if number == members.count { members.append(0) }
      numbers[traits] = number
      members[number] += 1
      return number
    }
    classes = found.map { $0 >= 0 && members[$0] > 1 ? $0 : -1 }
    let asked = plan.steps.indices.filter { counts[$0]?.isEmpty == false }
    counted = Dictionary(grouping: asked) { counts[$0] ?? [] }.values.filter { $0.count > 1 }
      .sorted { $0[0] < $1[0] }
    var roles = plan.flow.caches.map { _ in -1 }
    var roleNumbers: [Role: Int] = [:]
    for step in plan.steps.indices {
      guard let counts = counts[step], let fallbacks = fallbacks[step] else { continue }
      let readers = plan.steps[step].fallbacks.map { plan.fallbacks[Int($0)].reader }.filter { $0 >= 0 }
      guard readers.count == 1, fallbacks.contains(where: \.isOwnCache) else { continue }
      let role = Role(plan, step, counts)
      let number = roleNumbers[role] ?? roleNumbers.count
      roleNumbers[role] = number
      roles[Int(plan.readers[Int(readers[0])].cache)] = number
    }
    self.roles = roles
  }

  /// By step: the conditions that count it, each with its question; nil if a condition asks another question
  /// about it.
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
          // When i times out, j fails instead.
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

  /// By step: the possible values of its fallbacks; nil if one of them is a call, or a cache that may be read
  /// again.
  private static func localFallbacks(
    _ choices: WorldChoices, _ questions: StateQuestions
  ) -> [[LocalFallback]?] {
    let plan = choices.plan
    var readerCounts = plan.flow.caches.map { _ in 0 }
    for reader in plan.readers { readerCounts[Int(reader.cache)] += 1 }
    return plan.steps.indices.map { step in
      var found: [LocalFallback] = []
      for place in plan.steps[step].fallbacks {
        let fallback = plan.fallbacks[Int(place)]
        if fallback.kind == .value {
          found.append(.value)
          continue
        }
        guard fallback.kind == .cache, plan.outermostPolledGroup(of: step) < 0 else { return nil }
        let reader = Int(fallback.reader)
        let cache = Int(plan.readers[reader].cache)
        let values = choices.caches[cache].indices.map {
          choices.read(reader, choice: $0) != RunSnapshot.absent
        }
        let isOwn = readerCounts[cache] == 1 && questions.cacheRoots[cache].isEmpty
        found.append(
          isOwn ? .ownCache(mayHoldValue: values.contains(true)) : .sharedCache(cache, values: values))
      }
      return found
    }
  }

  private static func traits(
    _ plan: FlowPlan, _ step: Int, _ counts: [Int32]?, _ fallbacks: [LocalFallback]?
  ) -> Traits? {
    guard let counts, let fallbacks, plan.steps[step] == plain(plan.steps[step]),
      plan.clocks[step] == plain(plan.clocks[step]),
      plan.steps[step].kind == .http || plan.steps[step].kind == .action
    else { return nil }
    let planned = plan.steps[step]
    let canRefuse = planned.names.contains { name in
      plan.names[Int(name)].isFailure && !plan.names[Int(name)].allowsFallback
    }
    return Traits(
      role: Role(plan, step, counts), domain: planned.domain, isHTTP: planned.kind == .http,
      isTail: planned.isTail, continues: planned.continues, fallbacks: fallbacks,
      canRefuse: canRefuse && !fallbacks.isEmpty,
      ruleAfters: planned.ruleAfters.map { plan.ruleAfters[Int($0)] }.sorted())
  }
}

extension Interchangeable {
  /// Whether the decisions of one event about caches of steps with one role repeat those of another run.
  ///
  /// Several steps may settle by one event: a deadline, or the switch. Then only the numbers of steps that
  /// found a value or nothing are known. Any landing before the next cache is read is the same in every
  /// order. So only one order is explored: the steps that find nothing come first, except the last one. At
  /// most one of them finds a named result.
  ///
  /// - Parameters:
  ///   - decided: The decisions of the event so far, in its order.
  ///   - cache: The cache that it reads next.
  func isRepeated(_ decided: [CacheDecision], before cache: Int) -> Bool {
    let role = roles[cache]
    guard role >= 0, decided.count > 1 else { return false }
    var (hasValue, hasOtherResult) = (false, false)
    for decision in decided where roles[decision.cache] == role {
      if decision.choice == 0 {
        if hasValue { return true }
      } else {
        if hasOtherResult, decision.choice > 1 { return true }
        hasValue = true
        hasOtherResult = hasOtherResult || decision.choice > 1
      }
    }
    return false
  }

  /// A copy of a step with only the properties that the argument above allows. Any other property, present or
  /// future, makes it different from other steps.
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
    plain.continues = step.continues
    plain.fallbacks = step.fallbacks
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
