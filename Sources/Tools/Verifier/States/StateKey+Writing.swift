// The reading of a state, and the writing of its words.
// Inner loops take what they read into constants: a closure that refers to the key would copy it.
extension StateKey {
  /// Replaces the words by those of a state, between two inputs.
  ///
  /// - Parameter cacheStates: By cache: its choice, -1 while that is undecided.
  mutating func write(_ state: FlowState, cacheStates: [Int], timers: [ArmedTimer]) {
    read(state)
    let (questions, readings) = (questions, readings)
    let (liveDomains, liveSignals, liveCaches) = (liveDomains, liveSignals, liveCaches)
    let keepsInputs = state.run.landedRule < 0
    words.removeAll(keepingCapacity: true)
    for step in state.steps.indices { words.append(questions.word(of: state.steps[step], step, readings)) }
    words.append(runWord(state))
    words.pack(readings.count, bits: 2) { UInt64(readings[$0].truth.rawValue) }
    words.pack(liveDomains.count, bits: 1) { state.offlineDomains[$0] && liveDomains[$0] ? 1 : 0 }
    words.pack(liveSignals.count, bits: 32) { liveSignals[$0] ? state.signals[$0].word & 0xFFFF_FFFF : 0 }
    // Until the landing inputs are kept whole: each combination has its own worst case.
    words.pack(questions.inputRoots.count, bits: 32) {
      keepsInputs || readings.isOpen(questions.inputRoots[$0]) ? UInt64(state.snapshot.inputs[$0] + 2) : 0
    }
    words.pack(liveCaches.count, bits: 16) { liveCaches[$0] ? UInt64(cacheStates[$0] + 1) : 0 }
    words.pack(timers.count, bits: 32) { UInt64(timers[$0].slot) }
  }

  /// The switch, as far as it still matters, and the page.
  @inline(__always)
  private func runWord(_ state: FlowState) -> UInt64 {
    let hasLanded = state.run.landedRule >= 0
    var run: UInt64 = hasLanded ? 1 : 0
    if state.run.isOffline, isAppLive { run |= 2 }
    if state.snapshot.isAnyOffline, readings.isOpen(questions.offlineRoots) { run |= 4 }
    if hasLanded, readings.isOpen(questions.pageRoots) {
      run |= UInt64(plan.rules[Int(state.run.landedRule)].page + 1) << 8
    }
    return run
  }

  /// Finds what is still read in a state, and which conditions are decided.
  mutating func read(_ state: FlowState) {
    decide(state)
    findLiveSwitches(state)
    findLiveSignals(state)
    findLiveCaches(state)
  }

  /// Finds the conditions that are still read, and those among them that are decided.
  private mutating func decide(_ state: FlowState) {
    let (questions, plan) = (questions, plan)
    readings.withUnsafeMutableBufferPointer { readings in
      for index in questions.roots.indices {
        let root = questions.roots[index]
        let isRead: Bool
        switch root.reader {
        case .step(let step): isRead = state.steps[step].isWaiting && !state.steps[step].lacksNeed
        // Read in order below.
        case .rule, .need: isRead = false
        case .promise: isRead = true
        case .outcome(let group): isRead = state.steps[group].isWaiting || state.steps[group].isOpen
        }
        readings[index] = isRead ? StateKey.Reading(root.node, state, plan) : StateKey.Reading()
        // The next round decides the condition again, with the same outside facts.
        if root.polledGroup >= 0, root.asksOutside, !state.steps[root.polledGroup].isSettled {
          readings[index].isOpen = true
        }
      }
      guard state.run.landedRule < 0 else { return }
      // No rule after a true one is read.
      for root in questions.ruleRoots {
        guard root >= 0 else { break }
        readings[root] = StateKey.Reading(questions.roots[root].node, state, plan)
        if case .yes = readings[root].truth { break }
      }
    }
  }

