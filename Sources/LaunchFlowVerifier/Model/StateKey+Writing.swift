import LaunchFlowMachine
import LaunchFlowModel

// A state's words. Those of a state that follows from another by one event differ little: what has not
// changed is taken over.
extension StateKey {
  /// Gets ready for the states that follow from one.
  ///
  /// - Parameters:
  ///   - machine: In that state.
  ///   - known: The words that the state has; nil before a start.
  mutating func begin(_ machine: FlowMachine, _ known: ArraySlice<UInt64>?) {
    for root in now.isStale.indices { now.isStale[root] = true }
    decide(machine)
    machine.writeStepWords(to: &now.steps)
    if known == nil { for step in machine.state.steps.indices { now.steps[step] = .max } }
    swap(&before, &now)
    if let known {
      for step in stepWordsBefore.indices { stepWordsBefore[step] = known[known.startIndex + step] }
    }
    hasLandedBefore = machine.state.run.landedRule >= 0
  }

  /// Replaces the words by those of a state that follows.
  ///
  /// - Parameters:
  ///   - machine: Between two inputs.
  ///   - cacheStates: By cache: 0 while it is not decided what it holds, else the choice's number plus 1.
  ///   - timers: The armed timers.
  ///   - marks: What the explorer knows of steps besides, as words.
  mutating func write(
    _ machine: FlowMachine, cacheStates: [UInt16], timers: [ArmedTimer], marks: [UInt64],
    to words: inout [UInt64]
  ) {
    words.removeAll(keepingCapacity: true)
    readChanges(machine)
    decide(machine)
    findAskedAnew()
    for step in now.steps.indices {
      if now.steps[step] == before.steps[step], !isAskedAnew[step] {
        words.append(stepWordsBefore[step])
      } else {
        words.append(stepWord(machine, step))
      }
    }
    appendTruths(&words)
    appendRun(machine, cacheStates, &words)
    append(timers, &words)
    if !marks.isEmpty { words.append(contentsOf: marks) }
  }

  /// Finds out what must be read again: a decided condition stays as it is, but for rounds.
  private mutating func readChanges(_ machine: FlowMachine) {
    for root in roots.indices {
      now.values[root] = before.values[root]
      now.isStale[root] = before.isStale[root]
    }
    machine.writeStepWords(to: &now.steps)
    for step in machine.state.steps.indices {
      guard now.steps[step] != before.steps[step], machine.state.steps[step].isSettled else { continue }
      for question in questions(of: step) { goStale(questions[question].root) }
    }
    if machine.state.run.landedRule >= 0, !hasLandedBefore {
      for root in pageRoots { goStale(root) }
    }
    for root in polledRoots { now.isStale[root] = true }
    for roots in cacheRoots { for root in roots { goStale(root) } }
  }

  @inline(__always)
  private mutating func goStale(_ root: Int) {
    if now.values[root] == .unknown { now.isStale[root] = true }
  }

  /// Finds out which conditions are read, and of these which are decided.
  private mutating func decide(_ machine: FlowMachine) {
    let hasLanded = machine.state.run.landedRule >= 0
    for index in roots.indices {
      let isRead: Bool
      switch roots[index].reader {
      case .step(let step):
        isRead = machine.state.steps[step].isWaiting && !machine.state.steps[step].lacksNeed
      // Read below, in order.
      case .rule, .need: isRead = false
      case .promise: isRead = true
      case .outcome(let group):
        isRead = machine.state.steps[group].isWaiting || machine.state.steps[group].isOpen
      }
      note(machine, index, isRead)
      // However it is decided now, the next round decides it again, with the same facts from outside.
      let group = roots[index].polledGroup
      if group >= 0, roots[index].asksOutside, !machine.state.steps[group].isSettled {
        now.isOpen[index] = true
      }
    }
    guard !hasLanded else { return }
    // Behind a rule that is true the reading never gets.
    for root in ruleRoots {
      guard root >= 0 else { break }
      note(machine, root, true)
      if truths[root] == 2 { break }
    }
  }

  @inline(__always)
  private mutating func note(_ machine: FlowMachine, _ root: Int, _ isRead: Bool) {
    guard isRead else {
      truths[root] = 0
      now.isOpen[root] = false
      return
    }
    if now.isStale[root] {
      now.isStale[root] = false
      now.values[root] = machine.state.truth(of: roots[root].node, in: plan)
    }
    switch now.values[root] {
    case .unknown: truths[root] = 0
    case .no: truths[root] = 1
    case .yes: truths[root] = 2
    }
    now.isOpen[root] = now.values[root] == .unknown
  }

  /// Finds the steps of which more, or less, is asked than before.
  private mutating func findAskedAnew() {
    for step in isAskedAnew.indices { isAskedAnew[step] = false }
    for root in roots.indices where now.isOpen[root] != before.isOpen[root] {
      for place in askedStarts[root]..<askedStarts[root + 1] { isAskedAnew[askedSteps[place]] = true }
    }
  }

  private func stepWord(_ machine: FlowMachine, _ index: Int) -> UInt64 {
    var state = machine.state.steps[index]
    switch state.phase {
    case .settled:
      state.tries = 0
      state.polls = 0
      state.nextFallback = 0
      state.lacksNeed = false
      state.hasFailedMember = false
      merge(&state, index)
    case .fallback:
      state.tries = 0
      state.polls = 0
      merge(&state, index)
    case .running, .retryWait, .pollWait:
      state.status = .succeeded
      state.name = -1
      if plan.clocks[index].retryClasses == 0 || plan.clocks[index].attempts == 1 { state.tries = 0 }
    case .waiting, .queued, .open:
      state.status = .succeeded
      state.name = -1
    }
    return state.word
  }

