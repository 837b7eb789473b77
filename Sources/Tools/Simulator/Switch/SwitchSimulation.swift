/// A switch under a scenario, in virtual time.
///
/// The same switch, scenario and seed give the same trace on every machine.
package struct SwitchSimulation: Sendable {
  package let plan: SwitchPlan
  /// The scenario, laid over the defaults of its file.
  package let scenario: SwitchScenario
  private let mostEvents: Int

  /// - Throws: `InvalidScenario` if it names something that the switch does not have, or if it is impossible.
  package init(
    _ plan: SwitchPlan, _ scenario: SwitchScenario, mostEvents: Int = Simulation.mostEvents
  ) throws(InvalidScenario) {
    let file = SwitchScenarioFile(of: "", scenarios: [scenario])
    let problems = file.diagnostics(for: plan.document).filter { $0.severity == .error }
    guard problems.isEmpty else { throw InvalidScenario(problems: problems.map(\.message)) }
    self.plan = plan
    self.scenario = scenario
    self.mostEvents = mostEvents
  }

  /// Plays the scenario to its end. A run of more than a million events is stopped.
  ///
  /// - Parameters:
  ///   - seed: The seed of all random numbers; nil takes the scenario's own, or else 1.
  ///   - run: The number among many runs with one seed.
  package func run(seed: UInt64? = nil, run: UInt64 = 0) -> SimulatedSwitchRun {
    let seed = seed ?? scenario.seed ?? Simulation.defaultSeed
    let random = KeyedRandom(seed: seed, run: run)
    let scenario = scenario.drawn(random)
    // One event more than the limit shows that a run has too many.
    let timetable = SwitchTimetable(scenario, plan, most: mostEvents + 1)
    let rows = timetable.rows
    var host = VirtualSwitchHost(plan, scenario, timetable, random, seed: seed)
    var state = SwitchRun(plan)
    state.launch(at: 0, &host)
    var (next, events) = (0, 0)
    var stopped: StoppedRun?
    while next < rows.count {
      // Of events with one time and order, the scenario's own was set first.
      let due = host.schedule.pop(before: rows[next].time, rows[next].order)
      if due != nil || rows[next].isScripted {
        guard events < mostEvents else {
          stopped = StoppedRun(run: run, events: events, time: host.now)
          state.take(.end, at: host.now, &host)
          break
        }
        events += 1
      }
      host.now = due?.time ?? rows[next].time
      if let due {
        if let pending = host.pending[due.slot] { state.take(pending, &host) }
      } else {
        state.take(rows[next].entry, at: host.now, &host)
        next += 1
      }
    }
    return SimulatedSwitchRun(
      trace: host.finish(at: stopped?.time ?? timetable.world.length), stopped: stopped)
  }
}

extension SwitchScenario {
  /// The scenario with a drawn beginning for each fault that begins at any time of a window.
  fileprivate func drawn(_ random: KeyedRandom) -> SwitchScenario {
    var drawn = self
    for window in windows {
      // No step and no domain has a name with a space.
      let kind = window.domain == nil ? "network begins" : "incident begins"
      let unit = random.unit(step: KeyedRandom.key(of: kind), attempt: window.place, .time)
      let (first, last) = (window.times.lowerBound, window.times.upperBound)
      window.begin(at: first + Int64(unit * (Double(last - first) + 1)), in: &drawn)
    }
    return drawn
  }
}

package struct SimulatedSwitchRun: Hashable, Sendable {
  /// The trace, up to the scenario's end or to the stop.
  package var trace: SwitchTrace
  /// Set if the run was stopped because it never ended.
  package var stopped: StoppedRun?
}

/// The surroundings of a simulated switch: each pending event has one time.
private struct VirtualSwitchHost: SwitchRunHost {
  private let plan: SwitchPlan
  private let scenario: SwitchScenario
  let world: SwitchWorld
  let faults: [SwitchTrace.Fault]
  private let random: KeyedRandom
  private let probeTakes: PlannedTime
  private let qosTakes: PlannedTime
  private var trace: SwitchTrace
  var schedule: Schedule
  /// By slot.
  private(set) var pending: [SwitchRun.Pending?]
  var now: Int64 = 0
  /// The numbers of questions, over all processes. Like the number of probes, they are the keys of random draws.
  private var questions: [Int]

