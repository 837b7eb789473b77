import LaunchFlowMachine

// The writing of a state's words. A state and its successor differ little, so unchanged words are copied.
// Inner loops take what they read into constants: a closure that refers to the key would copy it.
extension StateKey {
  /// Prepares for the successors of a state, whose words are `known`: nil before a start.
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

  /// Replaces the words by those of a successor, between two inputs.
  ///
  /// - Parameter cacheStates: By cache: 0 while its content is undecided, else the choice's number plus 1.
  mutating func write(_ state: FlowState, cacheStates: [UInt16], timers: [ArmedTimer]) {
    state.writeStepWords(to: &steps)
    readChanges(state)
    decide(state)
    findAskedAnew()
    findLiveSwitches(state)
    if !liveSignals.isEmpty { findLiveSignals(state) }
    if !liveCaches.isEmpty { findLiveCaches(state) }
    let (questions, readings, steps, stepsBefore) = (questions, readings, steps, stepsBefore)
    let (isAskedAnew, known, run) = (isAskedAnew, stepWordsBefore, runWord(state))
    let (liveDomains, liveSignals, liveCaches) = (liveDomains, liveSignals, liveCaches)
    let keepsInputs = state.run.landedRule < 0
    words.withUnsafeMutableBufferPointer { words in
      var writer = WordWriter(words)
      for step in steps.indices {
        if steps[step] == stepsBefore[step], !isAskedAnew[step] {
          writer.put(known[step])
        } else {
          writer.put(questions.all.word(of: state.steps[step], step, readings))
        }
      }
      writer.pack(readings.count, bits: 2) { UInt64(readings[$0].truth) }
      writer.put(run)
      writer.pack(liveDomains.count, bits: 1) { state.offlineDomains[$0] && liveDomains[$0] ? 1 : 0 }
      writer.pack(liveSignals.count, bits: 32) { liveSignals[$0] ? state.signals[$0].word & 0xFFFF_FFFF : 0 }
      // Until the landing inputs are kept whole: each combination has its own worst case.
      writer.pack(questions.all.inputRoots.count, bits: 32) {
        keepsInputs || readings.isOpen(questions.all.inputRoots[$0])
          ? UInt64(state.snapshot.inputs[$0] + 2) : 0
      }
      writer.pack(liveCaches.count, bits: 16) { liveCaches[$0] ? UInt64(cacheStates[$0]) : 0 }
      writer.put(timers, slots: FlowTimer.slots(tracks: questions.all.plan.trackCount))
    }
  }

  var wordCount: Int {
    let packed = [
      (readings.count, 2), (liveDomains.count, 1), (liveSignals.count, 32),
      (questions.all.inputRoots.count, 32), (liveCaches.count, 16),
      (FlowTimer.slots(tracks: plan.trackCount), 1),
    ]
    return plan.steps.count + 1
      + packed.reduce(0) { $0 + WordWriter.wordCount($1.0, bits: $1.1) }
  }

  /// The switch, as far as it still matters, and the page.
  @inline(__always)
  private func runWord(_ state: FlowState) -> UInt64 {
    let hasLanded = state.run.landedRule >= 0
    var run: UInt64 = hasLanded ? 1 : 0
    if state.run.isOffline, isAppLive { run |= 2 }
    if state.snapshot.isAnyOffline, readings.isOpen(questions.all.offlineRoots) { run |= 4 }
    if hasLanded, readings.isOpen(questions.all.pageRoots) {
      run |= UInt64(plan.rules[Int(state.run.landedRule)].page + 1) << 8
    }
    return run
  }

  /// Finds the conditions to read again. A decided condition stays decided, except in polled groups.
  private mutating func readChanges(_ state: FlowState) {
    let (questions, before, steps, stepsBefore) = (questions, readingsBefore, steps, stepsBefore)
    let hasJustLanded = state.run.landedRule >= 0 && !hasLandedBefore
    readings.withUnsafeMutableBufferPointer { readings in
      for root in readings.indices { readings[root] = before[root] }
      for step in steps.indices where steps[step] != stepsBefore[step] {
        guard state.steps[step].isSettled else { continue }
        for place in questions.all.questions(of: step) {
          readings[questions.all.questions[place].root].goStale()
        }
      }
      if hasJustLanded { for root in questions.all.pageRoots { readings[root].goStale() } }
      for root in questions.all.polledRoots { readings[root].isStale = true }
      for roots in questions.all.cacheRoots { for root in roots { readings[root].goStale() } }
    }
  }

