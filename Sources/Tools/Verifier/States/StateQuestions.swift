/// The questions of a flow's conditions, and the readers of its caches, switch and signals. They distinguish states.
///
/// A class, since the inner loops of a key keep a reference instead of copies.
final class StateQuestions {
  /// A condition that is read somewhere.
  struct Root {
    enum Reader {
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

  let plan: FlowPlan
  private(set) var roots: [Root] = []
  /// By rule: its root, or -1.
  private(set) var ruleRoots: [Int] = []
  /// By step: the roots that ask for its status, with the bits of the statuses.
  private(set) var statusQuestions: [[(root: Int, statuses: Int32)]]
  /// By step and the number of a name: the roots that ask for it.
  private(set) var nameRoots: [[Int32: [Int]]]
  /// By input: the roots that ask for it. Then the roots that ask for the switch, and for the page.
  private(set) var inputRoots: [[Int]]
  private(set) var offlineRoots: [Int] = []
  /// By cache: the roots that ask whether it holds something.
  private(set) var cacheRoots: [[Int]]
  private(set) var pageRoots: [Int] = []
  /// By signal: the roots that ask whether it was given before the landing.
  private(set) var givenRoots: [[Int]]
  /// By step: its readings of caches, with the place of the fallback, -1 for a cache step itself.
  private(set) var readers: [(step: Int, fallback: Int32, cache: Int)] = []
  /// By step that may call a server: the domain, or -1 for none.
  private(set) var callees: [(step: Int, domain: Int32)] = []
  private(set) var signalWaits: [(step: Int, signal: Int)] = []

  /// - Parameter promises: The promises whose truth is kept.
  init(_ plan: FlowPlan, promises: Set<Int>) {
    self.plan = plan
    statusQuestions = plan.steps.map { _ in [] }
    nameRoots = plan.steps.map { _ in [:] }
    inputRoots = plan.flow.inputs.map { _ in [] }
    cacheRoots = plan.flow.caches.map { _ in [] }
    givenRoots = plan.signals.map { _ in [] }
    collectRoots(promises)
    collectReaders()
  }

  private func collectRoots(_ promises: Set<Int>) {
    for (index, step) in plan.steps.enumerated() where step.condition >= 0 {
      add(step.condition, .step(index))
    }
    for rule in plan.rules {
      ruleRoots.append(rule.condition < 0 ? -1 : roots.count)
      if rule.condition >= 0 { add(rule.condition, .rule) }
    }
    for index in plan.promises.indices where promises.contains(index) {
      switch plan.promises[index] {
      case .within: break
      case .never(let node), .always(let node): add(node, .promise)
      case .implies(let premise, let conclusion):
        add(premise, .promise)
        add(conclusion, .promise)
      }
    }
    for group in plan.steps.indices {
      for place in plan.steps[group].outcomes { add(plan.outcomes[Int(place)], .outcome(group)) }
    }
    for step in plan.steps.indices { addOutsideNeeds(of: step) }
  }

  /// Adds the needs of a member outside its polled group: the start of each round checks them again.
  private func addOutsideNeeds(of step: Int) {
    let group = plan.outermostPolledGroup(of: step)
    guard group >= 0, group != step else { return }
    for need in plan.graph.needs(of: step).map(Int.init) where !plan.graph.contains(group, need) {
      statusQuestions[need].append((roots.count, StatusGroup.available.bits))
      roots.append(Root(node: -1, reader: .need, polledGroup: group, asksOutside: true))
    }
  }

  private func add(_ node: Int32, _ reader: Root.Reader) {
    let root = roots.count
    roots.append(Root(node: node, reader: reader))
    switch reader {
    case .step(let step), .outcome(let step): roots[root].polledGroup = plan.outermostPolledGroup(of: step)
    case .rule, .promise, .need: break
    }
    let group = roots[root].polledGroup
    let round = group < 0 ? 0..<0 : group..<Int(plan.steps[group].end)
    for leaf in plan.conditions[Int(node)..<Int(plan.conditions[Int(node)].end)] {
      let subject = Int(leaf.subject)
      var isOutside = true
      switch leaf.kind {
      case .atLeast, .not: continue
      case .status:
        statusQuestions[subject].append((root, leaf.operand))
        isOutside = !round.contains(subject)
      case .name:
        nameRoots[subject][leaf.operand, default: []].append(root)
        isOutside = !round.contains(subject)
      case .cached:
        cacheRoots[Int(plan.readers[subject].cache)].append(root)
        isOutside = false
      case .given:
        givenRoots[subject].append(root)
        isOutside = false
      case .input: inputRoots[subject].append(root)
      case .offline: offlineRoots.append(root)
      case .landing: pageRoots.append(root)
      }
      if isOutside { roots[root].asksOutside = true }
    }
  }

  private func collectReaders() {
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
}

extension FlowPlan {
  /// The outermost polled group that contains a step or is the step; -1 for none.
  func outermostPolledGroup(of step: Int) -> Int {
    ([step] + graph.groups(of: step)).last { steps[$0].kind == .group && clocks[$0].pollEvery >= 0 } ?? -1
  }
}
