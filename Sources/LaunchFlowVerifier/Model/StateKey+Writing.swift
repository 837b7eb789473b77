import LaunchFlowMachine
import LaunchFlowModel

// A state's words. Those of a state that follows from another by one event differ little: what has not
// changed is taken over.
extension StateKey {
  /// Gets ready for the states that follow from one.
  ///
  /// - Parameters:
  ///   - state: That state.
  ///   - known: The words that it has; nil before a start.
  mutating func begin(_ state: FlowState, _ known: ArraySlice<UInt64>?) {
    for root in readings.indices { readings[root].isStale = true }
    decide(state)
    state.writeStepWords(to: &steps)
    if known == nil { for step in steps.indices { steps[step] = .max } }
    swap(&readingsBefore, &readings)
    swap(&stepsBefore, &steps)
    if let known {
      for step in stepWordsBefore.indices { stepWordsBefore[step] = known[known.startIndex + step] }
    }
    hasLandedBefore = state.run.landedRule >= 0
  }

  /// Replaces the words by those of a state that follows.
  ///
  /// - Parameters:
  ///   - state: Between two inputs.
  ///   - cacheStates: By cache: 0 while it is not decided what it holds, else the choice's number plus 1.
  ///   - timers: The armed timers.
  ///   - marks: What the explorer knows of steps besides, as words.
  mutating func write(
    _ state: FlowState, cacheStates: [UInt16], timers: [ArmedTimer], marks: [UInt64],
    to words: inout [UInt64]
  ) {
    words.removeAll(keepingCapacity: true)
    readChanges(state)
    decide(state)
    findAskedAnew()
    for step in steps.indices {
      if steps[step] == stepsBefore[step], !isAskedAnew[step] {
        words.append(stepWordsBefore[step])
      } else {
        words.append(stepWord(state.steps[step], step))
      }
    }
    appendTruths(&words)
    appendRun(state, cacheStates, &words)
    append(timers, &words)
    if !marks.isEmpty { words.append(contentsOf: marks) }
  }

  /// Finds out what must be read again: a decided condition stays as it is, but for rounds.
  private mutating func readChanges(_ state: FlowState) {
    for root in readings.indices {
      readings[root].value = readingsBefore[root].value
      readings[root].isStale = readingsBefore[root].isStale
    }
    state.writeStepWords(to: &steps)
    for step in steps.indices where steps[step] != stepsBefore[step] {
      guard state.steps[step].isSettled else { continue }
      for question in questions(of: step) { goStale(questions[question].root) }
    }
    if state.run.landedRule >= 0, !hasLandedBefore {
      for root in pageRoots { goStale(root) }
    }
    for root in polledRoots { readings[root].isStale = true }
    for roots in cacheRoots { for root in roots { goStale(root) } }
  }

  @inline(__always)
  private mutating func goStale(_ root: Int) {
    if readings[root].value == .unknown { readings[root].isStale = true }
  }

  /// Finds out which conditions are read, and of these which are decided.
  private mutating func decide(_ state: FlowState) {
    for index in roots.indices {
      let isRead: Bool
      switch roots[index].reader {
      case .step(let step): isRead = state.steps[step].isWaiting && !state.steps[step].lacksNeed
      // Read below, in order.
      case .rule, .need: isRead = false
      case .promise: isRead = true
      case .outcome(let group): isRead = state.steps[group].isWaiting || state.steps[group].isOpen
      }
      note(state, index, isRead)
      // However it is decided now, the next round decides it again, with the same facts from outside.
      let group = roots[index].polledGroup
      if group >= 0, roots[index].asksOutside, !state.steps[group].isSettled {
        readings[index].isOpen = true
      }
    }
    guard state.run.landedRule < 0 else { return }
    // Behind a rule that is true the reading never gets.
    for root in ruleRoots {
      guard root >= 0 else { break }
      note(state, root, true)
      if readings[root].truth == 2 { break }
    }
  }

  @inline(__always)
  private mutating func note(_ state: FlowState, _ root: Int, _ isRead: Bool) {
    guard isRead else {
      readings[root].truth = 0
      readings[root].isOpen = false
      return
    }
    if readings[root].isStale {
      readings[root].isStale = false
      readings[root].value = state.truth(of: roots[root].node, in: plan)
    }
    switch readings[root].value {
    case .unknown: readings[root].truth = 0
    case .no: readings[root].truth = 1
    case .yes: readings[root].truth = 2
    }
    readings[root].isOpen = readings[root].value == .unknown
  }

