import LaunchFlowMachine
import LaunchFlowModel

/// Confirms what the landing rules alone exclude, whatever the order and the times of events.
///
/// It goes through all courses of the steps that the rules and the claim ask about, leaves out those that contradict one
/// another (a step has started only if all that it needs was available), and reads the rules and the claim with each. No
/// certificate is needed: a combination is as easily made as checked.
package struct RulesCheck {
  /// What no run may do.
  package enum Goal: Hashable, Sendable {
    /// Break a promise, by its place.
    case breaks(Int)
    /// Land by a rule, from 0.
    case lands(Int)
  }

  /// What an answer may be: any of no (1), unknown (2) and yes (4).
  private typealias Answers = UInt8

  private let plan: FlowPlan
  private let goal: Goal
  /// The steps that are asked about, inputs as the numbers from the step count on, the switch as the last.
  private var subjects: [Int] = []
  /// By subject: its courses. An input's, or the switch's, are told apart by the name.
  private var courses: [[Course]] = []
  private var chosen: [Course?]
  /// By step: all that it needs, directly or not; and all that has settled before it starts.
  private var needs: [Int: Set<Int>] = [:]
  private var waits: [Int: Set<Int>] = [:]
  private var left = 30_000

  /// Whether no run reaches the goal, as far as can be told soon. False where there are too many combinations.
  ///
  /// - Parameter isCancelled: Whether it is about runs that are cancelled before they land, or about the others.
  package static func excludes(_ goal: Goal, _ plan: FlowPlan, isCancelled: Bool) -> Bool {
    var check = RulesCheck(goal, plan, isCancelled: isCancelled)
    guard !check.subjects.contains(where: { check.isInRounds($0) }) else { return false }
    return !check.mayReach(from: 0)
  }

  private init(_ goal: Goal, _ plan: FlowPlan, isCancelled: Bool) {
    self.goal = goal
    self.plan = plan
    chosen = plan.steps.map { _ in nil } + plan.flow.inputs.map { _ in nil } + [nil]
    var roots = plan.rules.map(\.condition)
    if case .breaks(let promise) = goal {
      switch plan.promises[promise] {
      case .within: break
      case .never(let node), .always(let node): roots.insert(node, at: 0)
      case .implies(let premise, let conclusion): roots = [premise, conclusion] + roots
      }
    }
    let nodes = roots.filter { $0 >= 0 }.flatMap { Int($0)..<Int(plan.conditions[Int($0)].end) }
    for node in nodes {
      if let subject = subject(of: node), !subjects.contains(subject) { subjects.append(subject) }
    }
    courses = subjects.map { toldApart(all($0, isCancelled), $0, nodes) }
    for step in subjects where step < plan.steps.count { collect(step) }
  }

  private func subject(of node: Int) -> Int? {
    let subject = Int(plan.conditions[node].subject)
    switch plan.conditions[node].kind {
    case .status, .name: return subject
    case .input: return plan.steps.count + subject
    case .offline: return chosen.count - 1
    case .all, .any, .not, .atLeast, .landing, .cached: return nil
    }
  }

  private func all(_ subject: Int, _ isCancelled: Bool) -> [Course] {
    if subject < plan.steps.count { return Course.all(subject, plan, isCancelled: isCancelled) }
    var names: [Int32] = [0, 1]
    if subject < chosen.count - 1 {
      let input = subject - plan.steps.count
      names = Beginnings.values(of: plan.flow.inputs[input], plan.inputLiterals[input])
    }
    return names.map {
      let end = Course.End(status: .succeeded, name: $0)
      return Course(atLanding: end, atEnd: end)
    }
  }

  /// One course of each kind that nobody tells apart.
  private func toldApart(_ courses: [Course], _ subject: Int, _ nodes: [Int]) -> [Course] {
    var known: Set<[Int]> = []
    return courses.filter { course in
      var traits = nodes.filter { self.subject(of: $0) == subject }.flatMap { node in
        [Int(answer(node, course.atLanding)), Int(answer(node, course.atEnd))]
      }
      for end in [course.atLanding, course.atEnd] {
        guard let end else {
          traits.append(-1)
          continue
        }
        traits.append(
          end.status.isAvailable ? 2 : end.status == .skipped ? 1 : end.status == .cancelled ? 3 : 0)
      }
      if subject < plan.steps.count { traits.append(course.allowsCache(subject, plan) ? 1 : 0) }
      return known.insert(traits).inserted
    }
  }

  private mutating func collect(_ step: Int) {
    var needs: Set<Int> = []
    var waits: Set<Int> = []
    var open = [step]
    while let next = open.popLast() {
      let direct = plan.graph.needs(of: next).map { Int($0) }
      waits.formUnion(direct + plan.graph.afters(of: next).map { Int($0) })
      open += direct.filter { needs.insert($0).inserted }
    }
    self.needs[step] = needs
    self.waits[step] = waits
  }

  /// Members of polled groups settle more than once.
  private func isInRounds(_ subject: Int) -> Bool {
    guard subject < plan.steps.count else { return false }
    var group = Int(plan.steps[subject].group)
    while group >= 0 {
      if plan.clocks[group].pollEvery >= 0 { return true }
      group = Int(plan.steps[group].group)
    }
    return false
  }
}

// The search through all combinations.
extension RulesCheck {
  private mutating func mayReach(from place: Int) -> Bool {
    left -= 1
    guard left > 0 else { return true }
    guard isGoalPossible else { return false }
    guard place < subjects.count else { return true }
    let subject = subjects[place]
    for course in courses[place] {
      chosen[subject] = course
      if isConsistent, mayReach(from: place + 1) { return true }
    }
    chosen[subject] = nil
    return false
  }