  init(
    _ plan: SwitchPlan, _ scenario: SwitchScenario, _ timetable: SwitchTimetable, _ random: KeyedRandom,
    seed: UInt64
  ) {
    self.plan = plan
    self.scenario = scenario
    self.random = random
    (world, faults) = (timetable.world, timetable.faults)
    probeTakes = PlannedTime(scenario.probeTakes ?? .fixed(.milliseconds(50)))
    qosTakes = PlannedTime(scenario.qosTakes ?? .fixed(.milliseconds(100)))
    trace = SwitchTrace(plan, scenario: scenario.name, seed: seed)
    schedule = Schedule(slots: plan.pendingSlots)
    pending = Array(repeating: nil, count: plan.pendingSlots)
    questions = plan.domains.map { _ in 0 }
  }

  var weatherSince: Int64 { now }

  var counts: SwitchWatch.Counts {
    get { trace.figures.counts }
    set { trace.figures.counts = newValue }
  }

  mutating func measured(_ sample: SwitchWatch.Sample) {
    let fault = faults[sample.fault]
    let isReached = sample.end == .reached
    if sample.figure == .detect {
      trace.figures.detect.add(isReached ? now - fault.from : nil)
    } else {
      trace.figures.recover.add(isReached ? now - fault.to : nil)
    }
  }

  mutating func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect]) {
    trace.record(input, effects, at: now)
  }

  mutating func killed() {
    schedule.clearAll()
    trace.events.append(SwitchTrace.Event(at: now, .killed))
  }

  /// The trace up to its end.
  func finish(at end: Int64) -> SwitchTrace {
    var trace = trace
    trace.end = end
    trace.faults = world.faults(until: end)
    trace.figures.questions = questions.reduce(0, +)
    if end > 0 { trace.figures.probesPerHour = Double(trace.figures.probes) * 3_600e9 / Double(end) }
    return trace
  }

  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool) {
    var wait = nanoseconds
    if hasJitter {
      if let planned = planned(timer.domain)?.wait {
        wait = min(nanoseconds, planned.nanoseconds)
      } else {
        wait = min(nanoseconds, Int64(unit(timer.domain, .jitter) * (Double(nanoseconds) + 1)))
      }
    }
    add(.timer(timer), at: now.plus(wait))
  }

  mutating func add(_ pending: SwitchRun.Pending) { add(pending, at: now) }

  private mutating func add(_ pending: SwitchRun.Pending, at time: Int64) {
    let slot = plan.slot(of: pending)
    self.pending[slot] = pending
    schedule.set(slot, at: time, order: pending.order.key)
  }

  mutating func remove(_ slot: Int) { schedule.clear(slot) }

  mutating func send(_ request: SwitchRun.Request) {
    if let domain = request.domain { questions[domain] += 1 } else { trace.figures.probes += 1 }
    let arrival = request.isRefused ? now : now.plus(takes(request.domain))
    if !request.isLost, arrival < request.nextLoss { add(request.answer, at: arrival) }
  }

  /// The time that the answer to the newest request takes.
  private func takes(_ domain: Int?) -> Int64 {
    if let domain {
      return planned(domain)?.takes?.nanoseconds ?? qosTakes.nanoseconds(unit(domain, .time))
    }
    let number = trace.figures.probes
    guard number > scenario.probes.count else { return scenario.probes[number - 1].nanoseconds }
    return probeTakes.nanoseconds(random.unit(step: KeyedRandom.key(of: "probe"), attempt: number, .time))
  }

  /// A random number for the newest question about a domain.
  private func unit(_ domain: Int, _ purpose: KeyedRandom.Purpose) -> Double {
    random.unit(step: KeyedRandom.key(of: plan.domains[domain]), attempt: questions[domain], purpose)
  }

  /// The scenario's entry for the newest question about a domain.
  private func planned(_ domain: Int) -> SwitchScenario.PlannedQuestion? {
    let planned = scenario.questions.first { $0.domain == plan.domains[domain] }?.questions ?? []
    let place = questions[domain] - 1
    return planned.indices.contains(place) ? planned[place] : nil
  }
}
