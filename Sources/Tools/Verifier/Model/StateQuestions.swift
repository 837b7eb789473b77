import LaunchFlowMachine

/// The questions of a flow's conditions, and the readers of its caches, switch and signals. They distinguish states.
struct StateQuestions: Sendable {
  /// A condition that is read somewhere.
  struct Root: Sendable {
    enum Reader: Sendable {
      case step(Int), rule, promise
      /// A group's question about its members.
      case outcome(Int)
      /// The availability of a step that a member of a polled group needs. It has no node.
      case need
    }

    var node: Int32
    var reader: Reader
    /// The polled group in which it is read, or -1: each round reads it anew.
    var polledGroup = -1
    /// Whether it asks about facts that a new round does not change.
    var asksOutside = false
  }

  /// A condition's question about a settled step.
  struct Question: Sendable {
    var root: Int
    var isName: Bool
    var operand: Int32
  }

  let plan: FlowPlan
  private(set) var roots: [Root] = []
  /// By rule: its root, or -1.
  private(set) var ruleRoots: [Int] = []
  /// The questions about settled steps, step by step, names last and sorted, and the first place of each step.
  private(set) var questions: [Question] = []
  private(set) var questionStarts: [Int] = [0]
  /// The steps that each root asks about, root by root, and the first place of each root.
  private(set) var askedSteps: [Int] = []
  private(set) var askedStarts: [Int] = [0]
  /// By input: the roots that ask for it. Then the roots that ask for the switch, and for the page.
  private(set) var inputRoots: [[Int]] = []
  private(set) var offlineRoots: [Int] = []
  /// By cache: the roots that ask whether it holds something.
  private(set) var cacheRoots: [[Int]] = []
  private(set) var pageRoots: [Int] = []
  /// By signal: the roots that ask whether it was given before the landing.
  private(set) var givenRoots: [[Int]] = []
  /// The roots that a new round reads anew.
  private(set) var polledRoots: [Int] = []
  /// By step: its readings of caches, with the place of the fallback, -1 for a cache step itself.
  private(set) var readers: [(step: Int, fallback: Int32, cache: Int)] = []
  /// By step that may call a server: the domain, or -1 for none.
  private(set) var callees: [(step: Int, domain: Int32)] = []
  private(set) var signalWaits: [(step: Int, signal: Int)] = []

  /// - Parameter promises: The promises whose truth is kept.
  init(_ plan: FlowPlan, promises: Set<Int>) {
    self.plan = plan
    inputRoots = plan.flow.inputs.map { _ in [] }
    cacheRoots = plan.flow.caches.map { _ in [] }
    givenRoots = plan.signals.map { _ in [] }
    var asked = plan.steps.map { _ in [Question]() }
    collectRoots(promises, &asked)
    for questions in asked {
      self.questions += questions.sorted { ($0.isName ? 1 : 0, $0.operand) < ($1.isName ? 1 : 0, $1.operand) }
      questionStarts.append(self.questions.count)
    }
    var stepsOfRoots = roots.map { _ in [Int]() }
    for step in plan.steps.indices {
      for question in asked[step] where stepsOfRoots[question.root].last != step {
        stepsOfRoots[question.root].append(step)
      }
    }
    for steps in stepsOfRoots {
      askedSteps += steps
      askedStarts.append(askedSteps.count)
    }
    polledRoots = roots.indices.filter { roots[$0].polledGroup >= 0 && roots[$0].node >= 0 }
    collectReaders()
  }

  private mutating func collectRoots(_ promises: Set<Int>, _ asked: inout [[Question]]) {
    for (index, step) in plan.steps.enumerated() where step.condition >= 0 {
      add(step.condition, .step(index), &asked)
    }
    for rule in plan.rules {
      ruleRoots.append(rule.condition < 0 ? -1 : roots.count)
      if rule.condition >= 0 { add(rule.condition, .rule, &asked) }
    }
    for index in plan.promises.indices where promises.contains(index) {
      switch plan.promises[index] {
      case .within: break
      case .never(let node), .always(let node): add(node, .promise, &asked)
      case .implies(let premise, let conclusion):
        add(premise, .promise, &asked)
        add(conclusion, .promise, &asked)
      }
    }
    for group in plan.steps.indices {
      for place in plan.steps[group].outcomes { add(plan.outcomes[Int(place)], .outcome(group), &asked) }
    }
    for step in plan.steps.indices { addOutsideNeeds(of: step, &asked) }
  }

