/// Drives the machine through one run after another in virtual time.
struct SimulationDriver {
  let plan: FlowPlan
  private(set) var scenario: PlannedScenario
  let seed: UInt64
  let mostEvents: Int

  var machine: FlowMachine
  var schedule: Schedule
  var now: Int64 = 0
  private var run: UInt64 = 0
  /// The number of events that the run may take, and of those that it took.
  private var allowed = 0
  private(set) var events = 0
  /// The run, if it was stopped because it took too many events.
  private(set) var stopped: StoppedRun?
  var conditions: RunConditions
  let slots: RunEvents
  let compiler: ActionCompiler
  /// By track; counts and deadlines belong to the tracks of own work.
  var steps: [StepWork]
  /// By step: the number of its value, -1 for none; kept for steps that some attempt refers to.
  var referred: [Int32]
  /// By step: the number of the value of its newest answer; kept for the same steps.
  var newest: [Int32]
  /// By the number of an attempt with its values: whether it can be made.
  var preparations: [Int: Bool] = [:]
  /// The ends of handlers that ignored cancellation, for the trace.
  var abandoned: [Trace.Event] = []
  var recorder: TraceRecorder?
  /// The values and messages of steps, for the notice of a recorded run.
  private var values: RunValues
  private(set) var memory: MachineMemory

  struct StepWork: Sendable {
    var attempts: Int32 = 0
    /// The answer of the one in flight, by its number in the scenario.
    var answer: Int32 = 0
    /// The time of that answer; `.max` for never.
    var due: Int64 = .max
    /// The end of its handler, if it ignores cancellation; else -1.
    var ignoredUntil: Int64 = -1
    /// The step's deadline, if it has one and several attempts.
    var deadline: Int64 = .max
  }

  /// - Parameter mostRemembered: The approximate maximal number of bytes for the machine's reactions.
  init(
    _ plan: FlowPlan, _ scenario: PlannedScenario, seed: UInt64, mostEvents: Int,
    mostRemembered: Int = MachineMemory.mostBytes
  ) {
    let plan = plan.given(scenario.inputs)
    self.plan = plan
    self.mostEvents = mostEvents
    self.scenario = scenario
    self.seed = seed
    conditions = RunConditions(scenario, KeyedRandom(seed: seed, run: 0))
    let count = plan.steps.count
    machine = FlowMachine(plan, scenario.snapshot)
    machine.endsAtLanding = true
    slots = RunEvents(plan, scenario)
    compiler = ActionCompiler(plan, scenario)
    schedule = Schedule(slots: slots.slotCount)
    steps = Array(repeating: StepWork(), count: plan.trackCount)
    referred = Array(repeating: -1, count: count)
    newest = referred
    values = RunValues(plan, inputs: scenario.inputs, caches: scenario.caches)
    memory = MachineMemory(machine, inputs: slots.inputCount, mostBytes: mostRemembered)
  }

  /// Runs to the landing and no further, with a limit on the events. Reuses the machine's reactions in earlier runs, and
  /// asks it in new states.
  mutating func land(run: UInt64, most: Int = .max) -> Distribution.Landing {
    begin(run)
    allowed = min(mostEvents, most)
    var (state, input) = (0, slots.startInput)
    while true {
      guard let transition = memory.transition(state, input) ?? learn(state, input) else {
        return landByMachine(slots.input(input, machine))
      }
      for index in transition.actions { perform(memory.actions[Int(index)]) }
      guard transition.state >= 0, let slot = nextSlot() else { return landing(transition.run) }
      state = Int(transition.state)
      input = slots.input(ofSlot: slot, steps, at: now)
    }
  }

  /// Asks the machine; nil if the memory is full. Then the machine is in the state.
  private mutating func learn(_ state: Int, _ input: Int) -> MachineMemory.Transition? {
    machine.update(from: memory.states[state])
    guard memory.hasRoom else {
      for step in plan.steps.indices { machine.state.steps[step].attempt = steps[step].attempts }
      return nil
    }
    machine.handle(slots.input(input, machine))
    var actions = machine.effects.compactMap(compiler.valueAction)
    var counted = plan.steps.map { _ in Int32(0) }
    for effect in machine.effects {
      guard var action = compiler.action(effect, endsAtLanding: true) else { continue }
      let step = action.step < 0 ? -1 : plan.step(ofTrack: Int(action.step))
      if step >= 0 { action.count(newest: machine.state.steps[step].newestAttempt, counted: counted[step]) }
      if action.begun != 0 { counted[step] += action.begun }
      actions.append(action)
    }
    for step in counted.indices where machine.state.steps[step].newestAttempt != counted[step] {
      var action = DriverAction(kind: .count, step: Int32(step))
      action.count(newest: machine.state.steps[step].newestAttempt, counted: counted[step])
      actions.append(action)
    }
    return memory.add(state, input, machine, actions)
  }

