/// The events of a simulated run, numbered as slots of its schedule and as inputs of the machine.
///
/// The slots are those of timers, one for the answer on each track, the cancellation, the changes of the switch, and the
/// signals. Inputs have the same order, with an input for each outcome of an answer; the start is the last one.
struct RunEvents: Sendable {
  let firstAnswer: Int
  /// The cancellation's slot; the switch's follow.
  let firstScripted: Int
  let firstSignal: Int
  let slotCount: Int
  /// By answer of the scenario: the number of its outcome.
  private let outcomeNumbers: [Int32]
  private let outcomes: [FlowMachine.AttemptOutcome]
  /// By outcome: the wait that its server asks for, and the number of the same outcome with a wait beyond the step's
  /// deadline. Empty if no server asks.
  private let deferrals: [(wait: Int64, tooLong: Int32)]
  private let switches: [PlannedSwitchEvent]
  /// By signal: the number of its value's result.
  private let signalNames: [Int32]

  init(_ plan: FlowPlan, _ scenario: PlannedScenario) {
    firstAnswer = FlowTimer.slots(tracks: plan.trackCount)
    firstScripted = firstAnswer + plan.trackCount
    firstSignal = firstScripted + 1 + scenario.switches.count
    slotCount = firstSignal + scenario.signals.count
    var numbers: [FlowMachine.AttemptOutcome: Int32] = [:]
    var outcomes: [FlowMachine.AttemptOutcome] = []
    func number(_ outcome: FlowMachine.AttemptOutcome) -> Int32 {
      if let number = numbers[outcome] { return number }
      outcomes.append(outcome)
      numbers[outcome] = Int32(outcomes.count - 1)
      return Int32(outcomes.count - 1)
    }
    outcomeNumbers = scenario.answers.map { number($0.outcome) }
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

  /// The track whose answer uses a slot; nil for another slot.
  @inline(__always)
  func answeredTrack(_ slot: Int) -> Int? {
    slot >= firstAnswer && slot < firstScripted ? slot - firstAnswer : nil
  }

  var inputCount: Int { startInput + 1 }

  @inline(__always)
  var startInput: Int { firstScriptedInput + slotCount - firstScripted }

  @inline(__always)
  private var firstScriptedInput: Int { firstAnswer + (firstScripted - firstAnswer) * outcomes.count }

  /// The number of the input for a slot's event.
  ///
  /// - Parameter steps: By track: the answer of its attempt in flight.
  @inline(__always)
  func input(ofSlot slot: Int, _ steps: [SimulationDriver.StepWork], at now: Int64) -> Int {
    if slot < firstAnswer { return slot }
    guard let track = answeredTrack(slot) else { return firstScriptedInput + slot - firstScripted }
    var outcome = outcomeNumbers[Int(steps[track].answer)]
    if !deferrals.isEmpty, Int(outcome) < deferrals.count {
      let deferral = deferrals[Int(outcome)]
      // A fallback may answer after the deadline of the step's own work.
      if deferral.wait >= max(0, steps[track].deadline - now) { outcome = deferral.tooLong }
    }
    return firstAnswer + track &* outcomes.count &+ Int(outcome)
  }

  /// The input with a number.
  ///
  /// - Parameter machine: The machine before it.
  func input(_ number: Int, _ machine: FlowMachine) -> FlowMachine.Input {
    if number < firstAnswer {
      return .timerFired(machine.plan.timer(inSlot: number, machine.state.steps))
    }
    if number < firstScriptedInput {
      let (track, outcome) = (number - firstAnswer).quotientAndRemainder(dividingBy: outcomes.count)
      return .attemptEnded(track: track, attempt: machine.attempt(on: track), outcomes[outcome])
    }
    let slot = number - firstScriptedInput + firstScripted
    if slot == slotCount { return .started }
    if slot >= firstSignal { return .signalled(slot - firstSignal, name: signalNames[slot - firstSignal]) }
    guard slot > firstScripted else { return .cancelled }
    let event = switches[slot - firstScripted - 1]
    return event.isOffline ? .wentOffline(domain: event.domain) : .cameOnline(domain: event.domain)
  }
}
