import LaunchFlowMachine
import LaunchFlowSwitch
import Testing

@testable import LaunchFlowAuthoring

@testable import LaunchFlowSimulator

/// A switch's run that would go on for years is stopped.
@Suite struct SwitchLimitTests {
  /// A path that changes each millisecond for a week.
  private static var flapping: SwitchScenario {
    var scenario = SwitchScenario(name: "flapping")
    scenario.length = .seconds(7 * 86_400)
    scenario.path = [
      SwitchScenario.PathChanges(
        from: .zero, to: .seconds(7 * 86_400), every: .milliseconds(1), paths: [.none, .wifi])
    ]
    return scenario
  }

  @Test func `a run of too many events is stopped`() throws {
    let simulation = try SwitchSimulation(
      SwitchPlan(.probing()), Self.flapping, mostEvents: 1000)
    let run = simulation.run(run: 4)
    let stopped = try #require(run.stopped)
    #expect(stopped.run == 4 && stopped.events == 1000)
    #expect(run.trace.end == stopped.time)
    #expect(run.trace.faults.allSatisfy { $0.to <= stopped.time })
  }

  @Test func `an expectation of a stopped run fails`() throws {
    let simulation = try SwitchSimulation(
      SwitchPlan(.probing()), Self.flapping, mostEvents: 100)
    let failures = SwitchExpectationCheck.failures(
      of: SwitchScenario.Expectation(), in: simulation.run())
    #expect(failures.map(\.expected) == ["a run that ends"])
  }

  @Test func `a run that ends is not stopped`() throws {
    let simulation = try SwitchSimulation(
      SwitchPlan(.probing()), SwitchScenario(), mostEvents: 100)
    #expect(simulation.run().stopped == nil)
  }

  /// Changes of several rows come by time, those of one time by row.
  @Test func `path changes of several rows are merged`() throws {
    var scenario = SwitchScenario()
    scenario.length = .seconds(10)
    scenario.path = [
      .init(from: .seconds(1), to: .seconds(5), every: .seconds(2), paths: [.none, .cellular]),
      .init(from: .seconds(3), paths: [.wifi]),
      .init(from: .seconds(2), to: .seconds(9), every: .seconds(1), paths: [.cellular]),
    ]
    let world = SwitchWorld(scenario, SwitchPlan(.probing()), mostPaths: 100)
    #expect(world.paths.map { $0.from / 1_000_000_000 } == [0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8])
    let none = world.paths.map { $0.path == .none }
    #expect(none.enumerated().filter(\.element).map(\.offset) == [1])
    #expect(world.paths[4].path == .medium(.wifi))
    #expect(world.path(at: 3_500_000_000) == .medium(.cellular))
  }
}
