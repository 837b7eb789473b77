import LaunchFlowModel
import LaunchFlowTestFlows

/// Random flows with what the encoding does not leave out.
enum EncodableFlow {
  static func make(seed: UInt64) -> Flow {
    let all: [RandomFlow.Features] = [
      [], [.conditions, .errors], [.caches], [.lanes], [.tails], [.waits], [.nesting],
      [.conditions, .caches, .nesting],
      [.domains], [.lanes, .tails], [.serverWaits], [.waits, .signalValues], [.hedges], [.hedges, .domains],
    ]
    var flow = RandomFlow.make(seed: seed, steps: 5, features: all[Int(seed % 14)])
    // In a third of them the first retry is the default of all calls.
    if seed % 3 == 1, let retry = flow.steps.lazy.compactMap(\.retry).first {
      flow.defaults.retry = retry
      for step in flow.steps.indices where isSame(flow.steps[step].retry, retry) {
        flow.steps[step].retry = nil
      }
    }
    return flow
  }
}
