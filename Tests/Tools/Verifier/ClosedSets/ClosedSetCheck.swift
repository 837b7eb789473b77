import LaunchFlowMachine

@testable import LaunchFlowVerifier

/// Confirms that no run leaves a set of states, and tells what its runs do.
///
/// The check is an induction. Every beginning of a run is in the set. From each state of the set, each event at each
/// moment leads into the set again: an answer of any kind, each timer that is due, the switch, a signal, the
/// cancellation. The machine says what an event does. So nothing has to be searched for, and it does not matter how the
/// set was found. The code shares nothing with the verifier's exploration but the machine.
struct ClosedSetCheck {
  private let plan: FlowPlan
  private let timeRanges: TimeRanges
  private let set: ClosedSet
  private let essence: StateEssence
  private let possibleStarts: PossibleStarts?
  /// By essence: the states of the set that have it.
  private var places: [[UInt64]: [Int]] = [:]
  private var before: FlowMachine
  private var machine: FlowMachine
  private var runs: RunsOfSet
  private var failure: String?

  /// Prepares the check of a set of a flow's states.
  ///
  /// - Parameters:
  ///   - set: The set.
  ///   - plan: The flow.
  ///   - caches: What each cache may hold, which is taken for granted.
  init(_ set: ClosedSet, _ plan: FlowPlan, caches: [[CacheChoice]]) {
    self.plan = plan
    timeRanges = TimeRanges(plan)
    self.set = set
    essence = StateEssence(plan)
    possibleStarts = PossibleStarts(plan, caches)
    before = FlowMachine(plan, plan.snapshot(inputs: [], caches: []))
    machine = before
    runs = RunsOfSet(plan)
  }

  /// What came of a check.
  enum Outcome {
    /// The set contains every run, and its runs do this.
    case closed(RunsOfSet)
    /// Some run may leave the set.
    case open(String)
    /// Runs begin in more ways than the check goes through.
    case tooManyStarts
  }

  /// Checks the whole set.
  mutating func check() -> Outcome {
    guard possibleStarts != nil else { return .tooManyStarts }
    for place in set.states.indices {
      enter(set.states[place])
      places[essence.words(before, timers: set.states[place].timers), default: []].append(place)
    }
    checkStarts()
    for place in set.states.indices where failure == nil {
      checkEvents(set.states[place])
    }
    return failure.map(Outcome.open) ?? .closed(runs)
  }

  private mutating func enter(_ state: ClosedSet.State) {
    before.state.snapshot = RunSnapshot(
      inputs: state.inputs, reads: state.reads, offlineDomains: state.offlineDomains)
    before.state.snapshot.isAnyOffline = state.wasOffline
    before.state.offlineDomains = state.offlineDomains
    before.state.signals = state.signals
    before.state.run.isOffline = state.isOffline
    before.restore(from: state.machine, at: 0)
  }

  private mutating func fail(_ what: String) { failure = failure ?? what }
}

// The events.
extension ClosedSetCheck {
  private mutating func checkStarts() {
    guard let possibleStarts else { return }
    for inputs in possibleStarts.inputs {
      for offline in 0..<1 << possibleStarts.switches {
        let domains = plan.domains.indices.map { offline & 2 << $0 != 0 }
        before = FlowMachine(
          plan,
          RunSnapshot(
            inputs: inputs, reads: plan.readers.map { _ in RunSnapshot.undecided },
            isOffline: offline & 1 != 0, offlineDomains: domains))
        let now = RemainingTimes(timers: 0) { _, _ in 0 }
        follow(.started, "the start", from: nil, at: [now])
      }
    }
  }