  /// Finds the steps of which more, or less, is asked than before.
  private mutating func findAskedAnew() {
    for step in isAskedAnew.indices { isAskedAnew[step] = false }
    for root in readings.indices where readings[root].isOpen != readingsBefore[root].isOpen {
      for place in askedStarts[root]..<askedStarts[root + 1] { isAskedAnew[askedSteps[place]] = true }
    }
  }

  @inline(__always)
  private func stepWord(_ step: FlowState.Step, _ index: Int) -> UInt64 {
    var state = step
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
  @inline(__always)
  private func merge(_ state: inout FlowState.Step, _ index: Int) {
    var alike = StatusGroup.settled.bits
    var isNameAsked = false
    for place in questions(of: index) where readings[questions[place].root].isOpen {
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

  @inline(__always)
  private func appendTruths(_ words: inout [UInt64]) {
    var packed = PackedWords()
    for reading in readings { packed.add(UInt64(reading.truth), bits: 2, to: &words) }
    packed.finish(&words)
  }

  @inline(__always)
  private func append(_ timers: [ArmedTimer], _ words: inout [UInt64]) {
    let first = words.count
    for _ in 0..<(plan.steps.count * FlowTimer.slotsPerStep + 2 + 63) / 64 { words.append(0) }
    for timer in timers {
      let position = Int(timer.slot + 1)
      words[first + position / 64] |= 1 << UInt64(position % 64)
    }
  }

  private mutating func appendRun(
    _ state: FlowState, _ cacheStates: [UInt16], _ words: inout [UInt64]
  ) {
    let hasLanded = state.run.landedRule >= 0
    var run: UInt64 = hasLanded ? 1 : 0
    findLiveSwitches(state)
    if state.run.isOffline, isAppLive { run |= 2 }
    if state.snapshot.isOffline, isOpen(offlineRoots) { run |= 4 }
    if hasLanded, isOpen(pageRoots) {
      run |= UInt64(plan.rules[Int(state.run.landedRule)].page + 1) << 8
    }
    words.append(run)
    var packed = PackedWords()
    for domain in liveDomains.indices {
      packed.add(state.offlineDomains[domain] && liveDomains[domain] ? 1 : 0, bits: 1, to: &words)
    }
    if !liveSignals.isEmpty { findLiveSignals(state) }
    for signal in liveSignals.indices {
      packed.add(state.signals[signal] && liveSignals[signal] ? 1 : 0, bits: 1, to: &words)
    }
    // Until the landing inputs are kept whole, so that each combination has its own worst case.
    for input in inputRoots.indices {
      let isKept = !hasLanded || isOpen(inputRoots[input])
      let literal = isKept ? state.snapshot.inputs[input] + 2 : 0
      packed.add(UInt64(literal), bits: 32, to: &words)
    }
    if !cacheStates.isEmpty { findLiveCaches(state) }
    for cache in cacheStates.indices {
      packed.add(liveCaches[cache] ? UInt64(cacheStates[cache]) : 0, bits: 16, to: &words)
    }
    packed.finish(&words)
  }

  @inline(__always)
  private func isOpen(_ roots: [Int]) -> Bool {
    for root in roots where readings[root].isOpen { return true }
    return false
  }

  /// Finds out whose being offline may still matter: once it does not, it never does again.
  mutating func findLiveSwitches(_ state: FlowState) {
    isAppLive = false
    for domain in liveDomains.indices { liveDomains[domain] = false }
    for callee in callees {
      let step = state.steps[callee.step]
      guard !step.isSettled || step.isLate || mayRunAgain(state, callee.step) else { continue }
      isAppLive = true
      if callee.domain >= 0 { liveDomains[Int(callee.domain)] = true }
    }
  }

  /// Finds out which signals some step awaits, or may still await.
  mutating func findLiveSignals(_ state: FlowState) {
    for signal in liveSignals.indices { liveSignals[signal] = false }
    for wait in signalWaits
    where !state.steps[wait.step].isSettled || mayRunAgain(state, wait.step) {
      liveSignals[wait.signal] = true
    }
  }

  private mutating func findLiveCaches(_ state: FlowState) {
    for cache in liveCaches.indices { liveCaches[cache] = isOpen(cacheRoots[cache]) }
    for reader in readers {
      let step = state.steps[reader.step]
      let isAhead = reader.fallback < 0 || step.nextFallback <= reader.fallback
      if !step.isSettled && isAhead || mayRunAgain(state, reader.step) {
        liveCaches[reader.cache] = true
      }
    }
  }

  @inline(__always)
  private func mayRunAgain(_ state: FlowState, _ step: Int) -> Bool {
    plan.steps[step].group >= 0 && state.mayRunAgain(step, in: plan)
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
