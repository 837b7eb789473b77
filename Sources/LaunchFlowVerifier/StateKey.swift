import LaunchFlowMachine
import LaunchFlowModel

/// Says which machine states mean the same, by giving each the same words.
///
/// What a run does from here on depends on facts (statuses, names, inputs, the page) only through the
/// conditions that are still read: those of steps that wait, the landing rules until the landing, and the
/// promises. Facts never change, so a condition that is decided stays so; of it only the truth counts, and
/// of a fact only what some undecided condition asks about it. Only the members of a polled group settle once
/// a round: what their conditions ask from outside is kept until the group has settled, and what they ask of
/// one another is forgotten with the round. All else that settled steps have left behind
/// is merged. So are numbers of attempts (they only fence off stale answers), counts of tries where nothing
/// is retried, what a cache holds once nobody will read it, whether a domain is offline once nobody will call
/// it, whether the run is degraded or cancelled, and which rule it landed by.
///
/// Two states with equal words therefore allow the same inputs, give the same effects on timers, and lead
/// to states with equal words: a bisimulation. One of them stands for both.
struct StateKey {
  /// A condition that is read somewhere.
  private struct Root {
    enum Reader {
      case step(Int), rule, promise
      /// What a group asks about its members.
      case outcome(Int)
      /// That a step is available, which a member of a polled group needs. It has no node.
      case need
    }

    var node: Int32
    var reader: Reader
    /// The polled group within which it is read, or -1: it is read anew in each round.
    var polledGroup = -1
    /// Whether it asks what a new round does not change.
    var asksOutside = false
  }

  /// What a condition asks about a settled step.
  private struct Question {
    var root: Int
    var isName: Bool
    var operand: Int32
  }

  private let plan: FlowPlan
  private let choices: WorldChoices
  private var roots: [Root] = []
  /// By rule: its root, or -1.
  private var ruleRoots: [Int] = []
  /// By step.
  private var questions: [[Question]]
  /// By input: the roots that ask for it; then those that ask for the switch, and for the page.
  private var inputRoots: [[Int]]
  private var offlineRoots: [Int] = []
  private var pageRoots: [Int] = []
  /// By step: its readings of caches, with the place of the fallback, -1 for a cache step itself.
  private var readers: [(step: Int, fallback: Int32, cache: Int)] = []

  // Scratch of one state.
  /// By root: 0 where nobody asks or it is undecided, 1 false, 2 true.
  private var truths: [UInt8]
  private var isOpen: [Bool]
  private var liveCaches: [Bool]
  /// By step: the domains that its attempts may call, -1 for none; empty where it calls nobody.
  private let callees: [Set<Int32>]
  /// Whether anybody may still call out at all, and by domain whether anybody may call it.
  private(set) var isAppLive = false
  private(set) var liveDomains: [Bool]

  /// - Parameter promises: Those whose truth counts.
  init(_ plan: FlowPlan, _ choices: WorldChoices, promises: Set<Int>) {
    self.plan = plan
    self.choices = choices
    questions = plan.steps.map { _ in [] }
    inputRoots = plan.flow.inputs.map { _ in [] }
    truths = []
    isOpen = []
    liveCaches = plan.flow.caches.map { _ in false }
    liveDomains = plan.domains.map { _ in false }
    callees = plan.steps.map { step in
      let remote = step.fallbacks.map { plan.fallbacks[Int($0)] }.filter { $0.kind == .http }
      return Set(remote.map(\.domain) + (step.kind == .http ? [step.domain] : []))
    }
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
    truths = roots.map { _ in 0 }
    isOpen = roots.map { _ in false }
    collectReaders()
  }

  /// The group that is left last, of those polled ones that a step stands in or is; -1 for none.
  private func outermostPolledGroup(_ step: Int) -> Int {
    var found = -1
    var level = step
    while level >= 0 {
      if plan.steps[level].kind == .group, plan.clocks[level].pollEvery >= 0 { found = level }
      level = Int(plan.steps[level].group)
    }
    return found
  }

  /// A round's beginning asks again which of the steps that a member needs are available.
  private mutating func addOutsideNeeds(of step: Int) {
    let group = outermostPolledGroup(step)
    guard group >= 0, group != step else { return }
    for place in plan.steps[step].needs {
      let need = Int(plan.needs[Int(place)])
      guard !(group..<Int(plan.steps[group].end)).contains(need) else { continue }
      questions[need].append(
        Question(root: roots.count, isName: false, operand: StatusGroup.available.bits))
      roots.append(Root(node: -1, reader: .need, polledGroup: group, asksOutside: true))
    }
  }