  private mutating func checkEvents(_ state: ClosedSet.State) {
    enter(state)
    guard !before.state.run.hasFinished else { return }
    let timers = state.timers
    if timers.isEmpty { runs.doesNotEnd = true }
    if before.state.run.landedRule < 0, timers.first != 0 { return fail("the flow's deadline is not armed") }
    checkAnswers(state)
    for (place, slot) in timers.enumerated() { checkTimer(place + 1, slot, state) }
    let live = essence.liveSwitches(before)
    if live.isAny {
      let app: FlowMachine.Input =
        state.isOffline ? .cameOnline(domain: -1) : .wentOffline(domain: -1)
      follow(app, "the app's switch", from: state, at: state.times)
      for domain in plan.domains.indices where live.domains[domain] {
        let input: FlowMachine.Input =
          state.offlineDomains[domain] ? .cameOnline(domain: domain) : .wentOffline(domain: domain)
        follow(input, "the switch of a domain", from: state, at: state.times)
      }
    }
    for signal in plan.signals.indices
    where !state.signals[signal].isGiven && essence.isLive(signal: signal, before) {
      for name in plan.names(ofSignal: signal) {
        follow(
          .signalled(signal, name: name), "the signal \(plan.signals[signal])", from: state, at: state.times)
      }
    }
    if before.state.run.landedRule < 0 { follow(.cancelled, "a cancellation", from: state, at: state.times) }
  }

  /// Any answer may come to an attempt at any moment until a timer ends it.
  private mutating func checkAnswers(_ state: ClosedSet.State) {
    for track in 0..<plan.trackCount where before.isInFlight(track) {
      let step = plan.step(ofTrack: track)
      // The machine acts on its reaction alone.
      var reactions: [FlowMachine.Reaction] = []
      for outcome in outcomes(of: step) {
        let reaction = before.reaction(on: track, to: outcome)
        guard !reactions.contains(reaction) else { continue }
        reactions.append(reaction)
        follow(
          .attemptEnded(track: track, attempt: before.attempt(on: track), outcome),
          "an answer to \(plan.stepNames[step])", from: state, at: state.times)
        if failure != nil { return }
      }
    }
  }

  private mutating func outcomes(of step: Int) -> [FlowMachine.AttemptOutcome] {
    let names = plan.steps[step].names.indices.map { place -> FlowMachine.AttemptOutcome in
      let number = Int32(place - plan.steps[step].names.startIndex)
      runs.reached.insert(.name(step, number))
      return plan.names[Int(plan.steps[step].names.lowerBound + number)].isFailure
        ? .refused(name: number) : .succeeded(name: number)
    }
    return [.succeeded(name: -1)] + names + ErrorClass.allCases.map { .failed($0) }
      + [ErrorClass.server, .throttled].map { .deferred($0, nanoseconds: .max) }
  }

  /// How long a wait before a retry may last: the server of a call over HTTP may ask for up to `maxDelay`.
  private func longestWait(_ step: Int, _ own: Int64) -> Int64 {
    let clocks = plan.clocks[step]
    let asks = clocks.retryClasses & (ErrorClass.server.bit | ErrorClass.throttled.bit) != 0
    return plan.steps[step].kind == .http && asks && clocks.maxDelay < .max ? clocks.maxDelay : own
  }

  /// A timer fires when it is due, after all that is due at the same instant and comes first. One with
  /// slack fires at any moment of that before.
  private mutating func checkTimer(_ number: Int, _ slot: Int, _ state: ClosedSet.State) {
    let timer = before.plan.timer(inSlot: slot, before.state.steps)
    let order = EventOrder.timer(timer)
    let times = state.times.compactMap { times -> RemainingTimes? in
      var due = times
      guard due.demand(number, 0, atMost: state.slacks[number - 1]) else { return nil }
      if timer.kind == .stepDeadline, before.state.steps[timer.owner].phase == .retryWait,
        let wake = state.timers.firstIndex(of: FlowTimer(.retryWake, of: timer.owner).slot)
      {
        // The deadline cuts the retry's own wait. A wait for the server ends before the deadline.
        let own = plan.retryDelay(of: timer.owner, after: Int(before.state.steps[timer.owner].tries))
        let left = longestWait(timer.owner, own) - own + 1
        guard due.demand(0, wake + 1, atMost: -left) else { return nil }
      }
      for (place, slot) in state.timers.enumerated()
      where EventOrder.timer(before.plan.timer(inSlot: slot, before.state.steps)) < order {
        if !due.demand(0, place + 1, atMost: -1) { return nil }
      }
      return due
    }
    guard !times.isEmpty else { return }
    follow(
      .timerFired(timer), "the timer \(timer.kind) of \(name(timer.owner))", from: state, at: times)
  }

