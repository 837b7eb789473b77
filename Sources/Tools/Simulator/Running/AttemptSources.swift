import LaunchFlowMachine

/// The sources of attempts, and their answers, for the innermost loop: numbers alone, so that reading them
/// counts no references. It also numbers the machine's inputs.
struct AttemptSources: Sendable {
  /// By step its own work, then the plan's fallbacks.
  private(set) var sources: [PlannedScenario.Attempts]
  private let behaviours: [PlannedScenario.Behaviour]
  private let times: [PlannedTime.Quantiles]
  let shares: [PlannedScenario.Share]
  let outages: [PlannedScenario.Outage]
  /// The scenario's answers, then those common to all scenarios.
  let answers: [PlannedScenario.PlannedAnswer]
  /// The answer of an attempt that could not be made.
  let malformed: Int32
  /// The answer at the end of the app's extension.
  let timedOut: Int32
  /// The answer of an attempt that the network refused.
  let refused: Int32
  /// By answer: the number of its outcome.
  private let outcomeNumbers: [Int32]
  private let outcomes: [FlowMachine.AttemptOutcome]
  /// By outcome: the wait that its server asks for, and the number of the same outcome with a wait beyond the step's
  /// deadline. Empty if no server asks.
  private let deferrals: [(wait: Int64, tooLong: Int32)]
  private let switches: [PlannedSwitchEvent]
  /// By signal: the number of its value's result.
  private let signalNames: [Int32]

  init(_ plan: FlowPlan, _ scenario: PlannedScenario) {
    sources = scenario.sources
    behaviours = scenario.behaviours
    times = scenario.times
    shares = scenario.shares
    outages = scenario.outages
    malformed = Int32(scenario.answers.count)
    (timedOut, refused) = (malformed + 1, malformed + 2)
    answers =
      scenario.answers
      + [.malformed, .timeout, .network].map { PlannedScenario.PlannedAnswer(outcome: .failed($0)) }
    var numbers: [FlowMachine.AttemptOutcome: Int32] = [:]
    var outcomes: [FlowMachine.AttemptOutcome] = []
    func number(_ outcome: FlowMachine.AttemptOutcome) -> Int32 {
      if let number = numbers[outcome] { return number }
      outcomes.append(outcome)
      numbers[outcome] = Int32(outcomes.count - 1)
      return Int32(outcomes.count - 1)
    }
    outcomeNumbers = answers.map { number($0.outcome) }
    let known = outcomes
    let deferrals = known.map { outcome -> (wait: Int64, tooLong: Int32) in
      guard case .deferred(_, let wait) = outcome else { return (-1, -1) }
      return (wait, number(outcome.limited(to: 0)))
    }
    self.deferrals = deferrals.contains { $0.wait >= 0 } ? deferrals : []
    self.outcomes = outcomes
    switches = scenario.switches
    signalNames = scenario.signals.map { $0?.name ?? -1 }
  }

  /// Uses the behaviours of a run's class. Everything else is equal in all classes.
  mutating func use(_ scenario: PlannedScenario) { sources = scenario.sources }

  /// The behaviour of an attempt, by its number; the last one repeats.
  @inline(__always)
  func behaviour(_ source: PlannedScenario.Attempts, _ attempt: Int) -> PlannedScenario.Behaviour {
    behaviours[Int(source.behaviours.lowerBound) + min(attempt, source.behaviours.count) - 1]
  }

  /// The time that an attempt takes, in nanoseconds, for a number in [0, 1).
  @inline(__always)
  func nanoseconds(_ time: PlannedTime, _ unit: Double) -> Int64 { time.nanoseconds(unit, times) }
}

// The machine's inputs, numbered: timers by their slots, then answers by step and outcome, scripted events, and the
// start.
extension AttemptSources {
  func inputs(_ slots: DriverSlots) -> Int { startInput(slots) + 1 }

  @inline(__always)
  func startInput(_ slots: DriverSlots) -> Int { firstScripted(slots) + slots.count - slots.firstScripted }

  @inline(__always)
  private func firstScripted(_ slots: DriverSlots) -> Int {
    slots.firstAnswer + (slots.firstScripted - slots.firstAnswer) * outcomes.count
  }

  /// The number of the input for a slot's event.
  ///
  /// - Parameter steps: By track: the answer of its attempt in flight.
  @inline(__always)
  func input(
    ofSlot slot: Int, _ slots: DriverSlots, _ steps: [SimulationDriver.StepWork], at now: Int64
  ) -> Int {
    if slot < slots.firstAnswer { return slot }
    guard let track = slots.answeredTrack(slot) else {
      return firstScripted(slots) + slot - slots.firstScripted
    }
    var outcome = outcomeNumbers[Int(steps[track].answer)]
    if !deferrals.isEmpty, Int(outcome) < deferrals.count {
      let deferral = deferrals[Int(outcome)]
      // A fallback may answer after the deadline of the step's own work.
      if deferral.wait >= max(0, steps[track].deadline - now) { outcome = deferral.tooLong }
    }
    return slots.firstAnswer + track &* outcomes.count &+ Int(outcome)
  }

  /// The input with a number.
  ///
  /// - Parameter machine: The machine before it.
  func input(_ number: Int, _ slots: DriverSlots, _ machine: FlowMachine) -> FlowMachine.Input {
    if number < slots.firstAnswer {
      return .timerFired(FlowMachine.timer(inSlot: number, machine.plan, machine.state.steps))
    }
    if number < firstScripted(slots) {
      let (track, outcome) = (number - slots.firstAnswer).quotientAndRemainder(dividingBy: outcomes.count)
      return .attemptEnded(track: track, attempt: machine.attempt(on: track), outcomes[outcome])
    }
    let slot = number - firstScripted(slots) + slots.firstScripted
    if slot == slots.count { return .started }
    if slot >= slots.firstSignal {
      return .signalled(slot - slots.firstSignal, name: signalNames[slot - slots.firstSignal])
    }
    guard slot > slots.firstScripted else { return .cancelled }
    let event = switches[slot - slots.firstScripted - 1]
    return event.isOffline ? .wentOffline(domain: event.domain) : .cameOnline(domain: event.domain)
  }
}