  /// Adds the needs of a member outside its polled group: the start of each round checks them again.
  private mutating func addOutsideNeeds(of step: Int, _ asked: inout [[Question]]) {
    let group = plan.outermostPolledGroup(of: step)
    guard group >= 0, group != step else { return }
    for place in plan.steps[step].needs {
      let need = Int(plan.needs[Int(place)])
      guard !(group..<Int(plan.steps[group].end)).contains(need) else { continue }
      asked[need].append(
        Question(root: roots.count, isName: false, operand: StatusGroup.available.bits))
      roots.append(Root(node: -1, reader: .need, polledGroup: group, asksOutside: true))
    }
  }

  private mutating func add(_ node: Int32, _ reader: Root.Reader, _ asked: inout [[Question]]) {
    let root = roots.count
    roots.append(Root(node: node, reader: reader))
    switch reader {
    case .step(let step), .outcome(let step): roots[root].polledGroup = plan.outermostPolledGroup(of: step)
    case .rule, .promise, .need: break
    }
    let group = roots[root].polledGroup
    let round = group < 0 ? 0..<0 : group..<Int(plan.steps[group].end)
    for index in Int(node)..<Int(plan.conditions[Int(node)].end) {
      let leaf = plan.conditions[index]
      switch leaf.kind {
      case .atLeast, .not: break
      case .status, .name:
        asked[Int(leaf.subject)].append(
          Question(root: root, isName: leaf.kind == .name, operand: leaf.operand))
        if !round.contains(Int(leaf.subject)) { roots[root].asksOutside = true }
      case .cached:
        cacheRoots[Int(plan.readers[Int(leaf.subject)].cache)].append(root)
      case .given:
        givenRoots[Int(leaf.subject)].append(root)
        // Like the page, it is known at the landing.
        pageRoots.append(root)
      case .input:
        inputRoots[Int(leaf.subject)].append(root)
        roots[root].asksOutside = true
      case .offline:
        offlineRoots.append(root)
        roots[root].asksOutside = true
      case .landing:
        pageRoots.append(root)
        roots[root].asksOutside = true
      }
    }
  }

  private mutating func collectReaders() {
    for (index, step) in plan.steps.enumerated() {
      if step.reader >= 0 {
        readers.append((index, -1, Int(plan.readers[Int(step.reader)].cache)))
      }
      var domains: [Int32] = step.kind == .http ? [step.domain] : []
      if step.kind == .wait {
        switch step.awaited {
        case .time: break
        // Waiting for the network reads the switch like a call without a domain.
        case .online: domains = [-1]
        case .signal(let signal): signalWaits.append((index, Int(signal)))
        }
      }
      for place in step.fallbacks.indices {
        let fallback = plan.fallbacks[Int(place)]
        if fallback.reader >= 0 {
          let cache = plan.readers[Int(fallback.reader)].cache
          readers.append((index, place - step.fallbacks.lowerBound, Int(cache)))
        }
        if fallback.kind == .http, !domains.contains(fallback.domain) { domains.append(fallback.domain) }
      }
      callees += domains.map { (index, $0) }
    }
  }

  @inline(__always)
  func questions(of step: Int) -> Range<Int> { questionStarts[step]..<questionStarts[step + 1] }
}

extension FlowPlan {
  /// The outermost polled group that contains a step or is the step; -1 for none.
  func outermostPolledGroup(of step: Int) -> Int {
    var found = -1
    var level = step
    while level >= 0 {
      if steps[level].kind == .group, clocks[level].pollEvery >= 0 { found = level }
      level = Int(steps[level].group)
    }
    return found
  }
}

/// The questions of a flow, shared by all keys: a key's inner loops keep a reference instead of copies.
final class SharedQuestions: Sendable {
  let all: StateQuestions

  init(_ questions: StateQuestions) {
    all = questions
  }
}
