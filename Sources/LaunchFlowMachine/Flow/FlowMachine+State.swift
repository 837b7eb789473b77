// The state's parts by their own names, for the rules and the drivers.
extension FlowMachine {
  package typealias StepState = FlowState.Step
  /// Where a settled step's value comes from.
  public typealias ValueOrigin = LaunchFlowMachine.ValueOrigin

  package var snapshot: RunSnapshot {
    @inline(__always) _read { yield state.snapshot }
    @inline(__always) _modify { yield &state.snapshot }
  }

  package var steps: [FlowState.Step] {
    @inline(__always) _read { yield state.steps }
    @inline(__always) _modify { yield &state.steps }
  }

  package var offlineDomains: [Bool] {
    @inline(__always) _read { yield state.offlineDomains }
    @inline(__always) _modify { yield &state.offlineDomains }
  }

  package var isOffline: Bool {
    @inline(__always) get { state.run.isOffline }
    @inline(__always) set { state.run.isOffline = newValue }
  }

  package var landedRule: Int32 { state.run.landedRule }
  package var hasFinished: Bool { state.run.hasFinished }

  /// The truth of a condition, by its first node.
  package func truth(of index: Int32) -> Truth { state.truth(of: index, in: plan) }

  /// The most fallbacks that a step may have for its state to be told apart by a word; then the most names and
  /// the most tries.
  package static let mostFallbacks = 0x3FFF
  package static let mostNames = 0xF_FFFF - 2
  package static let mostTries = 0x7FF

  package static func word(of step: FlowState.Step) -> UInt64 { step.word }
}
