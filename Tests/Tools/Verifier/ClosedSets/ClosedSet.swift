import LaunchFlowMachine

/// What an exploration has found: states of the machine with times, said to contain every run.
///
/// It does not matter who found them. `ClosedSetCheck` confirms that every run starts in the set and that no event leads
/// out of it.
struct ClosedSet {
  /// A state between two inputs, with the times that it is in the set with.
  struct State {
    /// The machine's words (`FlowMachine.appendWords`).
    var machine: [UInt64]
    /// By input: the number of its literal, or -1.
    var inputs: [Int32]
    /// By reader of a cache: what it finds, `RunSnapshot.undecided` while nobody has read that cache.
    var reads: [Int32]
    /// Whether the app was offline at the start, and whether it is now.
    var wasOffline: Bool
    var isOffline: Bool
    /// By domain: whether it is offline now.
    var offlineDomains: [Bool]
    var signals: [FlowState.GivenSignal]
    /// The slots of the armed timers, ascending.
    var timers: [Int]
    /// By timer: how long before it is due at the latest it may fire. More than 0 for a wait with jitter, and for a time
    /// that an input gives.
    var slacks: [Int64]
    /// Bounds on how long these timers still run; see `RemainingTimes`.
    var times: [RemainingTimes]
  }

  /// The states, in any order.
  var states: [State]
}
