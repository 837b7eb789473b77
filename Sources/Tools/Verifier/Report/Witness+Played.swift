import LaunchFlowSimulator

extension Verification {
  /// Drops the witnesses whose simulation differs. A claim that only such a run refutes is open.
  mutating func dropUnplayed(_ plan: FlowPlan) {
    func isUnplayed(_ witness: Witness?) -> Bool { witness.map { !$0.isPlayed(by: plan) } ?? false }
    if isUnplayed(lands.witness) { lands = .open }
    for promise in promises.indices where isUnplayed(promises[promise].verdict.witness) {
      promises[promise].verdict = .open
    }
    for page in worstByPage.indices where isUnplayed(worstByPage[page].witness) {
      worstByPage[page].witness = nil
      // The latest landing of all is also the latest of its page.
      if worstCase?.page == worstByPage[page].page { worstCase?.witness = nil }
    }
  }
}

extension Witness {
  /// Whether a simulation repeats the run, as far as the run is known.
  func isPlayed(by plan: FlowPlan) -> Bool {
    guard let played = try? Simulation(plan, scenario).run() else { return false }
    return played.trace.events.prefix(trace.events.count).elementsEqual(trace.events) {
      $0.time == $1.time && $0.kind == $1.kind
    }
  }
}
