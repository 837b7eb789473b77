/// The results of verifying a flow.
package struct Verification: Sendable {
  package enum Verdict: Sendable {
    case holds
    case broken(Witness)
    /// It holds in every run that is not cancelled. This run, cancelled before its landing, refutes it.
    case brokenByCancellation(Witness)
    /// The proof ended before it was proved or refuted.
    case open
  }

  /// The latest landing of a group of runs.
  package struct Latest: Sendable {
    /// No run of the group lands later than this, in nanoseconds since its start.
    package var bound: Int64
    package var page: String
    /// A run that lands there; at `bound`, unless `landsAt` differs.
    package var witness: Witness?
  }

  /// The latest landing under one combination of inputs.
  package struct InputLatest: Sendable {
    /// The inputs that matter. One value represents all values that the flow does not distinguish from it.
    package var inputs: [Flow.NamedValue]
    /// No run with them lands later than this, in nanoseconds since its start.
    package var bound: Int64
    package var page: String
  }

  package struct PromiseVerdict: Sendable {
    package var promise: Flow.Promise
    package var verdict: Verdict
    /// The means of the proof; nil if it was not proved.
    package var means: Means?
  }

  /// A part of the flow that no run reaches.
  package enum Unreachable: Hashable, Sendable {
    /// No run lands by this rule, from 0.
    case rule(Int, page: String)
    case page(String)
    case step(String)
    case result(step: String, name: String)
    /// A fallback, from 0.
    case fallback(step: String, Int)
    /// This attempt and all later ones.
    case retry(step: String, try: Int)
  }

  package var flow: String
  /// Its deadline in nanoseconds.
  package var deadline: Int64
  /// Whether every run lands, and finishes.
  package var lands: Verdict
  /// The means of that proof; nil if it was not proved.
  package var landsBy: Means?
  /// The latest landing over all runs; nil if no run was found. A cancelled run never lands later than the
  /// same run would uncancelled.
  package var worstCase: Latest?
  /// The means that bounded the latest landings; nil if they are only the latest found.
  package var latestBy: Means?
  /// The latest landing by page, in file order, over all runs that are not cancelled.
  package var worstByPage: [Latest]
  package var worstByInputs: [InputLatest]
  package var promises: [PromiseVerdict]
  package var unreachable: [Unreachable]
  /// The parts that no run was found to reach; neither reached nor proved unreachable.
  package var unseen: [Unreachable] = []
  /// The parts that only cancelled runs reach.
  package var onlyCancelled: [Unreachable]
  /// The bound by arithmetic. It holds even if the exploration is not complete.
  package var bound: WorstCaseBound
  package var extent: Extent

  package struct Extent: Hashable, Sendable {
    /// The number of explored nodes: states with their zones.
    package var nodes: Int
    /// Nodes that were found but not explored.
    package var waiting: Int
    /// The work of all means, in words of memory; see `Budget.work`.
    package var work: Int
    /// The reason why something is undecided; nil if nothing is.
    package var incompleteness: Incompleteness?
    /// Whether one exploration covered every run of the flow itself.
    package var coversEveryRun: Bool

    package var isComplete: Bool { incompleteness == nil }
  }

  /// Whether a run does not land, lands late or breaks a promise.
  package var isRefuted: Bool {
    worstCase?.bound ?? 0 > deadline || ([lands] + promises.map(\.verdict)).contains(where: \.isBroken)
  }

  /// Whether every claim holds in every run: it lands in time, and keeps the promises.
  package var isProved: Bool {
    latestBy != nil && !isRefuted && ([lands] + promises.map(\.verdict)).allSatisfy(\.isProved)
  }

  /// Whether the latest landing is bounded, and some run lands at the bound.
  var isLatestKnown: Bool {
    latestBy != nil && worstCase.map { $0.witness?.landsAt == $0.bound } ?? false
  }

  /// Whether a claim or the reachability of a part is undecided.
  package var hasOpenLines: Bool {
    latestBy == nil || lands.isOpen || promises.contains { $0.verdict.isOpen } || !unseen.isEmpty
  }
}

extension Verification.Verdict {
  package var isProved: Bool { if case .holds = self { true } else { false } }

  var isOpen: Bool { if case .open = self { true } else { false } }

  package var isBroken: Bool {
    switch self {
    case .broken, .brokenByCancellation: true
    case .holds, .open: false
    }
  }

  package var witness: Witness? {
    switch self {
    case .broken(let witness), .brokenByCancellation(let witness): witness
    case .holds, .open: nil
    }
  }
}

extension Verification.Extent {
  /// Adds another exploration's progress. The reason for undecided claims stays the whole proof's.
  mutating func add(_ other: Verification.Extent) {
    nodes += other.nodes
    waiting += other.waiting
    work += other.work
  }
}
