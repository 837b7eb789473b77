// A machine's state between two inputs, packed into words for drivers that return to many states. Derived data is
// computed again. Numbers of attempts are left out, since they only identify stale answers.
extension FlowMachine {
  /// How many words a state takes: one for each step, and one for the run.
  package var wordCount: Int { state.steps.count + 1 }

  /// Appends the state without the snapshot, the switch's state and the facts that only a trace uses (whether the run
  /// is degraded or was cancelled).
  package func appendWords(to words: inout [UInt64]) {
    for step in state.steps { words.append(step.word) }
    words.append(UInt64(truncatingIfNeeded: state.run.landedRule + 1))
  }

  /// Restores a state from its position in an array. Snapshot and switch must already be in that state.
  package mutating func restore(from words: [UInt64], at base: Int) {
    resetDerived()
    for index in state.steps.indices {
      state.steps[index] = FlowState.Step(word: words[base + index], plan.steps[index])
    }
    let isOffline = state.run.isOffline
    state.run = FlowState.Run()
    state.run.hasStarted = true
    state.run.landedRule = Int32(truncatingIfNeeded: words[base + state.steps.count]) - 1
    state.run.isOffline = isOffline
    for index in state.steps.indices { addDerived(index) }
    if state.run.landedRule >= 0 {
      for place in plan.landingDependents {
        state.steps[Int(plan.dependents[Int(place)].step)].openWaits -= 1
      }
    }
    state.run.hasFinished =
      state.run.landedRule >= 0 && derived.counts.openSteps == 0 && derived.counts.lateSteps == 0
    // No rule applies now, since none applied in the stored state. Rules with a known truth are not read again.
    derived.counts.rulesAreStale = state.run.landedRule < 0
    _ = readLandingRules()
  }

  /// Copies the state, not the effects, of another machine of the same plan and inputs, without allocating memory.
  package mutating func update(from other: FlowMachine) {
    state.update(from: other.state)
    derived.update(from: other.derived)
    effects.removeAll(keepingCapacity: true)
  }

  /// Derives the data of a step. Between two inputs only queued steps are ready, and none must be skipped.
  private mutating func addDerived(_ index: Int) {
    let planned = plan.steps[index]
    switch state.steps[index].phase {
    case .waiting, .open: break
    case .queued:
      derived.active.insert(index)
      derived.lanes[Int(planned.lane)].queue.insert(Int(plan.laneOrder.places[index]))
      derived.counts.queued += 1
    case .running, .retryWait, .pollWait, .fallback:
      derived.active.insert(index)
      if planned.lane >= 0 { derived.lanes[Int(planned.lane)].enter(planned) }
    case .settled:
      derived.counts.openSteps -= 1
      if planned.group >= 0 { state.steps[Int(planned.group)].openMembers -= 1 }
      for place in planned.ruleAfters { derived.rules[Int(plan.ruleAfters[Int(place)])].waits -= 1 }
      for place in planned.dependents { state.steps[Int(plan.dependents[Int(place)].step)].openWaits -= 1 }
      if state.steps[index].isLate { addLateWork(planned) }
    }
  }

  private mutating func addLateWork(_ planned: PlannedStep) {
    derived.counts.lateSteps += 1
    if planned.lane >= 0 { derived.lanes[Int(planned.lane)].enter(planned) }
    var group = Int(planned.group)
    while group >= 0 {
      state.steps[group].lateMembers += 1
      group = Int(plan.steps[group].group)
    }
  }
}

extension FlowState.Step {
  /// The largest numbers of fallbacks, of names (results and failures) and of attempts that fit in a word.
  package static let mostFallbacks = 0x3FFF
  package static let mostNames = 0xF_FFFF - 2
  package static let mostTries = 0x3FF

  /// Phase and status in 3 bits each, four flags, the name in 21 bits, the next fallback in 15, the poll's waits in 8
  /// and the tries in 10. No file is large enough for more names or fallbacks, and tries end at 1,000.
  package var word: UInt64 {
    var word = UInt64(phase.rawValue) | UInt64(status.place) << 3
    if isLate { word |= 1 << 6 }
    if lacksNeed { word |= 1 << 7 }
    if hasFailedMember { word |= 1 << 8 }
    word |= (UInt64(truncatingIfNeeded: name + Self.nameOffset) & 0x1F_FFFF) << 9
    word |= (UInt64(truncatingIfNeeded: nextFallback) & 0x7FFF) << 30
    word |= (UInt64(truncatingIfNeeded: polls) & 0xFF) << 45
    word |= (UInt64(truncatingIfNeeded: tries) & 0x3FF) << 53
    if isHedged { word |= 1 << 63 }
    return word
  }

  /// The state in a word, as if every step that it waits for were open.
  fileprivate init(word: UInt64, _ planned: PlannedStep) {
    self.init(planned)
    phase = FlowState.Phase(rawValue: UInt8(truncatingIfNeeded: word & 7)) ?? .settled
    status = Status.places[Int(word >> 3 & 7)]
    isLate = word & 1 << 6 != 0
    lacksNeed = word & 1 << 7 != 0
    hasFailedMember = word & 1 << 8 != 0
    name = Int32(truncatingIfNeeded: word >> 9 & 0x1F_FFFF) - Self.nameOffset
    nextFallback = Int32(truncatingIfNeeded: word >> 30 & 0x7FFF)
    polls = Int32(truncatingIfNeeded: word >> 45 & 0xFF)
    tries = Int32(truncatingIfNeeded: word >> 53 & 0x3FF)
    isHedged = word >> 63 != 0
  }

  /// Added to a name, whose smallest number is -2.
  private static var nameOffset: Int32 { 2 }
}

extension Status {
  /// By place. The last two places of the three bits are not used.
  fileprivate static let places: [Status] = [
    .succeeded, .recovered, .failed, .timedOut, .skipped, .cancelled, .cancelled, .cancelled,
  ]

  fileprivate var place: Int { bit.trailingZeroBitCount }
}