  private func name(_ owner: Int) -> String {
    owner < 0 ? "the flow" : plan.stepNames[plan.step(ofTrack: owner)]
  }
}

// What follows from an event.
extension ClosedSetCheck {
  /// Follows an event that may come at some times, once with each content of a cache that it turns out to read.
  private mutating func follow(
    _ input: FlowMachine.Input, _ what: String, from state: ClosedSet.State?, at times: [RemainingTimes]
  ) {
    guard failure == nil, let possibleStarts else { return }
    machine = before
    machine.handle(input)
    if let cache = undecidedCache() {
      let known = before.state.snapshot.reads
      for reads in possibleStarts.contents[cache].reads {
        for (reader, read) in zip(possibleStarts.contents[cache].readers, reads) {
          before.state.snapshot.reads[reader] = read
        }
        follow(input, what, from: state, at: times)
      }
      before.state.snapshot.reads = known
      return
    }
    arrive(input, what, from: state, at: times)
  }

  /// A cache that a step has read, or that a promise asks about at the end, though nobody has said what it holds.
  private func undecidedCache() -> Int? {
    let reads = machine.state.snapshot.reads
    for effect in machine.effects {
      switch effect {
      case .settled(let step, let settlement, let value) where settlement.name == RunSnapshot.undecided:
        return plan.cache(of: step, value)
      case .finished:
        for node in plan.conditions where node.kind == .cached {
          if reads[Int(node.subject)] == RunSnapshot.undecided {
            return Int(plan.readers[Int(node.subject)].cache)
          }
        }
      default: break
      }
    }
    return nil
  }

  private mutating func arrive(
    _ input: FlowMachine.Input, _ what: String, from state: ClosedSet.State?, at times: [RemainingTimes]
  ) {
    var armed: [Int: (timer: RemainingTimes.Timer, slack: Int64)] = [:]
    for (place, slot) in (state?.timers ?? []).enumerated() {
      armed[slot] = (.kept(place + 1), state?.slacks[place] ?? 0)
    }
    if case .timerFired(let timer) = input { armed[timer.slot] = nil }
    var landedRule = -1
    for effect in machine.effects {
      switch effect {
      case .arm(let timer, let length, let hasJitter):
        let shortest = hasJitter ? 0 : timeRanges.shortest(timer, length)
        let longest = timer.kind == .retryWake ? longestWait(timer.owner, length) : length
        armed[timer.slot] = (.set(longest), longest - shortest)
      case .disarm(let timer): armed[timer.slot] = nil
      case .landed(let rule, _, _): landedRule = rule
      default: break
      }
      runs.note(effect, machine, plan)
    }
    if machine.state.run.landedRule < 0,
      input == .cancelled || input == .timerFired(FlowTimer(.flowDeadline, of: -1))
    {
      runs.doesNotLand = true
    }
    if landedRule >= 0 {
      // Until the landing the flow's deadline is armed, and its slot is the first.
      let latest = times.map { state == nil ? 0 : plan.deadline + $0.most(0, 1) }.max() ?? 0
      runs.noteLanding(
        landedRule, at: latest, inputs: machine.state.snapshot.inputs, isCancelled: input == .cancelled, plan)
    }
    arrive(what, armed, at: times)
  }

  private mutating func arrive(
    _ what: String, _ armed: [Int: (timer: RemainingTimes.Timer, slack: Int64)], at times: [RemainingTimes]
  ) {
    let slots = armed.keys.sorted()
    let next = slots.compactMap { armed[$0] }
    let known = (places[essence.words(machine, timers: slots)] ?? []).filter { place in
      zip(next, set.states[place].slacks).allSatisfy { $0.slack <= $1 }
    }
    guard !known.isEmpty else { return fail("\(what) leads to a state that is not in the set") }
    for times in times {
      var after = times.after(next.map(\.timer))
      after.letTimePass()
      let isKnown = known.contains { place in set.states[place].times.contains { after.isContained(in: $0) } }
      if !isKnown { return fail("\(what) leads to times that are not in the set") }
    }
  }
}
