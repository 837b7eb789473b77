import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Runs land alike with the machine alone, with a memory that is soon full, and with one that has room for everything.
@Suite struct MachineMemoryTests {
  @Test(arguments: seeds(2))
  func `what is remembered is what the machine does`(block: UInt64) throws {
    for seed in block * 20..<block * 20 + 20 {
      let features: RandomFlow.Features = [
        .plain, [.domains, .references, .lanes, .waits, .serverWaits, .hedges],
      ][
        Int(seed) % 2]
      let plan = try FlowPlan(RandomFlow.make(seed: seed, steps: 6, features: features))
      var scenario = RandomWorld.scenario(
        for: plan.flow, seed: seed, disturbances: [.offline, .cancel, .network])
      // Chance is what leads runs into different states.
      let deadline = plan.flow.deadline
      for index in scenario.steps.indices {
        for attempt in scenario.steps[index].attempts.indices {
          scenario.steps[index].attempts[attempt].takes = .quantiles([
            .init("p0", .zero), .init("p100", deadline / 3),
          ])
        }
      }
      let planned = try ScenarioCompiler.compile(plan, scenario)
      var drivers = [0, 300_000, MachineMemory.mostBytes].map {
        SimulationDriver(plan, planned, seed: seed, mostEvents: 10_000, mostRemembered: $0)
      }
      for run in 0..<30 as Range<UInt64> {
        let landings = drivers.indices.map { drivers[$0].land(run: run) }
        #expect(landings[1] == landings[0] && landings[2] == landings[0], "seed \(seed), run \(run)")
      }
    }
  }

  @Test func `a full memory takes no more`() throws {
    let steps = (0..<8).map { Rules.http("s\($0)", timeout: 3) }
    let plan = try FlowPlan(Rules.flow(steps))
    var scenario = Scenario()
    scenario.steps = [
      Scenario.StepBehaviours(
        "*", [Scenario.Behaviour(takes: .quantiles([.init("p0", .zero), .init("p100", .seconds(4))]))])
    ]
    let planned = try ScenarioCompiler.compile(plan, scenario)
    let machine = FlowMachine(plan, planned.snapshot)
    let memory = MachineMemory(machine, inputs: 100, mostBytes: 1 << 18)
    #expect(memory.hasRoom)
    #expect(!MachineMemory(machine, inputs: 100, mostBytes: 1 << 12).hasRoom)
    var drivers = [0, 1 << 18].map {
      SimulationDriver(plan, planned, seed: 5, mostEvents: 1_000, mostRemembered: $0)
    }
    for run in 0..<500 as Range<UInt64> {
      #expect(drivers[0].land(run: run) == drivers[1].land(run: run))
    }
    // The orders in which eight steps settle are more than there is room for.
    #expect(drivers.allSatisfy { !$0.memory.hasRoom })
  }
}
