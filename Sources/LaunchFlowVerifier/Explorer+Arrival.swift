import LaunchFlowMachine
import LaunchFlowModel

// What follows from an event, and what is noted of it.
extension Explorer {
  /// Gives the machine an event at the instants of `eventZone` and notes where that leads.
  mutating func take(
    _ node: Int32, _ event: ExploredEvent, _ input: FlowMachine.Input, _ order: EventOrder,
    keepsInstant: Bool, decided: [CacheDecision] = []
  ) {
    machine.update(from: machineBefore)
    if !decided.isEmpty {
      for reader in machine.snapshot.reads.indices { machine.snapshot.reads[reader] = read(reader) }
    }
    machine.handle(input)
    if let cache = undecidedCache() {
      for choice in choices.caches[cache].indices {
        cacheStates[cache] = UInt16(choice + 1)
        take(
          node, event, input, order, keepsInstant: keepsInstant,
          decided: decided + [CacheDecision(cache: cache, choice: choice)])
      }
      cacheStates[cache] = 0
      return
    }
    countTransition()
    let end = Findings.End(parent: node, event: event, decisions: decided)
    var landingTime: Int64?
    if machineBefore.landedRule < 0, let flow = nodeTimers.first, flow.slot == 0 {
      landingTime = min(plan.deadline, Zone.longest) - flow.length + eventZone.bound(0, flow.clock)
      if machine.landedRule < 0, event.kind == .cancelled || event.kind == .fired && event.subject == 0 {
        findings.doesNotLand = findings.doesNotLand ?? end
      }
    }
    if event.kind == .fired { timers.disarm(Int(event.subject)) }
    let inputClass = inputClass(of: store.nodes[Int(node)].state)
    guard tellsTiesApart || !missing.isEmpty else {
      arrive(end, inputClass: inputClass, landingTime: landingTime)
      return
    }
    let saved = (blocked, held)
    if tellsTiesApart { block(order, keepsInstant: keepsInstant) }
    arrive(end, inputClass: inputClass, landingTime: landingTime)
    (blocked, held) = saved
  }

  /// What was pending before an event and is behind it in the order can only come later now.
  private mutating func block(_ order: EventOrder, keepsInstant: Bool) {
    for step in machine.steps.indices {
      let state = machine.steps[step]
      // A new attempt has a number; those from before have lost theirs.
      let isPending =
        state.attempt == 0
        && (machine.isInFlight(step) || state.phase == .retryWait && plan.clocks[step].hasJitter)
      let own: EventOrder =
        state.phase == .retryWait ? .timer(FlowTimer(.retryWake, of: step)) : .answer(step: step)
      if isPending, own < order || keepsInstant && blocked.contains(step) {
        blocked.insert(step)
      } else {
        blocked.remove(step)
      }
    }
  }

  /// Notes what the machine's effects tell, and the state that it is in now.
  mutating func arrive(_ end: Findings.End, inputClass: Int, landingTime: Int64?) {
    for index in machine.effects.indices {
      if !missing.isEmpty { missing.follow(machine.effects[index], &held) }
      switch machine.effects[index] {
      case .arm(let timer, let nanoseconds, _): timers.arm(timer.slot, nanoseconds)
      case .disarm(let timer): timers.disarm(timer.slot)
      case .stepStarted(let step): findings.hasStarted[step] = true
      case .startAttempt(let step, _, let origin), .offlineAttempt(let step, _, let origin):
        noteAttempt(step, origin)
      case .settled(let step, let settlement): noteSettlement(step, settlement)
      case .attemptEnded(let step, _, .answered(.succeeded(let name))),
        .attemptEnded(let step, _, .answered(.refused(let name))):
        if name >= 0 {
          findings.isNameReached[Int(plan.steps[step].names.lowerBound + name)] = true
        }
      case .landed(let rule, _, _): noteLanding(rule, landingTime ?? 0, inputClass, end)
      case .finished: notePromises(end)
      case .cancelAttempt, .store, .lateWork, .refreshed, .queued, .attemptEnded, .waiting, .cancelled,
        .connectivity:
        break
      }
    }
    let keepsEvent = tellsTiesApart && (mayGoOffline(machine) || !blocked.isEmpty)
    timers.finish(nodeTimers, keepsEvent: keepsEvent)
    nextZone.gather(timers.sources, of: eventZone)
    // An attempt that cannot be made ends before any time passes.
    if held.unmakeable.isEmpty { nextZone.elapse(timers.lengths) }
    writeMarks()
    keep(end, inputClass: inputClass)
  }