  /// Keeps of a settled step's status and name what undecided conditions ask.
  private func merge(_ state: inout FlowState.Step, _ index: Int) {
    var alike = StatusGroup.settled.bits
    var isNameAsked = false
    for place in questions(of: index) where now.isOpen[questions[place].root] {
      let question = questions[place]
      if question.isName {
        if question.operand == state.name { isNameAsked = true }
      } else {
        let isIn = state.status.bit & question.operand != 0
        alike &= isIn ? question.operand : ~question.operand
      }
    }
    state.status = Status(lowestOf: alike) ?? state.status
    if !isNameAsked { state.name = -1 }
  }

  private func appendTruths(_ words: inout [UInt64]) {
    var packed = PackedWords()
    for truth in truths { packed.add(UInt64(truth), bits: 2, to: &words) }
    packed.finish(&words)
  }

  private func append(_ timers: [ArmedTimer], _ words: inout [UInt64]) {
    let first = words.count
    for _ in 0..<(plan.steps.count * FlowTimer.slotsPerStep + 2 + 63) / 64 { words.append(0) }
    for timer in timers {
      let position = Int(timer.slot + 1)
      words[first + position / 64] |= 1 << UInt64(position % 64)
    }
  }

  private mutating func appendRun(
    _ machine: FlowMachine, _ cacheStates: [UInt16], _ words: inout [UInt64]
  ) {
    let hasLanded = machine.state.run.landedRule >= 0
    var run: UInt64 = hasLanded ? 1 : 0
    findLiveSwitches(machine)
    if machine.state.run.isOffline, isAppLive { run |= 2 }
    if machine.state.snapshot.isOffline, isOpen(offlineRoots) { run |= 4 }
    if hasLanded, isOpen(pageRoots) {
      run |= UInt64(plan.rules[Int(machine.state.run.landedRule)].page + 1) << 8
    }
    words.append(run)
    var packed = PackedWords()
    for (domain, isOffline) in machine.state.offlineDomains.enumerated() {
      packed.add(isOffline && liveDomains[domain] ? 1 : 0, bits: 1, to: &words)
    }
    if !liveSignals.isEmpty { findLiveSignals(machine) }
    for (signal, isGiven) in machine.state.signals.enumerated() {
      packed.add(isGiven && liveSignals[signal] ? 1 : 0, bits: 1, to: &words)
    }
    // Until the landing inputs are kept whole, so that each combination has its own worst case.
    for input in inputRoots.indices {
      let isKept = !hasLanded || isOpen(inputRoots[input])
      let literal = isKept ? machine.state.snapshot.inputs[input] + 2 : 0
      packed.add(UInt64(literal), bits: 32, to: &words)
    }
    if !cacheStates.isEmpty { findLiveCaches(machine) }
    for (cache, state) in cacheStates.enumerated() {
      packed.add(liveCaches[cache] ? UInt64(state) : 0, bits: 16, to: &words)
    }
    packed.finish(&words)
  }

  private func isOpen(_ roots: [Int]) -> Bool {
    roots.contains { now.isOpen[$0] }
  }

  /// Finds out whose being offline may still matter: once it does not, it never does again.
  mutating func findLiveSwitches(_ machine: FlowMachine) {
    isAppLive = false
    for domain in liveDomains.indices { liveDomains[domain] = false }
    for callee in callees {
      let state = machine.state.steps[callee.step]
      guard !state.isSettled || state.isLate || mayRunAgain(machine, callee.step) else { continue }
      isAppLive = true
      if callee.domain >= 0 { liveDomains[Int(callee.domain)] = true }
    }
  }

  /// Finds out which signals some step awaits, or may still await.
  mutating func findLiveSignals(_ machine: FlowMachine) {
    for signal in liveSignals.indices { liveSignals[signal] = false }
    for wait in signalWaits
    where !machine.state.steps[wait.step].isSettled || mayRunAgain(machine, wait.step) {
      liveSignals[wait.signal] = true
    }
  }

  private mutating func findLiveCaches(_ machine: FlowMachine) {
    for cache in liveCaches.indices { liveCaches[cache] = isOpen(cacheRoots[cache]) }
    for reader in readers {
      let state = machine.state.steps[reader.step]
      let isAhead = reader.fallback < 0 || state.nextFallback <= reader.fallback
      if !state.isSettled && isAhead || mayRunAgain(machine, reader.step) {
        liveCaches[reader.cache] = true
      }
    }
  }

  @inline(__always)
  private func mayRunAgain(_ machine: FlowMachine, _ step: Int) -> Bool {
    plan.steps[step].group >= 0 && machine.mayRunAgain(step)
  }
}

// By pattern: `==` of another module's enumeration with raw values is a call of a generic function.
extension FlowState.Step {
  fileprivate var isSettled: Bool { if case .settled = phase { true } else { false } }
  fileprivate var isWaiting: Bool { if case .waiting = phase { true } else { false } }
  fileprivate var isOpen: Bool { if case .open = phase { true } else { false } }
}

extension Status {
  private static let byBit = Status.allCases.sorted { $0.bit < $1.bit }

  /// The status of the lowest bit in a set of statuses; nil for an empty one.
  fileprivate init?(lowestOf bits: Int32) {
    guard bits & StatusGroup.settled.bits != 0 else { return nil }
    self = Self.byBit[bits.trailingZeroBitCount]
  }
}
