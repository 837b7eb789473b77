import LaunchFlowModel
import LaunchFlowTestFlows

/// Random flows with what the encoding does not leave out.
enum EncodableFlow {
  static func make(seed: UInt64) -> Flow {
    let all: [RandomFlow.Features] = [
      [], [.conditions, .errors], [.caches], [.lanes], [.tails], [.waits], [.nesting],
      [.conditions, .caches, .nesting],
      [.domains], [.lanes, .tails],
    ]
    return RandomFlow.make(seed: seed, steps: 5, features: all[Int(seed % 10)])
  }
}
