import LaunchFlowMachine
import LaunchFlowModel

/// The steps that no run starts, each with its reason. A step that is dead because of another is reported
/// with it.
struct DeadSteps {
  private let flow: ProvedFlow
  private let isDead: [Bool]
  /// By step: the other dead steps that it causes.
  private var followers: [[Int]]
  /// By step: whether another step causes its being dead.
  private var isFollower: [Bool]

  init(_ flow: ProvedFlow) {
    self.flow = flow
    let plan = flow.plan
    var isDead = plan.steps.map { _ in false }
    for case .step(let name) in flow.unreachable {
      if let index = plan.index(of: name) { isDead[index] = true }
    }
    self.isDead = isDead
    followers = plan.steps.map { _ in [] }
    isFollower = isDead.map { _ in false }
    for step in plan.steps.indices where isDead[step] {
      guard let cause = cause(of: step) else { continue }
      isFollower[step] = true
      followers[cause].append(step)
    }
  }

  /// The diagnostic for a dead step; nil for one that is reported with another.
  func diagnostic(_ step: Int) -> Diagnostic? {
    guard !isFollower[step] else { return nil }
    let plan = flow.plan
    let missed = flow.missedStarts[step]
    let name = plan.stepNames[step]
    var reasons: [String] = []
    var advice: String?
    var notes: [Diagnostic.Note] = []
    if missed.hasFalseCondition {
      reasons.append("its \"when\" never holds")
      advice = "change its \"when\", or remove the step"
    }
    if missed.need >= 0 {
      let need = plan.stepNames[Int(missed.need)]
      reasons.append("\"\(need)\", which it needs, is not available")
      // Its needs are available in the runs that land before its start.
      if missed.rule < 0 {
        advice =
          advice ?? "if it can do without \"\(need)\", name that step in \"after\" instead of \"needs\""
      }
    }
    if missed.rule >= 0 {
      let page = plan.pages[Int(plan.rules[Int(missed.rule)].page)]
      reasons.append("the run lands on \"\(page)\" first")
      advice =
        advice
        ?? "add \"after\": [\"\(name)\"] to this landing rule, or let the step run later with \"afterLanding\": \"continue\""
      notes.append(
        Diagnostic.Note(
          "the rule that lands first", at: Place(JSONPointer(tokens: ["landings", String(missed.rule)]))))
    }
    if missed.isTimedOut {
      reasons.append("a deadline passes first")
      advice = advice ?? "allow more time, or shorten the time-outs of the steps before it"
    }
    let reason = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", or ")
    let next = allFollowers(of: step)
    notes += next.map { follower in
      let name = plan.stepNames[follower]
      return Diagnostic.Note(
        "so \"\(name)\" never starts either", at: Place(flow.path(of: name), .key))
    }
    return Diagnostic(
      .deadPart, "\"\(name)\" never starts in any run\(reason)", at: Place(flow.path(of: name), .key),
      advice: advice ?? "check its \"when\" and the steps that it needs", notes: notes)
  }

  /// All steps that a dead step makes dead, directly or not, in file order. Members of a dead group are left
  /// out.
  private func allFollowers(of step: Int) -> [Int] {
    var found: [Int] = []
    var open = followers[step]
    while let next = open.popLast() {
      open += followers[next]
      let group = Int(flow.plan.steps[next].group)
      if group < 0 || !isDead[group] { found.append(next) }
    }
    return found.sorted()
  }

  /// The dead step that makes another one dead: its group, or a step that it waits for.
  private func cause(of step: Int) -> Int? {
    let plan = flow.plan
    let missed = flow.missedStarts[step]
    let group = Int(plan.steps[step].group)
    if group >= 0, isDead[group] { return group }
    if missed.need >= 0, isDead[Int(missed.need)] { return Int(missed.need) }
    let asked = Set(plan.documents[step].when?.subjects ?? [])
    return (plan.graph.needs(of: step) + plan.graph.afters(of: step)).map { Int($0) }.first { other in
      guard isDead[other] else { return false }
      return missed.hasFalseCondition && asked.contains(plan.stepNames[other])
        || missed.rule >= 0 && flow.missedStarts[other].rule >= 0
    }
  }
}