  private mutating func landByMachine(_ first: FlowMachine.Input) -> Distribution.Landing {
    machine.handle(first)
    while machine.state.run.landedRule < 0 {
      perform(machine.effects)
      guard let slot = nextSlot() else { break }
      machine.handle(slots.input(slots.input(ofSlot: slot, steps, at: now), machine))
    }
    return landing(machine.state.run)
  }

  private func landing(_ end: FlowState.Run) -> Distribution.Landing {
    let page = end.landedRule < 0 ? -1 : plan.rules[Int(end.landedRule)].page
    return Distribution.Landing(
      time: now, page: page, isDegraded: end.isDegraded, isHedged: end.isHedged, run: run)
  }

  /// Runs to the very end and records the run, as the only one of this driver.
  mutating func record(run: UInt64, scenarioName: String?) -> SimulatedRun {
    var empty = TraceRecorder(plan, scenario: scenarioName, seed: seed, run: run)
    empty.know(scenario.snapshot)
    recorder = empty
    machine.endsAtLanding = false
    machine.tellsCauses = true
    begin(run)
    machine.reset()
    var landedAt: Int64 = -1
    recordInput(.started, &landedAt)
    while let slot = nextSlot() {
      if let track = slots.answeredTrack(slot) {
        let answer = scenario.answers[Int(steps[track].answer)]
        let step = plan.step(ofTrack: track)
        values.note(answer, of: step)
        recorder?.note(answer.codes, of: step)
      } else if slot >= slots.firstSignal, let signal = scenario.signals[slot - slots.firstSignal] {
        values.note(scenario.answer(signal), ofSignal: slot - slots.firstSignal)
      }
      recordInput(
        slots.input(slots.input(ofSlot: slot, steps, at: now), machine), &landedAt)
    }
    var trace = (recorder ?? empty).trace
    // Abandoned handlers end between the other events, or after the last one.
    trace.events = (trace.events + abandoned).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    var run = SimulatedRun(trace: trace, notice: values.notice?.filled, stopped: stopped)
    run.hasFinished = machine.state.run.hasFinished
    if run.hasFinished {
      run.broken = plan.promises.indices.filter {
        machine.state.breaks(plan.promises[$0], landedAt: landedAt, in: plan)
      }
    }
    return run
  }

  private mutating func begin(_ run: UInt64) {
    let random = KeyedRandom(seed: seed, run: run)
    scenario.choose(random)
    conditions = RunConditions(scenario, random)
    now = 0
    self.run = run
    (allowed, events) = (mostEvents, 0)
    stopped = nil
    schedule.clearAll()
    for step in steps.indices { steps[step].attempts = 0 }
    for step in compiler.referredSteps { referred[step] = -1 }
    if scenario.cancel >= 0 {
      schedule.set(slots.firstScripted, at: scenario.cancel, order: EventOrder.cancellation.key)
    }
    for (index, event) in scenario.switches.enumerated() {
      schedule.set(
        slots.firstScripted + 1 + index, at: event.time,
        order: EventOrder.connectivity(domain: event.domain).key)
    }
    for (index, signal) in scenario.signals.enumerated() {
      guard let signal else { continue }
      schedule.set(
        slots.firstSignal + index, at: scenario.time(of: signal, random), order: EventOrder.signal(index).key)
    }
  }

  /// The slot of the next event, which is now; nil if no event is left or the run has to be stopped.
  @inline(__always)
  private mutating func nextSlot() -> Int? {
    guard let due = schedule.pop() else { return nil }
    guard events < allowed else {
      stopped = StoppedRun(run: run, events: events, time: now, isLastOfMany: allowed < mostEvents)
      return nil
    }
    events += 1
    now = due.time
    if let track = slots.answeredTrack(due.slot) {
      let step = plan.step(ofTrack: track)
      if compiler.isReferredTo[step] { newest[step] = scenario.answerValues[Int(steps[track].answer)] }
    }
    return due.slot
  }

  private mutating func recordInput(_ input: FlowMachine.Input, _ landedAt: inout Int64) {
    machine.handle(input)
    for effect in machine.effects {
      values.follow(effect)
      if case .landed = effect { landedAt = now }
    }
    recorder?.record(machine.effects, at: now, notice: values.notice?.written)
    perform(machine.effects)
  }

  /// Values come first, for the attempts that refer to them.
  private mutating func perform(_ effects: [FlowMachine.Effect]) {
    for effect in effects {
      if let action = compiler.valueAction(effect) { perform(action) }
    }
    for effect in effects {
      guard var action = compiler.action(effect, endsAtLanding: machine.endsAtLanding) else { continue }
      if action.step >= 0 {
        let step = plan.step(ofTrack: Int(action.step))
        action.count(newest: machine.state.steps[step].newestAttempt, counted: steps[step].attempts)
      }
      perform(action)
    }
  }
}
