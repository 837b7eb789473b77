import LaunchFlowMachine
import LaunchFlowModel

/// A flow under a scenario, in virtual time: one run as a trace, or many as a distribution.
///
/// The same flow, scenario, seed and run give the same trace, byte for byte, on every machine.
public struct Simulation: Sendable {
  /// The flow.
  public let plan: FlowPlan
  /// The scenario, laid over the defaults of its file.
  public let scenario: Scenario
  private let planned: PlannedScenario

  /// The seed where nobody gives one.
  public static let defaultSeed: UInt64 = 1

  /// Fits a scenario to a flow.
  ///
  /// - Throws: `InvalidScenario` where it names what the flow does not have.
  public init(_ plan: FlowPlan, _ scenario: Scenario) throws(InvalidScenario) {
    self.plan = plan
    self.scenario = scenario
    planned = try ScenarioCompiler.compile(plan, scenario)
  }

  /// One run, whole: to its landing, through the tail and the late work, to the end.
  public func run(seed: UInt64 = Simulation.defaultSeed, run: UInt64 = 0) -> SimulatedRun {
    var driver = SimulationDriver(plan, planned, seed: seed)
    return driver.record(run: run, scenarioName: scenario.name)
  }

  /// The landings of many runs; each is followed to its landing and no further.
  ///
  /// - Parameters:
  ///   - runs: How many, at least 1.
  ///   - seed: What the runs' luck is drawn from.
  ///   - progress: Called now and then with the number of runs done.
  public func distribution(
    runs: Int, seed: UInt64 = Simulation.defaultSeed, progress: (Int) -> Void = { _ in }
  ) -> Distribution {
    var driver = SimulationDriver(plan, planned, seed: seed)
    var landings: [Distribution.Landing] = []
    landings.reserveCapacity(runs)
    for run in 0..<max(1, runs) {
      let (time, page) = driver.land(run: UInt64(run))
      landings.append(
        Distribution.Landing(time: time, page: Int32(page), run: UInt32(truncatingIfNeeded: run)))
      if run & 0x3fff == 0x3fff { progress(run + 1) }
    }
    return Distribution(flow: plan.flow.name, pages: plan.pages, deadline: plan.deadline, landings: landings)
  }
}

/// One simulated run.
public struct SimulatedRun: Hashable, Sendable {
  /// What happened.
  public var trace: Trace
  /// The landing's notice with its references filled in; a reference of which the simulation knows only that
  /// something is there stands as it is written. nil for none, and for an empty one.
  public var notice: Flow.Notice?
}