  /// Finds the domains whose being offline still matters. Once it does not matter, it never matters again.
  private mutating func findLiveSwitches(_ state: FlowState) {
    isAppLive = false
    for domain in liveDomains.indices { liveDomains[domain] = false }
    for callee in questions.callees {
      let step = state.steps[callee.step]
      guard !step.isSettled || step.isLate || mayRunAgain(state, callee.step) else { continue }
      isAppLive = true
      if liveDomains.isEmpty { return }
      if callee.domain >= 0 { liveDomains[Int(callee.domain)] = true }
    }
  }

  /// Finds the signals that some step awaits, or may still await, and those that a promise asks about.
  private mutating func findLiveSignals(_ state: FlowState) {
    let hasLanded = state.run.landedRule >= 0
    for signal in liveSignals.indices {
      let asking = questions.givenRoots[signal]
      liveSignals[signal] = hasLanded ? readings.isOpen(asking) : !asking.isEmpty
    }
    for wait in questions.signalWaits
    where !state.steps[wait.step].isSettled || mayRunAgain(state, wait.step) {
      liveSignals[wait.signal] = true
    }
  }

  private mutating func findLiveCaches(_ state: FlowState) {
    for cache in liveCaches.indices { liveCaches[cache] = readings.isOpen(questions.cacheRoots[cache]) }
    for reader in questions.readers where !liveCaches[reader.cache] {
      let step = state.steps[reader.step]
      let isAhead = reader.fallback < 0 || step.nextFallback <= reader.fallback
      if !step.isSettled && isAhead || mayRunAgain(state, reader.step) { liveCaches[reader.cache] = true }
    }
  }

  @inline(__always)
  private func mayRunAgain(_ state: FlowState, _ step: Int) -> Bool {
    plan.steps[step].group >= 0 && state.mayRunAgain(step, in: plan)
  }
}

extension StateQuestions {
  /// A step's state as a word, without details that make no difference.
  @inline(__always)
  fileprivate func word(of step: FlowState.Step, _ index: Int, _ readings: [StateKey.Reading]) -> UInt64 {
    var state = step
    switch state.phase {
    case .settled:
      state.tries = 0
      state.polls = 0
      state.nextFallback = 0
      state.lacksNeed = false
      state.hasFailedMember = false
      merge(&state, index, readings)
    case .fallback:
      state.tries = 0
      state.polls = 0
      merge(&state, index, readings)
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

  /// Reduces a settled step's status and name to the distinctions that undecided conditions make.
  @inline(__always)
  private func merge(_ state: inout FlowState.Step, _ index: Int, _ readings: [StateKey.Reading]) {
    var alike = StatusGroup.settled.bits
    for (root, statuses) in statusQuestions[index] where readings[root].isOpen {
      alike &= state.status.bit & statuses != 0 ? statuses : ~statuses
    }
    state.status = Status(lowestOf: alike) ?? state.status
    if !isAsked(state.name, of: index, readings) { state.name = -1 }
  }
}

extension [StateKey.Reading] {
  @inline(__always)
  fileprivate func isOpen(_ roots: [Int]) -> Bool {
    for root in roots where self[root].isOpen { return true }
    return false
  }
}

extension StateKey.Reading {
  @inline(__always)
  fileprivate init(_ node: Int32, _ state: FlowState, _ plan: FlowPlan) {
    truth = state.truth(of: node, in: plan)
    isOpen = if case .unknown = truth { true } else { false }
  }
}

extension [UInt64] {
  /// Appends numbers of `bits` bits, packed side by side.
  @inline(__always)
  fileprivate mutating func pack(_ count: Int, bits: Int, _ value: (Int) -> UInt64) {
    for first in stride(from: 0, to: count, by: 64 / bits) {
      var word: UInt64 = 0
      for place in first..<Swift.min(first + 64 / bits, count) {
        word |= value(place) << UInt64((place - first) * bits)
      }
      append(word)
    }
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
