import LaunchFlowMachine
import LaunchFlowModel

/// The sources of attempts, and their answers, for the innermost loop: numbers alone, so that reading them
/// counts no references. It also numbers the machine's inputs.
struct AttemptSources: Sendable {
  enum Time: Sendable {
    case fixed(Int64)
    case logNormal(mu: Double, sigma: Double)
    /// By the scenario's behaviour of this number.
    case listed(Int32)
  }

  /// The behaviour of one attempt.
  struct Behaviour: Sendable {
    var takes: Time
    var ending: PlannedScenario.Ending
    var ignoresCancellation: Bool
    /// The time at which the app's extension of the attempt ends, in nanoseconds; -1 if the longest time-out
    /// comes first.
    var extendedTo: Int64
    /// The wait after it, in nanoseconds; -1 if it is drawn at random.
    var wait: Int64
  }

  /// By step its own work, then the plan's fallbacks.
  private(set) var sources: [PlannedScenario.Attempts]
  private let behaviours: [Behaviour]
  let shares: [PlannedScenario.Share]
  let outages: [PlannedScenario.Outage]
  private let times: [PlannedTime]
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
  private let switches: [PlannedScenario.SwitchEvent]

  init(_ plan: FlowPlan, _ scenario: PlannedScenario) {
    sources = scenario.own + scenario.fallbacks
    times = scenario.behaviours.map(\.takes)
    shares = scenario.shares
    outages = scenario.outages
    behaviours = scenario.behaviours.enumerated().map { number, behaviour in
      Behaviour(
        takes: Time(behaviour.takes, number: Int32(number)), ending: behaviour.ending,
        ignoresCancellation: behaviour.ignoresCancellation, extendedTo: behaviour.extendedTo,
        wait: behaviour.wait)
    }
    malformed = Int32(scenario.answers.count)
    (timedOut, refused) = (malformed + 1, malformed + 2)
    answers =
      scenario.answers
      + [.malformed, .timeout, .network].map { PlannedScenario.PlannedAnswer(outcome: .failed($0)) }
    var numbers: [FlowMachine.AttemptOutcome: Int32] = [:]
    var outcomes: [FlowMachine.AttemptOutcome] = []
    outcomeNumbers = answers.map { answer in
      if let number = numbers[answer.outcome] { return number }
      outcomes.append(answer.outcome)
      numbers[answer.outcome] = Int32(outcomes.count - 1)
      return Int32(outcomes.count - 1)
    }
    self.outcomes = outcomes
    switches = scenario.switches
  }

  /// Uses the behaviours of a run's class. Everything else is equal in all classes.
  mutating func use(_ scenario: PlannedScenario) { sources = scenario.own + scenario.fallbacks }

  /// The behaviour of an attempt, by its number; the last one repeats.
  @inline(__always)
  func behaviour(_ source: PlannedScenario.Attempts, _ attempt: Int) -> Behaviour {
    behaviours[Int(source.behaviours.lowerBound) + min(attempt, source.behaviours.count) - 1]
  }

  /// The time that an attempt takes, in nanoseconds, for a number in [0, 1).
  @inline(__always)
  func nanoseconds(_ behaviour: Behaviour, _ unit: Double) -> Int64 {
    switch behaviour.takes {
    case .fixed(let time): time
    case .logNormal(let mu, let sigma): PlannedTime.logNormal(mu, sigma, unit)
    case .listed(let number): times[Int(number)].nanoseconds(unit)
    }
  }
}

extension AttemptSources.Time {
  fileprivate init(_ time: PlannedTime, number: Int32) {
    switch time {
    case .fixed(let time): self = .fixed(time)
    case .logNormal(let mu, let sigma): self = .logNormal(mu: mu, sigma: sigma)
    case .quantiles: self = .listed(number)
    }
  }
}

// The machine's inputs, numbered: timers by their slots, then answers by step and outcome, scripted events, and the
// start.
extension AttemptSources {
  func inputs(_ slots: DriverSlots) -> Int { startInput(slots) + 1 }

  /// The number of the start.
  @inline(__always)
  func startInput(_ slots: DriverSlots) -> Int { firstScripted(slots) + slots.count - slots.firstScripted }

  @inline(__always)
  private func firstScripted(_ slots: DriverSlots) -> Int {
    slots.firstAnswer + (slots.firstScripted - slots.firstAnswer) * outcomes.count
  }

  /// The number of the input for a slot's event.
  ///
  /// - Parameter steps: By step: the answer of its attempt in flight.
  @inline(__always)
  func input(ofSlot slot: Int, _ slots: DriverSlots, _ steps: [SimulationDriver.StepWork]) -> Int {
    if slot < slots.firstAnswer { return slot }
    guard let step = slots.answeredStep(slot) else {
      return firstScripted(slots) + slot - slots.firstScripted
    }
    return slots.firstAnswer + step &* outcomes.count &+ Int(outcomeNumbers[Int(steps[step].answer)])
  }

  /// The input with a number.
  ///
  /// - Parameter machine: The machine before it.
  func input(_ number: Int, _ slots: DriverSlots, _ machine: FlowMachine) -> FlowMachine.Input {
    if number < slots.firstAnswer {
      return .timerFired(FlowMachine.timer(inSlot: number, machine.plan, machine.state.steps))
    }
    if number < firstScripted(slots) {
      let (step, outcome) = (number - slots.firstAnswer).quotientAndRemainder(dividingBy: outcomes.count)
      return .attemptEnded(
        step: step, attempt: Int(machine.state.steps[step].attempt), outcomes[outcome])
    }
    let slot = number - firstScripted(slots) + slots.firstScripted
    if slot == slots.count { return .started }
    if slot >= slots.firstSignal { return .signalled(slot - slots.firstSignal) }
    guard slot > slots.firstScripted else { return .cancelled }
    let event = switches[slot - slots.firstScripted - 1]
    return event.isOffline ? .wentOffline(domain: event.domain) : .cameOnline(domain: event.domain)
  }
}
