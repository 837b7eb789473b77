// The consequences of an event.
extension Explorer {
  /// Finds the states that an event leads to from a state. The node is the first at which it is possible.
  mutating func findArrivals(_ place: Int, _ node: Int32, _ state: Int32) -> Range<Int32> {
    load(state)
    var event = stateEvents.events[place].event
    let inputClass = inputClass(of: state)
    let first = Int32(stateEvents.arrivals.count)
    if event.kind == .answered {
      for choice in distinctAnswers(on: Int(event.subject)) {
        event.detail = choice.code
        attempt(event, node, inputClass, [], since: Int(first))
      }
    } else {
      attempt(event, node, inputClass, [], since: Int(first))
    }
    let arrivals = first..<Int32(stateEvents.arrivals.count)
    stateEvents.events[place].arrivals = arrivals
    return arrivals
  }

  /// The answers to which the machine reacts differently in the loaded state. Of answers with equal reactions only
  /// the first one is kept. The names of all are noted as reached.
  private mutating func distinctAnswers(on track: Int) -> [AttemptChoice] {
    let step = plan.step(ofTrack: track)
    var distinct: [AttemptChoice] = []
    var reactions: [UInt64] = []
    for choice in answers.answers(on: track, machineBefore.state.steps[step], in: plan) {
      guard mayGoOn() else { break }
      if choice.code >= 0 { findings.reach(name: choice.code, of: step, in: plan) }
      let outcome = choice.outcome(of: step, in: plan)
      let reaction = key.number(
        of: plan.reaction(on: track, in: machineBefore.state.steps[step], to: outcome), to: step)
      meter.spend(2 + reactions.count)
      if reactions.contains(reaction) { continue }
      distinct.append(choice)
      reactions.append(reaction)
    }
    return distinct
  }

  /// Gives the machine an event, once for each content of a cache that it reads.
  mutating func attempt(
    _ event: ExploredEvent, _ node: Int32, _ inputClass: Int, _ decided: [CacheDecision], since first: Int
  ) {
    guard mayGoOn() else { return }
    meter.spend(runCost)
    machine.update(from: machineBefore)
    if !decided.isEmpty {
      for reader in machine.state.snapshot.reads.indices {
        machine.state.snapshot.reads[reader] = read(reader)
      }
    }
    handle(machineBefore.input(event))
    if let cache = undecidedCache() {
      for choice in choices.caches[cache].indices {
        cacheStates[cache] = choice
        attempt(
          event, node, inputClass, decided + [CacheDecision(cache: cache, choice: choice)], since: first)
      }
      cacheStates[cache] = -1
      return
    }
    let end = Findings.End(parent: node, event: event, decisions: number(of: decided))
    meter.spend(stateEvents.arrivals.count - first)
    let isFired = event.kind == .fired
    if machine.state.run.landedRule < 0, event.kind == .cancelled || isFired && event.subject == 0 {
      findings.doesNotLand = findings.doesNotLand ?? end
    }
    timers.restart()
    if isFired { timers.disarm(Int(event.subject)) }
    stateEvents.arrivals.append(arrive(end, inputClass: inputClass))
    stateEvents.dropRepetition(since: first)
  }

  private mutating func number(of decided: [CacheDecision]) -> Int32 {
    if decided.isEmpty { return 0 }
    decisions.append(decided)
    return Int32(decisions.count - 1)
  }

  /// Notes the machine's effects, and finds its present state.
  private mutating func arrive(_ end: Findings.End, inputClass: Int) -> StateEvents.Arrival {
    var landedRule: Int32 = -1
    for index in machine.effects.indices {
      findings.note(machine.effects[index], machine.state.steps, plan)
      switch machine.effects[index] {
      case .arm(let timer, let nanoseconds, let hasJitter):
        timers.arm(
          timer, longest(timer, nanoseconds),
          shortest: hasJitter ? 0 : timeRanges.shortest(timer, nanoseconds))
      case .disarm(let timer): timers.disarm(timer.slot)
      case .landed(let rule, _, _): landedRule = Int32(rule)
      case .finished:
        // Late landings are noted with their times.
        for index in unbroken where machine.state.breaks(plan.promises[index], landedAt: 0, in: plan) {
          noteBroken(index, end)
        }
      default: break
      }
    }
    return StateEvents.Arrival(
      event: end.event, state: state(inputClass), decisions: end.decisions, rule: landedRule,
      variables: stateEvents.append(timers))
  }

  /// The latest time after its arming at which a timer is due: a server may ask for a longer wait than the retry's own.
  private func longest(_ timer: FlowTimer, _ nanoseconds: Int64) -> Int64 {
    guard timer.kind == .retryWake else { return nanoseconds }
    let tries = Int(machine.state.steps[timer.owner].tries)
    return max(nanoseconds, plan.longestWait(of: timer.owner, after: tries))
  }

  /// The number of the state that the machine is in.
  private mutating func state(_ inputClass: Int) -> Int32 {
    key.write(machine.state, cacheStates: cacheStates, timers: timers.armed)
    let (state, isNew) = store.state(key.words, timers)
    if isNew { Self.append(machine, inputClass, cacheStates, to: &store.words) }
    return state
  }

  private static func append(
    _ machine: FlowMachine, _ inputClass: Int, _ cacheStates: [Int], to words: inout [UInt64]
  ) {
    machine.appendWords(to: &words)
    words.append((machine.state.snapshot.isAnyOffline ? 1 : 0) | (machine.state.run.isOffline ? 2 : 0))
    words.append(UInt64(inputClass))
    for choice in cacheStates { words.append(UInt64(choice + 1)) }
    for isOffline in machine.state.offlineDomains { words.append(isOffline ? 1 : 0) }
    for signal in machine.state.signals { words.append(signal.word) }
  }

  mutating func noteLanding(_ rule: Int, _ time: Int64, _ inputClass: Int, _ end: Findings.End) {
    findings.isRuleUsed[rule] = true
    let landing = Findings.LandingClass(inputClass: inputClass, page: Int(plan.rules[rule].page))
    if time > findings.landings[landing]?.time ?? -1 {
      findings.landings[landing] = Findings.Landing(time: time, end: end)
    }
    for index in unbroken {
      guard case .within(let limit, let wanted) = plan.promises[index], time > limit else { continue }
      if wanted < 0 || wanted == plan.rules[rule].page { noteBroken(index, end) }
    }
  }

  private mutating func noteBroken(_ promise: Int, _ end: Findings.End) {
    findings.broken[promise] = end
    unbroken.removeAll { $0 == promise }
  }
}
