import LaunchFlowSwitch

/// A switch under a scenario, in virtual time.
///
/// The same switch, scenario and seed give the same trace on every machine.
package struct SwitchSimulation: Sendable {
  package let plan: SwitchPlan
  /// The scenario, laid over the defaults of its file.
  package let scenario: SwitchScenario
  package let world: SwitchWorld
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
    // One event more than the limit shows that a run has too many.
    world = SwitchWorld(scenario, plan, mostPaths: mostEvents + 1)
  }

  /// Plays the scenario to its end. A run of more than a million events is stopped.
  ///
  /// - Parameters:
  ///   - seed: The seed of all random numbers; nil takes the scenario's own, or else 1.
  ///   - run: The number among many runs with one seed.
  package func run(seed: UInt64? = nil, run: UInt64 = 0) -> SimulatedSwitchRun {
    let seed = seed ?? scenario.seed ?? Simulation.defaultSeed
    var (scenario, world) = (scenario, world)
    if let drawn = scenario.drawn(KeyedRandom(seed: seed, run: run)) {
      scenario = drawn
      world = SwitchWorld(drawn, plan, mostPaths: mostEvents + 1)
    }
    var driver = SwitchDriver(plan, scenario, world, mostEvents: mostEvents, run: run, seed: seed)
    return driver.play()
  }
}

extension SwitchScenario {
  /// The scenario with a drawn beginning for each fault that begins at any time of a window; nil without windows.
  fileprivate func drawn(_ random: KeyedRandom) -> SwitchScenario? {
    guard network.contains(where: { $0.window > .zero }) || incidents.contains(where: { $0.window > .zero })
    else { return nil }
    func time(_ from: Duration, _ window: Duration, _ kind: String, _ place: Int) -> Duration {
      // No step and no domain has a name with a space.
      let unit = random.unit(step: KeyedRandom.key(of: "\(kind) begins"), attempt: place, .time)
      return window > .zero ? from + .nanoseconds(Int64(unit * (Double(window.nanoseconds) + 1))) : from
    }
    var drawn = self
    for (place, outage) in network.enumerated() {
      drawn.network[place].from = time(outage.from, outage.window, "network", place)
      drawn.network[place].window = .zero
    }
    for (place, incident) in incidents.enumerated() {
      drawn.incidents[place].from = time(incident.from, incident.window, "incident", place)
      drawn.incidents[place].window = .zero
    }
    return drawn
  }
}

package struct SimulatedSwitchRun: Hashable, Sendable {
  /// The trace, up to the scenario's end or to the stop.
  package var trace: SwitchTrace
  package var events: Int
  /// Set if the run was stopped because it never ended.
  package var stopped: StoppedRun?
}