  private var isConsistent: Bool {
    subjects.allSatisfy { step in
      guard step < plan.steps.count, let course = chosen[step] else { return true }
      return isConsistent(step, course)
    }
  }

  private func isConsistent(_ step: Int, _ course: Course) -> Bool {
    func isLost(_ need: Int, _ end: (Course) -> Course.End?) -> Bool {
      chosen[need].map { !(end($0)?.status.isAvailable ?? false) } ?? false
    }
    let needs = needs[step] ?? []
    if course.atLanding?.hasStarted ?? false {
      if needs.contains(where: { isLost($0, \.atLanding) }) { return false }
      if (waits[step] ?? []).contains(where: { chosen[$0].map { $0.atLanding == nil } ?? false }) {
        return false
      }
    }
    if course.atEnd.hasStarted, needs.contains(where: { isLost($0, { $0.atEnd }) }) { return false }
    guard Course.isSingle(step, plan) else { return true }
    let direct = plan.graph.needs(of: step).map { Int($0) }
    // Whatever lacks a need is skipped at once.
    if course.atLanding == nil, !plan.steps[step].isTail,
      direct.contains(where: { chosen[$0]?.atLanding.map { !$0.status.isAvailable } ?? false })
    {
      return false
    }
    guard plan.steps[step].condition < 0, direct.allSatisfy({ subjects.contains($0) }) else { return true }
    // Without a condition it is skipped only for a need.
    func areAllAvailable(_ end: (Course) -> Course.End?) -> Bool {
      direct.allSatisfy { chosen[$0].map { end($0)?.status.isAvailable ?? false } ?? false }
    }
    return !(course.atLanding?.status == .skipped && areAllAvailable(\.atLanding))
      && !(course.atEnd.status == .skipped && areAllAvailable { $0.atEnd })
  }

  private var isGoalPossible: Bool {
    let rules = plan.rules.map { $0.condition < 0 ? 4 : answers(Int($0.condition), atEnd: false, page: nil) }
    /// Whether a rule may hold while each one before does not, or agrees with it and is unknown.
    func mayDecide(_ rule: Int) -> Bool {
      rules[rule] & 4 != 0
        && (0..<rule).allSatisfy { earlier in
          rules[earlier] & 1 != 0
            || rules[earlier] & 2 != 0 && plan.rules[earlier].agreement == plan.rules[rule].agreement
        }
    }
    switch goal {
    case .breaks(let promise):
      return rules.indices.contains { mayDecide($0) && mayBreak(promise, onPage: plan.rules[$0].page) }
    case .lands(let rule):
      guard rules[..<rule].allSatisfy({ $0 & 1 != 0 }) else { return false }
      return rules[rule] & 4 != 0
        || rules[rule] & 2 != 0
          && (rule + 1..<max(rule + 1, rules.count)).contains {
            plan.rules[$0].agreement == plan.rules[rule].agreement && mayDecide($0)
          }
    }
  }

  private func mayBreak(_ promise: Int, onPage page: Int32) -> Bool {
    func answers(_ node: Int32) -> Answers { self.answers(Int(node), atEnd: true, page: page) }
    switch plan.promises[promise] {
    case .within: return true
    case .never(let node): return answers(node) & 4 != 0
    case .always(let node): return answers(node) & 3 != 0
    case .implies(let premise, let conclusion):
      return answers(premise) & 4 != 0 && answers(conclusion) & 3 != 0
    }
  }

  /// What a condition may come to.
  private func answers(_ index: Int, atEnd: Bool, page: Int32?) -> Answers {
    let node = plan.conditions[index]
    switch node.kind {
    case .not: return Self.opposite(answers(index + 1, atEnd: atEnd, page: page))
    case .all, .any, .atLeast:
      var parts: [Answers] = []
      var part = index + 1
      while part < Int(node.end) {
        parts.append(answers(part, atEnd: atEnd, page: page))
        part = Int(plan.conditions[part].end)
      }
      let count = node.kind == .all ? parts.count : node.kind == .any ? 1 : Int(node.operand)
      return Self.atLeast(count, parts)
    case .landing: return page.map { $0 == node.operand ? 4 : 1 } ?? 2
    case .cached:
      let step = Int(plan.readers[Int(node.subject)].step)
      return chosen[step].map { $0.allowsCache(step, plan) } ?? true ? 5 : 1
    case .status, .name, .input, .offline:
      guard let subject = subject(of: index), let course = chosen[subject] else { return 7 }
      return answer(index, atEnd ? course.atEnd : course.atLanding)
    }
  }

  private func answer(_ index: Int, _ end: Course.End?) -> Answers {
    guard let end else { return 2 }
    let node = plan.conditions[index]
    let isSo = node.kind == .status ? end.status.bit & node.operand != 0 : end.name == node.operand
    return isSo ? 4 : 1
  }

  private static func opposite(_ answers: Answers) -> Answers {
    answers & 2 | (answers & 1 != 0 ? 4 : 0) | (answers & 4 != 0 ? 1 : 0)
  }

  /// What it may come to that so many parts hold, each of which may be any of its answers.
  private static func atLeast(_ count: Int, _ parts: [Answers]) -> Answers {
    var answers: Answers = 0
    if parts.count(where: { $0 & 4 != 0 }) >= count { answers |= 4 }
    if parts.count(where: { $0 & 1 != 0 }) > parts.count - count { answers |= 1 }
    let mayHold = parts.count { $0 & 6 != 0 } >= count
    let mustHold = parts.count { $0 == 4 } >= count
    if mayHold, !mustHold, parts.contains(where: { $0 & 2 != 0 }) { answers |= 2 }
    return answers
  }
}