  private mutating func add(_ node: Int32, _ reader: Root.Reader) {
    let root = roots.count
    roots.append(Root(node: node, reader: reader))
    switch reader {
    case .step(let step), .outcome(let step): roots[root].polledGroup = outermostPolledGroup(step)
    case .rule, .promise, .need: break
    }
    let group = roots[root].polledGroup
    let round = group < 0 ? 0..<0 : group..<Int(plan.steps[group].end)
    for index in Int(node)..<Int(plan.conditions[Int(node)].end) {
      let leaf = plan.conditions[index]
      switch leaf.kind {
      case .all, .any, .not: break
      case .status, .name:
        questions[Int(leaf.subject)].append(
          Question(root: root, isName: leaf.kind == .name, operand: leaf.operand))
        if !round.contains(Int(leaf.subject)) { roots[root].asksOutside = true }
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
      for place in step.fallbacks.indices where plan.fallbacks[Int(place)].reader >= 0 {
        let cache = plan.readers[Int(plan.fallbacks[Int(place)].reader)].cache
        readers.append((index, place - step.fallbacks.lowerBound, Int(cache)))
      }
    }
  }
}

extension StateKey {
  /// Whether any condition asks about a step.
  func isAsked(_ step: Int) -> Bool { !questions[step].isEmpty }

  /// Replaces the words by those of a state.
  ///
  /// - Parameters:
  ///   - machine: Between two inputs.
  ///   - cacheStates: By cache: 0 while it is not decided what it holds, else the choice's number plus 1.
  ///   - slots: The armed timers.
  ///   - marks: What the explorer knows of steps besides, as words.
  mutating func write(
    _ machine: FlowMachine, cacheStates: [UInt16], slots: [Int32], marks: [UInt64],
    to words: inout [UInt64]
  ) {
    words.removeAll(keepingCapacity: true)
    decide(machine)
    for index in machine.steps.indices { words.append(stepWord(machine, index)) }
    appendTruths(&words)
    appendRun(machine, cacheStates, &words)
    var timers: UInt64 = 0
    var place = 0
    for slot in slots {
      let position = Int(slot + 1)
      while position >= place + 64 {
        words.append(timers)
        timers = 0
        place += 64
      }
      timers |= 1 << UInt64(position - place)
    }
    while place < timerWordCount * 64 {
      words.append(timers)
      timers = 0
      place += 64
    }
    words.append(contentsOf: marks)
  }

  private var timerWordCount: Int { (plan.steps.count * FlowTimer.slotsPerStep + 2 + 63) / 64 }

  /// Finds out which conditions are read, and of these which are decided.
  private mutating func decide(_ machine: FlowMachine) {
    let hasLanded = machine.landedRule >= 0
    for index in roots.indices {
      let root = roots[index]
      let isRead: Bool
      switch root.reader {
      case .step(let step): isRead = machine.steps[step].phase == .waiting && !machine.steps[step].lacksNeed
      // Read below, in order.
      case .rule, .need: isRead = false
      case .promise: isRead = true
      case .outcome(let group):
        isRead = machine.steps[group].phase == .waiting || machine.steps[group].phase == .open
      }
      note(machine, index, isRead)
      // However it is decided now, the next round decides it again, with the same facts from outside.
      if root.polledGroup >= 0, root.asksOutside, machine.steps[root.polledGroup].phase != .settled {
        isOpen[index] = true
      }
    }
    guard !hasLanded else { return }
    // Behind a rule that is true the reading never gets.
    for rule in plan.rules.indices {
      guard ruleRoots[rule] >= 0 else { break }
      note(machine, ruleRoots[rule], true)
      if truths[ruleRoots[rule]] == 2 { break }
    }
  }

  private mutating func note(_ machine: FlowMachine, _ root: Int, _ isRead: Bool) {
    guard isRead else {
      truths[root] = 0
      isOpen[root] = false
      return
    }
    let truth = machine.truth(of: roots[root].node)
    truths[root] = truth == .unknown ? 0 : truth == .no ? 1 : 2
    isOpen[root] = truth == .unknown
  }

