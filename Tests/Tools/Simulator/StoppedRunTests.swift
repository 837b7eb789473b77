import LaunchFlowMachine
import Testing

@testable import LaunchFlowSimulator

/// A run that would go on for years is stopped, and says so.
@Suite struct StoppedRunTests {
  /// Asks each millisecond for a hundred years, of which no rule knows here.
  private static func simulation(mostEvents: Int) throws -> Simulation {
    var step = Rules.http("a") {
      $0.results = [Flow.NamedResult("never", Predicate([.equals(7)]))]
      $0.poll = Flow.Poll(every: .milliseconds(1), until: ["never"])
      $0.deadline = .seconds(3_000_000_000)
    }
    step.timeout = .seconds(1)
    let flow = Rules.flow([step], deadline: 3_000_000_000)
    return try Simulation(FlowPlan(unchecked: flow), Scenario(), mostEvents: mostEvents)
  }

  @Test func `one run is stopped`() throws {
    let run = try Self.simulation(mostEvents: 1000).run(run: 3)
    // Every second event is an answer, each at once; the others begin the next round.
    #expect(run.stopped == StoppedRun(run: 3, events: 1000, time: 500_000_000))
    #expect(run.trace.events.count < 5000)
    #expect(
      run.stopped?.description
        == "run 3 was stopped after 1000 events, at 500ms; nothing after that was simulated")
  }

  @Test func `many runs end with the one that is stopped`() throws {
    let distribution = try Self.simulation(mostEvents: 1000).distribution(runs: 1_000_000)
    #expect(distribution.runs == 0 && Array(distribution.landings).isEmpty)
    #expect(distribution.stopped?.run == 0)
    var parallel = try Self.simulation(mostEvents: 1000)
    parallel.parallelism = Parallelism(jobs: 2) { count, body in for index in 0..<count { body(index) } }
    let same = parallel.distribution(runs: 1_000_000)
    #expect(same.runs == 0 && same.stopped == distribution.stopped)
  }

  /// Each run polls some hundred times, and no rule stops it.
  @Test(arguments: [2, 3]) func `many runs end with the one that takes their last event`(_ jobs: Int) throws {
    var scenario = Scenario()
    scenario.cancel = .milliseconds(100)
    scenario.steps = [
      Scenario.StepBehaviours(
        "a",
        [
          Scenario.Behaviour(
            takes: .logNormal(median: .milliseconds(1), p99: .milliseconds(2)), outcome: .opaque)
        ])
    ]
    var simulation = try Simulation(Self.simulation(mostEvents: 1).plan, scenario, mostEvents: 1000)
    let whole = simulation.distribution(runs: 10_000)
    let stopped = try #require(whole.stopped)
    #expect(stopped.isLastOfMany && Int(stopped.run) == whole.runs && (100..<2000).contains(whole.runs))
    #expect(whole.events + stopped.events == 15_000)
    #expect(
      stopped.description
        == "run \(whole.runs) was stopped, because it and the runs before it took too many events; "
        + "nothing after that was simulated")
    #expect(Array(whole.landings).count == whole.runs && whole.share(within: .max) == 1)
    simulation.parallelism = Parallelism(jobs: jobs) { count, body in for index in 0..<count { body(index) } }
    let parallel = simulation.distribution(runs: 10_000)
    #expect(parallel.stopped == stopped && parallel.tally == whole.tally)
    let shard = simulation.distribution(runs: 10_000, seed: 1, Shard(index: 0, count: 10))
    #expect(shard.stopped == nil && shard.runs == 1_000 && shard.events > 15_000)
  }

  @Test func `an expectation of a stopped run fails`() throws {
    var expectation = Scenario.Expectation()
    expectation.within = .seconds(1)
    var scenario = Scenario()
    scenario.expect = expectation
    let simulation = try Simulation(
      Self.simulation(mostEvents: 1).plan, scenario, mostEvents: 100)
    let failures = ExpectationCheck.failures(of: simulation)
    #expect(failures.map(\.actual).contains { $0.hasPrefix("run 0 was stopped after 100 events") })
  }

  @Test func `a run that ends is not stopped`() throws {
    let simulation = try Simulation(FlowPlan(Rules.flow([Rules.http("a")])), Scenario(), mostEvents: 10)
    #expect(simulation.run().stopped == nil && simulation.distribution(runs: 10).stopped == nil)
  }
}
