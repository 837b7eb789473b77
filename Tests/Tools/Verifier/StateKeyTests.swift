import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// A state's words do not depend on the state from which it was reached first, of which most are taken over.
@Suite struct StateKeyTests {
  @Test(arguments: UInt64(0)..<12) func `words are those found from nothing`(seed: UInt64) throws {
    let features: RandomFlow.Features =
      seed % 3 == 0 ? [.polls, .nesting] : [.domains, .polls, .tails, .conditions]
    let flow = RandomFlow.make(seed: seed, features: features)
    let plan = try FlowPlan(flow)
    let choices = WorldChoices(plan)
    var explorer = Explorer(plan, choices)
    explorer.explore(Budget(states: 600))
    var differing = 0
    for state in 0..<Int32(explorer.store.stateCount) {
      explorer.load(state)
      let known = Array(explorer.store.key(of: state))
      var fresh = StateKey(choices, promises: explorer.promises)
      fresh.begin(explorer.machineBefore.state, nil)
      fresh.write(
        explorer.machineBefore.state, cacheStates: explorer.cacheStates,
        timers: Array(explorer.store.timers[explorer.store.timers(of: state)]))
      if fresh.words != known { differing += 1 }
    }
    #expect(differing == 0, "seed \(seed): of \(explorer.store.stateCount)")
  }
}