  private func stepWord(_ machine: FlowMachine, _ index: Int) -> UInt64 {
    var state = machine.steps[index]
    switch state.phase {
    case .settled:
      state.tries = 0
      state.nextFallback = 0
      state.lacksNeed = false
      state.hasFailedMember = false
      merge(&state, index)
    case .fallback:
      state.tries = 0
      merge(&state, index)
    case .running, .retryWait, .pollWait:
      state.status = .succeeded
      state.name = -1
      if plan.clocks[index].retryClasses == 0 || plan.clocks[index].attempts == 1 { state.tries = 0 }
    case .waiting, .queued, .open:
      state.status = .succeeded
      state.name = -1
    }
    return FlowMachine.word(of: state)
  }

  /// Keeps of a settled step's status and name what undecided conditions ask.
  private func merge(_ state: inout FlowMachine.StepState, _ index: Int) {
    var alike = StatusGroup.settled.bits
    var isNameAsked = false
    for question in questions[index] where isOpen[question.root] {
      if question.isName {
        if question.operand == state.name { isNameAsked = true }
      } else {
        let isIn = state.status.bit & question.operand != 0
        alike &= isIn ? question.operand : ~question.operand
      }
    }
    state.status = Status.allCases.first { $0.bit & alike != 0 } ?? state.status
    if !isNameAsked { state.name = -1 }
  }

  private func appendTruths(_ words: inout [UInt64]) {
    var packed = PackedWords()
    for truth in truths { packed.add(UInt64(truth), bits: 2, to: &words) }
    packed.finish(&words)
  }

  private mutating func appendRun(
    _ machine: FlowMachine, _ cacheStates: [UInt16], _ words: inout [UInt64]
  ) {
    let hasLanded = machine.landedRule >= 0
    var run: UInt64 = hasLanded ? 1 : 0
    findLiveSwitches(machine)
    if machine.isOffline, isAppLive { run |= 2 }
    if machine.snapshot.isOffline, isAsked(offlineRoots) { run |= 4 }
    if hasLanded, isAsked(pageRoots) {
      run |= UInt64(plan.rules[Int(machine.landedRule)].page + 1) << 8
    }
    words.append(run)
    var packed = PackedWords()
    for (domain, isOffline) in machine.offlineDomains.enumerated() {
      packed.add(isOffline && liveDomains[domain] ? 1 : 0, bits: 1, to: &words)
    }
    // Until the landing inputs are kept whole, so that each combination has its own worst case.
    for input in inputRoots.indices {
      let isKept = !hasLanded || isAsked(inputRoots[input])
      let literal = isKept ? machine.snapshot.inputs[input] + 2 : 0
      packed.add(UInt64(literal), bits: 32, to: &words)
    }
    findLiveCaches(machine)
    for (cache, state) in cacheStates.enumerated() {
      packed.add(liveCaches[cache] ? UInt64(state) : 0, bits: 16, to: &words)
    }
    packed.finish(&words)
  }

  private func isAsked(_ roots: [Int]) -> Bool {
    roots.contains { isOpen[$0] }
  }

  /// Finds out whose being offline may still matter: once it does not, it never does again.
  mutating func findLiveSwitches(_ machine: FlowMachine) {
    isAppLive = false
    for domain in liveDomains.indices { liveDomains[domain] = false }
    for step in callees.indices where !callees[step].isEmpty {
      let state = machine.steps[step]
      guard state.phase != .settled || state.isLate || machine.mayRunAgain(step) else { continue }
      isAppLive = true
      for domain in callees[step] where domain >= 0 { liveDomains[Int(domain)] = true }
    }
  }

  private mutating func findLiveCaches(_ machine: FlowMachine) {
    for cache in liveCaches.indices { liveCaches[cache] = false }
    for reader in readers {
      let state = machine.steps[reader.step]
      let isAhead = reader.fallback < 0 || state.nextFallback <= reader.fallback
      if state.phase != .settled && isAhead || machine.mayRunAgain(reader.step) {
        liveCaches[reader.cache] = true
      }
    }
  }
}

/// Puts small numbers side by side into words.
struct PackedWords {
  private var word: UInt64 = 0
  private var used = 0

  mutating func add(_ value: UInt64, bits: Int, to words: inout [UInt64]) {
    if used + bits > 64 { finish(&words) }
    word |= value << UInt64(used)
    used += bits
  }

  mutating func finish(_ words: inout [UInt64]) {
    guard used > 0 else { return }
    words.append(word)
    word = 0
    used = 0
  }
}