  /// Finds the conditions that are still read, and those among them that are decided.
  private mutating func decide(_ state: FlowState) {
    let (questions, plan) = (questions, plan)
    readings.withUnsafeMutableBufferPointer { readings in
      for index in questions.all.roots.indices {
        let root = questions.all.roots[index]
        let isRead: Bool
        switch root.reader {
        case .step(let step): isRead = state.steps[step].isWaiting && !state.steps[step].lacksNeed
        // Read in order below.
        case .rule, .need: isRead = false
        case .promise: isRead = true
        case .outcome(let group): isRead = state.steps[group].isWaiting || state.steps[group].isOpen
        }
        if isRead {
          readings[index].read(root.node, state, plan)
        } else {
          readings[index].truth = 0
          readings[index].isOpen = false
        }
        // The next round decides the condition again, with the same outside facts.
        if root.polledGroup >= 0, root.asksOutside, !state.steps[root.polledGroup].isSettled {
          readings[index].isOpen = true
        }
      }
      guard state.run.landedRule < 0 else { return }
      // No rule after a true one is read.
      for root in questions.all.ruleRoots {
        guard root >= 0 else { break }
        readings[root].read(questions.all.roots[root].node, state, plan)
        if readings[root].truth == 2 { break }
      }
    }
  }

  /// Finds the steps about which other conditions ask than before.
  private mutating func findAskedAnew() {
    let (questions, readings, before) = (questions, readings, readingsBefore)
    isAskedAnew.withUnsafeMutableBufferPointer { isAskedAnew in
      for step in isAskedAnew.indices { isAskedAnew[step] = false }
      for root in readings.indices where readings[root].isOpen != before[root].isOpen {
        for place in questions.all.askedStarts[root]..<questions.all.askedStarts[root + 1] {
          isAskedAnew[questions.all.askedSteps[place]] = true
        }
      }
    }
  }

  /// Finds the domains whose being offline still matters. Once it does not matter, it never matters again.
  mutating func findLiveSwitches(_ state: FlowState) {
    isAppLive = false
    for domain in liveDomains.indices { liveDomains[domain] = false }
    for callee in questions.all.callees {
      let step = state.steps[callee.step]
      guard !step.isSettled || step.isLate || mayRunAgain(state, callee.step) else { continue }
      isAppLive = true
      if liveDomains.isEmpty { return }
      if callee.domain >= 0 { liveDomains[Int(callee.domain)] = true }
    }
  }

  /// Finds the signals that some step awaits, or may still await, and those that a promise asks about.
  mutating func findLiveSignals(_ state: FlowState) {
    let hasLanded = state.run.landedRule >= 0
    for signal in liveSignals.indices {
      let asking = questions.all.givenRoots[signal]
      liveSignals[signal] = hasLanded ? readings.isOpen(asking) : !asking.isEmpty
    }
    for wait in questions.all.signalWaits
    where !state.steps[wait.step].isSettled || mayRunAgain(state, wait.step) {
      liveSignals[wait.signal] = true
    }
  }

  private mutating func findLiveCaches(_ state: FlowState) {
    for cache in liveCaches.indices { liveCaches[cache] = readings.isOpen(questions.all.cacheRoots[cache]) }
    for reader in questions.all.readers where !liveCaches[reader.cache] {
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
  fileprivate mutating func goStale() {
    if value == .unknown { isStale = true }
  }

  @inline(__always)
  fileprivate mutating func read(_ node: Int32, _ state: FlowState, _ plan: FlowPlan) {
    if isStale {
      isStale = false
      value = state.truth(of: node, in: plan)
    }
    switch value {
    case .unknown: truth = 0
    case .no: truth = 1
    case .yes: truth = 2
    }
    isOpen = value == .unknown
  }
}

/// Writes words and small numbers one after another.
private struct WordWriter {
  private let words: UnsafeMutableBufferPointer<UInt64>
  private var next = 0

  @inline(__always)
  init(_ words: UnsafeMutableBufferPointer<UInt64>) {
    self.words = words
  }

  @inline(__always)
  mutating func put(_ word: UInt64) {
    words[next] = word
    next += 1
  }

  /// Packs numbers of `bits` bits side by side.
  @inline(__always)
  mutating func pack(_ count: Int, bits: Int, _ value: (Int) -> UInt64) {
    var place = 0
    while place < count {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while place < count, shift < 64 {
        word |= value(place) << shift
        shift += UInt64(bits)
        place += 1
      }
      put(word)
    }
  }

  static func wordCount(_ count: Int, bits: Int) -> Int { (count * bits + 63) / 64 }

  /// Writes a bit for each slot, and sets the bits of timers.
  @inline(__always)
  mutating func put(_ timers: [ArmedTimer], slots: Int) {
    let first = next
    for _ in 0..<Self.wordCount(slots, bits: 1) { put(0) }
    for timer in timers {
      let position = Int(timer.slot)
      words[first + position / 64] |= 1 << UInt64(position % 64)
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
