/// Plays a launch whose record leaves something open in every way that it allows.
///
/// An event's time is a symbol plus an offset: symbol 0 is the start, and each event whose time is not known becomes a
/// symbol of its own, with bounds. Of two events with one symbol the order is certain. Otherwise both orders are tried
/// that the bounds allow, and each narrows the bounds. This finds every run that the record allows, and perhaps some
/// that it does not: the interval may be too wide, never too narrow.
struct ReplaySearch {
  private let plan: FlowPlan
  private let record: FittedRecord
  private var inputsLeft: Int
  /// How many more times an event is taken before another one of its instant.
  private var swapsLeft = 24
  private var result = ReplayedLaunch()
  private var open: [ReplayState] = []

  init(_ record: FittedRecord, inputs: Int) {
    plan = record.plan
    self.record = record
    inputsLeft = inputs
  }

  /// Every outcome that an attempt of a step may have.
  private func outcomes(of step: Int) -> [FlowMachine.AttemptOutcome] {
    let names = plan.steps[step].names
    return [.succeeded(name: -1)]
      + names.map { place in
        let number = place - names.lowerBound
        return plan.names[Int(place)].isFailure ? .refused(name: number) : .succeeded(name: number)
      } + ErrorClass.allCases.map(FlowMachine.AttemptOutcome.failed)
      + [ErrorClass.server, .throttled].map { .deferred($0, nanoseconds: .max) }
  }

  /// All landings that the record allows.
  mutating func launch() -> ReplayedLaunch {
    for snapshot in record.snapshots { open.append(start(snapshot)) }
    while let state = open.popLast() {
      guard inputsLeft > 0 else {
        result.addAll(
          min(plan.deadline, state.earliest)...plan.deadline, pages: plan.pages.count)
        continue
      }
      follow(state)
    }
    // Too many starts are possible, or a run has no next event, as in a record of another kind of flow.
    if result.pages == 0 { result.addAll(0...plan.deadline, pages: plan.pages.count) }
    return result
  }

  private func start(_ snapshot: RunSnapshot) -> ReplayState {
    var machine = FlowMachine(plan, snapshot)
    machine.endsAtLanding = true
    var state = ReplayState(machine, record)
    state.machine.handle(.started)
    apply(&state)
    return state
  }

  /// Takes the events whose order is certain, then each event that may be next.
  private mutating func follow(_ start: ReplayState) {
    var state = start
    while state.machine.landedPage == nil, inputsLeft > 0, let next = state.certainlyNext {
      for other in state.tied(with: next) where swapsLeft > 0 {
        swapsLeft -= 1
        var swapped = state
        let event = swapped.take(other)
        handle(inputs(event, swapped)[0], &swapped)
        open.append(swapped)
      }
      let event = state.take(next)
      handle(inputs(event, state)[0], &state)
    }
    if let page = state.machine.landedPage {
      result.add(state.bounds(state.now), page: page, isDegraded: state.machine.state.run.isDegraded)
      return
    }
    for place in state.pending.indices where state.mayBeNext(place) {
      guard let (event, next) = state.taking(place) else { continue }
      for input in inputs(event, next) {
        var state = next
        handle(input, &state)
        open.append(state)
      }
    }
  }

  private mutating func handle(_ input: FlowMachine.Input, _ state: inout ReplayState) {
    inputsLeft -= 1
    state.machine.handle(input)
    apply(&state)
  }

  /// The inputs that an event may be: one, but for an answer of which not all is known.
  private mutating func inputs(
    _ event: ReplayState.Pending, _ state: ReplayState
  ) -> [FlowMachine.Input] {
    switch event.kind {
    case .timer(let timer): return [.timerFired(timer)]
    case .input(let input): return [input]
    case .answer(let track, let outcome):
      let step = plan.step(ofTrack: track)
      var possible = outcome.map { self.possible($0, of: step, state) } ?? []
      if outcome == nil {
        result.openSteps |= ReplayedLaunch.bit(step)
        var known: Set<FlowMachine.Reaction> = []
        possible = outcomes(of: step).filter {
          known.insert(state.machine.reaction(on: track, to: $0)).inserted
        }
      }
      let attempt = state.machine.attempt(on: track)
      return possible.map { .attemptEnded(track: track, attempt: attempt, $0) }
    }
  }

  /// The outcome, by whether a wait that its server asks for ends before the step's deadline. It may be unknown.
  private func possible(
    _ outcome: FlowMachine.AttemptOutcome, of step: Int, _ state: ReplayState
  ) -> [FlowMachine.AttemptOutcome] {
    let deadline = state.pending.first {
      if case .timer(let timer) = $0.kind { timer == FlowTimer(.stepDeadline, of: step) } else { false }
    }
    guard let deadline else { return [outcome] }
    guard deadline.time.symbol == state.now.symbol else {
      let late = outcome.limited(to: 0)
      return outcome == late ? [outcome] : [outcome, late]
    }
    return [outcome.limited(to: deadline.time.offset - state.now.offset)]
  }

  private func apply(_ state: inout ReplayState) {
    guard state.machine.state.run.landedRule < 0 else { return }
    for effect in state.machine.effects {
      switch effect {
      case .startAttempt(let step, let attempt, let origin): start(step, attempt, origin, &state)
      case .cancelAttempt(let track, _): state.forgetAnswer(on: track)
      case .arm(let timer, let nanoseconds, let jitter):
        let wait = wait(timer, nanoseconds, jitter, state)
        state.pending.append(
          .init(
            kind: .timer(timer), order: EventOrder.timer(timer).key,
            time: jitter ? state.recorded(wait.lowerBound) : state.now.plus(wait.lowerBound),
            span: wait.upperBound - wait.lowerBound))
      case .disarm(let timer):
        state.forget(timer)
        if timer.kind == .attemptTimeout { state.forgetAnswer(on: timer.owner) }
      default: break
      }
    }
  }

  private func wait(
    _ timer: FlowTimer, _ nanoseconds: Int64, _ jitter: Bool, _ state: ReplayState
  ) -> ClosedRange<Int64> {
    guard timer.kind == .retryWake else { return nanoseconds...nanoseconds }
    let (step, attempt) = (timer.owner, Int(state.machine.state.steps[timer.owner].newestAttempt))
    let own = jitter ? record.wait(after: attempt, of: step, atMost: nanoseconds) : nanoseconds...nanoseconds
    let known = record.known(attempt, of: step, .own)
    if known.outcome != nil || known.time > plan.timeout(of: step, origin: .own) { return own }
    // The server of an unknown answer may have asked for any wait.
    let longest = plan.longestWait(of: step, after: Int(state.machine.state.steps[step].tries))
    return own.lowerBound...max(own.upperBound, longest)
  }

  private func start(_ step: Int, _ attempt: Int, _ origin: AttemptOrigin, _ state: inout ReplayState) {
    let track = plan.track(of: step, origin)
    state.forgetAnswer(on: track)
    guard !plan.steps[step].isTail else { return }
    let (outcome, time) = record.known(attempt, of: step, origin)
    state.pending.append(
      .init(
        kind: .answer(track: track, outcome), order: EventOrder.answer(on: track).key,
        time: outcome == nil ? state.now.plus(time) : state.recorded(time), span: outcome == nil ? nil : 0))
  }
}
