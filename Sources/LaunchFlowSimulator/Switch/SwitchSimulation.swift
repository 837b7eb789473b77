import LaunchFlowMachine
import LaunchFlowModel

/// A switch under a scenario, in virtual time.
///
/// The same switch, scenario and seed give the same trace on every machine.
public struct SwitchSimulation: Sendable {
  /// The switch.
  public let plan: SwitchPlan
  /// The scenario, laid over the defaults of its file.
  public let scenario: SwitchScenario

  /// Fits a scenario to a switch.
  ///
  /// - Throws: `InvalidScenario` where it names what the switch does not have, or cannot be.
  public init(_ plan: SwitchPlan, _ scenario: SwitchScenario) throws(InvalidScenario) {
    let file = SwitchScenarioFile(switchFile: "", scenarios: [scenario])
    let problems = file.diagnostics(for: plan.document).filter { $0.severity == .error }
    guard problems.isEmpty else { throw InvalidScenario(problems: problems.map(\.message)) }
    self.plan = plan
    self.scenario = scenario
  }

  /// Plays the scenario to its end.
  ///
  /// - Parameters:
  ///   - seed: What all luck is drawn from; nil takes the scenario's own, or else 1.
  ///   - run: Which of many runs with one seed.
  public func run(seed: UInt64? = nil, run: UInt64 = 0) -> SwitchTrace {
    let seed = seed ?? scenario.seed ?? Simulation.defaultSeed
    var driver = SwitchDriver(plan, scenario, random: KeyedRandom(seed: seed, run: run), seed: seed)
    return driver.play()
  }
}
