import LaunchFlowModel

// A machine between two inputs as a few words, for drivers that come back to many states. What follows from
// the words is worked out again; numbers of attempts, which only fence off stale answers, are left out.
extension FlowMachine {
  /// How many words a state takes: one a step, and one for the run.
  package var wordCount: Int { steps.count + 1 }

  /// Appends the state, but for the snapshot, the switch's state and what only a trace tells (whether the
  /// run is degraded or was cancelled).
  package func appendWords(to words: inout [UInt64]) {
    for state in steps { words.append(Self.word(of: state)) }
    words.append(UInt64(truncatingIfNeeded: landedRule + 1))
  }

  /// Replaces an array's first words, one a step, by the steps' states.
  package func writeStepWords(to words: inout [UInt64]) {
    words.withUnsafeMutableBufferPointer { words in
      for index in steps.indices { words[index] = Self.word(of: steps[index]) }
    }
  }

  /// Goes to a state that was appended to an array at a place. The snapshot and the switch's state stay, and
  /// are those of that state already.
  package mutating func restore(from words: [UInt64], at base: Int) {
    resetWhatFollows()
    for index in steps.indices {
      let planned = plan.steps[index]
      var state = Self.state(of: words[base + index])
      state.openWaits = planned.waits
      state.openMembers = planned.memberCount
      steps[index] = state
    }
    landedRule = Int32(truncatingIfNeeded: words[base + steps.count]) - 1
    for index in steps.indices { addWhatFollows(index) }
    if landedRule >= 0 {
      for place in plan.landingDependents { steps[Int(plan.dependents[Int(place)].step)].openWaits -= 1 }
    }
    hasFinished = landedRule >= 0 && openSteps == 0 && lateSteps == 0
    // Nothing fires by this, for it did not before; but what the rules come to need not be read again.
    rulesAreStale = landedRule < 0
    _ = readLandingRules()
  }

  /// Goes to the state of another machine of the same plan, without giving up memory. The snapshot's inputs
  /// stay, and no effects are pending.
  package mutating func update(from other: FlowMachine) {
    steps.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: other.steps) }
    hasStarted = other.hasStarted
    isCancelled = other.isCancelled
    landedRule = other.landedRule
    isDegraded = other.isDegraded
    hasFinished = other.hasFinished
    isOffline = other.isOffline
    snapshot.isOffline = other.snapshot.isOffline
    Self.update(&snapshot.reads, from: other.snapshot.reads)
    Self.update(&offlineDomains, from: other.offlineDomains)
    if !laneUse.isEmpty {
      Self.update(&laneUse, from: other.laneUse)
      for lane in laneQueues.indices { laneQueues[lane].update(from: other.laneQueues[lane]) }
    }
    ready.update(from: other.ready)
    doomed.update(from: other.doomed)
    active.update(from: other.active)
    doneGroups.update(from: other.doneGroups)
    failingGroups.update(from: other.failingGroups)
    queuedCount = other.queuedCount
    openSteps = other.openSteps
    lateSteps = other.lateSteps
    Self.update(&ruleWaits, from: other.ruleWaits)
    Self.update(&ruleTruths, from: other.ruleTruths)
    Self.update(&ruleIsStale, from: other.ruleIsStale)
    firstRule = other.firstRule
    rulesAreStale = other.rulesAreStale
    effects.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private static func update<Element>(_ array: inout [Element], from other: [Element]) {
    guard !array.isEmpty else { return }
    array.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: other) }
  }

  private mutating func resetWhatFollows() {
    hasStarted = true
    isCancelled = false
    isDegraded = false
    rulesAreStale = false
    for lane in laneUse.indices {
      laneUse[lane] = 0
      laneQueues[lane].removeAll()
    }
    ready.removeAll()
    doomed.removeAll()
    active.removeAll()
    doneGroups.removeAll()
    failingGroups.removeAll()
    queuedCount = 0
    openSteps = steps.count
    lateSteps = 0
    for index in plan.rules.indices {
      ruleWaits[index] = plan.rules[index].afters
      ruleTruths[index] = plan.freshRuleTruths[index]
      ruleIsStale[index] = true
    }
    firstRule = 0
    effects.removeAll(keepingCapacity: true)
  }

  /// Between two inputs no step is ready but queued ones, and none is doomed.
  private mutating func addWhatFollows(_ index: Int) {
    let planned = plan.steps[index]
    switch steps[index].phase {
    case .waiting, .open: break
    case .queued:
      active.insert(index)
      laneQueues[Int(planned.lane)].insert(index)
      queuedCount += 1
    case .running, .retryWait, .pollWait, .fallback:
      active.insert(index)
      if planned.lane >= 0 { laneUse[Int(planned.lane)] += 1 }
    case .settled:
      openSteps -= 1
      if planned.group >= 0 { steps[Int(planned.group)].openMembers -= 1 }
      for place in planned.ruleAfters { ruleWaits[Int(plan.ruleAfters[Int(place)])] -= 1 }
      for place in planned.dependents { steps[Int(plan.dependents[Int(place)].step)].openWaits -= 1 }
      if steps[index].isLate { addLateWork(planned) }
    }
  }

  private mutating func addLateWork(_ planned: PlannedStep) {
    lateSteps += 1
    if planned.lane >= 0 { laneUse[Int(planned.lane)] += 1 }
    var group = Int(planned.group)
    while group >= 0 {
      steps[group].lateMembers += 1
      group = Int(plan.steps[group].group)
    }
  }

  /// Phase and status in 3 bits each, three flags, then the name in 20, the next fallback in 14 and the
  /// tries in 21.
  package static func word(of state: StepState) -> UInt64 {
    var word = UInt64(state.phase.rawValue) | UInt64(state.status.place) << 3
    if state.isLate { word |= 1 << 6 }
    if state.lacksNeed { word |= 1 << 7 }
    if state.hasFailedMember { word |= 1 << 8 }
    word |= (UInt64(truncatingIfNeeded: state.name + nameOffset) & 0xF_FFFF) << 9
    word |= (UInt64(truncatingIfNeeded: state.nextFallback) & 0x3FFF) << 29
    word |= (UInt64(truncatingIfNeeded: state.tries) & 0x1F_FFFF) << 43
    return word
  }

  private static func state(of word: UInt64) -> StepState {
    var state = StepState()
    state.phase = Phase(rawValue: UInt8(truncatingIfNeeded: word & 7)) ?? .settled
    state.status = Status.places[Int(word >> 3 & 7)]
    state.isLate = word & 1 << 6 != 0
    state.lacksNeed = word & 1 << 7 != 0
    state.hasFailedMember = word & 1 << 8 != 0
    state.name = Int32(truncatingIfNeeded: word >> 9 & 0xF_FFFF) - nameOffset
    state.nextFallback = Int32(truncatingIfNeeded: word >> 29 & 0x3FFF)
    state.tries = Int32(truncatingIfNeeded: word >> 43)
    return state
  }

  /// Names count from -2 on.
  private static let nameOffset: Int32 = 2
}

extension Status {
  fileprivate static let places: [Status] = [
    .succeeded, .recovered, .failed, .timedOut, .skipped, .cancelled, .cancelled, .cancelled,
  ]

  /// Its place among the statuses.
  fileprivate var place: Int {
    switch self {
    case .succeeded: 0
    case .recovered: 1
    case .failed: 2
    case .timedOut: 3
    case .skipped: 4
    case .cancelled: 5
    }
  }
}
