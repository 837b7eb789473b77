import LaunchFlowMachine

@testable import LaunchFlowVerifier

extension ClosedSet {
  /// All states that a complete exploration has found, with the times of each.
  init(_ explorer: inout Explorer) {
    var nodes: [[Int]] = Array(repeating: [], count: explorer.store.stateCount)
    for (place, node) in explorer.store.nodes.enumerated() where !node.isCovered {
      nodes[Int(node.state)].append(place)
    }
    self.init(
      states: nodes.enumerated().compactMap { state, nodes in
        nodes.isEmpty ? nil : Self.state(Int32(state), nodes, &explorer)
      })
  }

  private static func state(_ state: Int32, _ nodes: [Int], _ explorer: inout Explorer) -> State {
    explorer.load(state)
    let machine = explorer.machineBefore
    var words: [UInt64] = []
    machine.appendWords(to: &words)
    let timers = Array(explorer.store.timers[explorer.store.timers(of: state)])
    var zone = Zone()
    return State(
      machine: words, inputs: machine.state.snapshot.inputs, reads: machine.state.snapshot.reads,
      wasOffline: machine.state.snapshot.isAnyOffline, isOffline: machine.state.run.isOffline,
      offlineDomains: machine.state.offlineDomains, signals: machine.state.signals,
      timers: timers.map { Int($0.slot) },
      slacks: timers.map { $0.length - min($0.shortest, $0.length) },
      times: nodes.map { node in
        zone.load(
          from: explorer.store.zones, at: explorer.store.nodes[node].zone,
          count: timers.count + 1)
        return times(zone, timers)
      })
  }

  /// A zone knows when the timers were armed; a timer is due its length later.
  private static func times(_ zone: Zone, _ timers: [ArmedTimer]) -> RemainingTimes {
    func length(_ number: Int) -> Int64 { number == 0 ? 0 : timers[number - 1].length }
    return RemainingTimes(timers: timers.count) { longer, shorter in
      zone.bound(longer, shorter) + length(longer) - length(shorter)
    }
  }
}
