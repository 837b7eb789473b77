import LaunchFlowMachine
import LaunchFlowSwitch

/// Drives a switch through a scenario in virtual time.
struct SwitchDriver {
  private let run: UInt64
  private let mostEvents: Int
  private var state: SwitchRun
  private let script: [ScriptedEvent]
  /// The place of the next scripted event.
  private var scripted = 0
  private var host: VirtualSwitchHost

  init(
    _ plan: SwitchPlan, _ scenario: SwitchScenario, _ world: SwitchWorld, mostEvents: Int, run: UInt64,
    seed: UInt64
  ) {
    self.run = run
    self.mostEvents = mostEvents
    state = SwitchRun(plan)
    // One event more than the limit shows that a run has too many.
    script = scenario.script(world, plan, most: mostEvents + 1)
    host = VirtualSwitchHost(plan, scenario, world, seed: seed, run: run)
  }

  mutating func play() -> SimulatedSwitchRun {
    state.launch(at: 0, &host)
    var taken = 0
    var stopped: StoppedRun?
    while isAnythingDue {
      guard taken < mostEvents else {
        stopped = StoppedRun(run: run, events: taken, time: host.now)
        break
      }
      taken += 1
      takeNext()
    }
    let end = stopped?.time ?? host.world.length
    var trace = host.recorder.trace
    trace.end = max(trace.end, end)
    trace.faults = host.world.faults(until: end)
    return SimulatedSwitchRun(trace: trace, events: taken, stopped: stopped)
  }

  private var isAnythingDue: Bool {
    mutating get {
      scripted < script.count || host.schedule.nextTime() ?? .max <= host.world.length
    }
  }

  /// Takes the next event. Of events with one time and order, the scenario's own was set first.
  private mutating func takeNext() {
    let next = scripted < script.count ? script[scripted] : nil
    let plan = state.machine.plan
    if let due = host.schedule.pop(before: next?.time ?? .max, next?.order.key ?? .max) {
      host.now = due.time
      if due.slot < plan.timerSlots {
        state.fire(plan.timer(inSlot: due.slot), &host)
      } else if let answer = host.answers[due.slot - plan.timerSlots] {
        state.take(answer, &host)
      }
    } else if let next {
      scripted += 1
      host.now = next.time
      state.take(next, &host)
    }
  }
}

/// The surroundings of a simulated switch: each pending event has one time.
private struct VirtualSwitchHost: SwitchRunHost {
  private let plan: SwitchPlan
  private let scenario: SwitchScenario
  let world: SwitchWorld
  private let random: KeyedRandom
  private let probeTakes: PlannedTime
  private let qosTakes: PlannedTime
  var recorder: SwitchRecorder
  var schedule: Schedule
  /// By slot after the timers'.
  private(set) var answers: [SwitchRun.Answer?]
  var now: Int64 = 0
  /// The time of the newest answer that arrives.
  private var arrival: Int64 = 0
  /// The numbers of probes and questions, over all processes. They are the keys of random draws.
  private var probes = 0
  private var questions: [Int]

  init(_ plan: SwitchPlan, _ scenario: SwitchScenario, _ world: SwitchWorld, seed: UInt64, run: UInt64) {
    self.plan = plan
    self.scenario = scenario
    self.world = world
    random = KeyedRandom(seed: seed, run: run)
    probeTakes = PlannedTime(scenario.probeTakes ?? .fixed(.milliseconds(50)))
    qosTakes = PlannedTime(scenario.qosTakes ?? .fixed(.milliseconds(100)))
    recorder = SwitchRecorder(plan, scenario: scenario.name, seed: seed)
    schedule = Schedule(slots: plan.pendingSlots)
    answers = Array(repeating: nil, count: plan.pendingSlots - plan.timerSlots)
    questions = plan.domains.map { _ in 0 }
  }

  var weatherSince: Int64 { now }

  mutating func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], flips: Bool) {
    recorder.record(input, effects, at: now)
  }

  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool) {
    var wait = nanoseconds
    if hasJitter {
      if let planned = planned(timer.domain, questions[timer.domain])?.wait {
        wait = min(nanoseconds, planned.nanoseconds)
      } else {
        let key = KeyedRandom.key(of: plan.domains[timer.domain])
        let unit = random.unit(step: key, attempt: questions[timer.domain], .jitter)
        wait = min(nanoseconds, Int64(unit * (Double(nanoseconds) + 1)))
      }
    }
    schedule.set(plan.slot(of: timer), at: now.plus(wait), order: SwitchEventOrder.timer(timer).key)
  }

  mutating func add(_ answer: SwitchRun.Answer, within timeout: Int64?, before end: Int64) {
    let slot = plan.slot(of: answer)
    answers[slot - plan.timerSlots] = answer
    schedule.set(slot, at: timeout == nil ? now : arrival, order: answer.order.key)
  }

  mutating func remove(_ slot: Int) { schedule.clear(slot) }

  mutating func arrives(_ domain: Int?, _ isLost: Bool, nextLoss: Int64, within timeout: Int64) -> Bool {
    arrival = now.plus(takes(domain))
    return !isLost && arrival < nextLoss
  }

  mutating func sent(domain: Int?, isLost: Bool) {
    if let domain { questions[domain] += 1 } else { probes += 1 }
  }

  mutating func killed(wasOffline: Bool) {
    schedule.clearAll()
    recorder.record(.killed, at: now)
  }

  /// The time that the answer to the next request takes.
  private func takes(_ domain: Int?) -> Int64 {
    guard let domain else {
      let unit = random.unit(step: KeyedRandom.key(of: "probe"), attempt: probes + 1, .time)
      return probes < scenario.probes.count
        ? scenario.probes[probes].nanoseconds : probeTakes.nanoseconds(unit)
    }
    let number = questions[domain] + 1
    let unit = random.unit(step: KeyedRandom.key(of: plan.domains[domain]), attempt: number, .time)
    return planned(domain, number)?.takes?.nanoseconds ?? qosTakes.nanoseconds(unit)
  }

  /// The scenario's entry for a question about a domain, by its number from 1.
  private func planned(_ domain: Int, _ number: Int) -> SwitchScenario.PlannedQuestion? {
    let planned = scenario.questions.first { $0.domain == plan.domains[domain] }?.questions ?? []
    return planned.indices.contains(number - 1) ? planned[number - 1] : nil
  }
}
