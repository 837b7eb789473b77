import LaunchFlowMachine

/// A certificate of an exploration: states of the machine with times, said to contain every run.
///
/// It does not matter who found them. `ClosedSetCheck` confirms that every run starts in the set and that no event leads
/// out of it.
package struct ClosedSet: Sendable {
  /// A state between two inputs, with the times that it is in the set with.
  package struct State: Sendable {
    /// The machine's words (`FlowMachine.appendWords`).
    package var machine: [UInt64]
    /// By input: the number of its literal, or -1.
    package var inputs: [Int32]
    /// By reader of a cache: what it finds, `RunSnapshot.undecided` while nobody has read that cache.
    package var reads: [Int32]
    /// Whether the app or a domain was offline at the start, and whether the app is now.
    package var wasOffline: Bool
    package var isOffline: Bool
    /// By domain: whether it is offline now.
    package var offlineDomains: [Bool]
    /// By signal: whether it was given.
    package var signals: [Bool]
    /// The slots of the armed timers, ascending.
    package var timers: [Int]
    /// By timer: how long before it is due at the latest it may fire. More than 0 for a wait with jitter, and for a time
    /// that an input gives.
    package var slacks: [Int64]
    /// Bounds on how long these timers still run; see `RemainingTimes`.
    package var times: [RemainingTimes]

    /// Describes a state.
    package init(
      machine: [UInt64], inputs: [Int32], reads: [Int32], wasOffline: Bool, isOffline: Bool,
      offlineDomains: [Bool], signals: [Bool], timers: [Int], slacks: [Int64],
      times: [RemainingTimes]
    ) {
      self.machine = machine
      self.inputs = inputs
      self.reads = reads
      self.wasOffline = wasOffline
      self.isOffline = isOffline
      self.offlineDomains = offlineDomains
      self.signals = signals
      self.timers = timers
      self.slacks = slacks
      self.times = times
    }
  }

  /// The states, in any order.
  package var states: [State]

  /// Collects states.
  package init(_ states: [State]) { self.states = states }
}