  private mutating func writeMarks() {
    guard !marks.isEmpty else { return }
    for word in marks.indices { marks[word] = 0 }
    let blockedAt = marks.count - markLength
    for step in plan.steps.indices {
      let bit: UInt64 = 1 << UInt64(step % 64)
      if !missing.isEmpty {
        // Nobody asks for a constant once all who refer to it have settled.
        if held.constants.contains(step),
          missing.readers[step].contains(where: {
            machine.steps[$0].phase != .settled || machine.mayRunAgain($0)
          })
        {
          marks[step / 64] |= bit
        }
        if held.unmakeable.contains(step) { marks[markLength + step / 64] |= bit }
      }
      if tellsTiesApart, blocked.contains(step) { marks[blockedAt + step / 64] |= bit }
    }
  }

  /// Takes the marks back from a state.
  mutating func readMarks(_ state: Int32) {
    guard !marks.isEmpty else { return }
    let words = store.key(of: state).suffix(marks.count)
    held.removeAll()
    blocked.removeAll()
    let blockedAt = words.endIndex - markLength
    for step in plan.steps.indices {
      let bit: UInt64 = 1 << UInt64(step % 64)
      if !missing.isEmpty {
        if words[words.startIndex + step / 64] & bit != 0 { held.constants.insert(step) }
        if words[words.startIndex + markLength + step / 64] & bit != 0 { held.unmakeable.insert(step) }
      }
      if tellsTiesApart, words[blockedAt + step / 64] & bit != 0 { blocked.insert(step) }
    }
  }

  private mutating func keep(_ end: Findings.End, inputClass: Int) {
    key.write(machine, cacheStates: cacheStates, timers: timers.armed, marks: marks, to: &keyWords)
    let (state, isNew) = store.state(keyWords, timers: timers.armed, cacheStates: cacheStates)
    if isNew { store.appendWords { words in Self.append(machine, inputClass, to: &words) } }
    guard let node = store.add(nextZone, to: state, parent: end.parent, event: end.event) else { return }
    if !end.decisions.isEmpty { decisions[node] = end.decisions }
  }

  private static func append(_ machine: FlowMachine, _ inputClass: Int, to words: inout [UInt64]) {
    machine.appendWords(to: &words)
    words.append((machine.snapshot.isOffline ? 1 : 0) | (machine.isOffline ? 2 : 0))
    words.append(UInt64(inputClass))
    for first in stride(from: 0, to: machine.offlineDomains.count, by: 64) {
      var word: UInt64 = 0
      for domain in first..<min(first + 64, machine.offlineDomains.count)
      where machine.offlineDomains[domain] { word |= 1 << UInt64(domain - first) }
      words.append(word)
    }
  }

  private mutating func noteAttempt(_ step: Int, _ origin: Trace.AttemptOrigin) {
    switch origin {
    case .own: findings.mostTries[step] = max(findings.mostTries[step], machine.steps[step].tries)
    case .fallback(let index):
      findings.isFallbackUsed[Int(plan.steps[step].fallbacks.lowerBound) + index] = true
    }
  }

  private mutating func noteSettlement(_ step: Int, _ settlement: FlowMachine.Settlement) {
    if case .fallback(let index) = settlement.value {
      findings.isFallbackUsed[Int(plan.steps[step].fallbacks.lowerBound + index)] = true
    }
    if settlement.name >= 0 {
      findings.isNameReached[Int(plan.steps[step].names.lowerBound + settlement.name)] = true
    }
  }

  private mutating func noteLanding(_ rule: Int, _ time: Int64, _ inputClass: Int, _ end: Findings.End) {
    findings.isRuleUsed[rule] = true
    let page = Int(plan.rules[rule].page)
    let place = inputClass * plan.pages.count + page
    if time > latest[place] {
      latest[place] = time
      findings.landings[Findings.LandingClass(inputClass: inputClass, page: page)] =
        Findings.Landing(time: time, end: end)
    }
    for index in unbroken {
      if case .within(let limit) = plan.promises[index], time > limit { noteBroken(index, end) }
    }
  }

  private mutating func notePromises(_ end: Findings.End) {
    for index in unbroken {
      let isKept: Bool
      switch plan.promises[index] {
      case .within: isKept = true
      case .never(let node): isKept = machine.truth(of: node) != .yes
      case .always(let node): isKept = machine.truth(of: node) == .yes
      case .implies(let premise, let conclusion):
        isKept = machine.truth(of: premise) != .yes || machine.truth(of: conclusion) == .yes
      }
      if !isKept { noteBroken(index, end) }
    }
  }

  private mutating func noteBroken(_ promise: Int, _ end: Findings.End) {
    findings.broken[promise] = end
    unbroken.removeAll { $0 == promise }
  }
}
