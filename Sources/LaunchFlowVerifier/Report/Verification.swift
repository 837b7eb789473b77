import LaunchFlowModel

/// What is known of every run of a flow.
package struct Verification: Sendable {
  /// What became of a claim.
  package enum Verdict: Sendable {
    /// It holds in every run.
    case holds
    /// This run refutes it; nil where one was found that could not be written down.
    case broken(Witness?)
    /// It holds in every run that is not cancelled; this one, which is cancelled before it lands, refutes it.
    case brokenByCancellation(Witness?)
    /// Neither was shown before the exploration ended.
    case open
  }

  /// The latest landing of a group of runs.
  package struct Latest: Sendable {
    /// No run of the group lands later than this, in nanoseconds since its start.
    package var bound: Int64
    /// Where.
    package var page: String
    /// The run that lands there; it lands at `bound` unless it says otherwise.
    package var witness: Witness?
  }

  /// The latest landing under one combination of inputs.
  package struct InputLatest: Sendable {
    /// The inputs; one value stands for all that the flow cannot tell apart from it.
    package var inputs: [Flow.NamedValue]
    package var latest: Latest
  }

  /// One of the file's promises.
  package struct PromiseVerdict: Sendable {
    package var promise: Flow.Promise
    package var verdict: Verdict
  }

  /// A part of the flow that no run comes to.
  package enum Unreachable: Hashable, Sendable {
    /// No run lands by this rule, from 0.
    case rule(Int, page: String)
    /// No run lands on this page.
    case page(String)
    case step(String)
    case result(step: String, name: String)
    /// A fallback, from 0.
    case fallback(step: String, Int)
    /// No run comes to this try, nor to one behind it.
    case retry(step: String, try: Int)
  }

  /// The flow's name.
  package var flow: String
  /// Its deadline in nanoseconds.
  package var deadline: Int64
  /// Whether every run lands, and finishes.
  package var lands: Verdict
  /// The latest landing of all runs, of which those that are cancelled land no later than they else would; of
  /// those found where the exploration is not complete.
  package var worstCase: Latest?
  /// The latest landing by page, in file order; cancelled runs are left out, which land wherever they are.
  package var worstByPage: [Latest]
  /// The latest landing by combination of inputs.
  package var worstByInputs: [InputLatest]
  package var promises: [PromiseVerdict]
  /// Empty where the exploration is not complete.
  package var unreachable: [Unreachable]
  /// What only runs that are cancelled before they land come to.
  package var onlyCancelled: [Unreachable]
  /// The bound by arithmetic, which stands whether or not the exploration is complete.
  package var bound: WorstCaseBound
  /// How far the exploration got.
  package var extent: Extent

  /// How far an exploration got.
  package struct Extent: Hashable, Sendable {
    /// Distinct states of the machine.
    package var states: Int
    /// States with their zones: what was explored.
    package var nodes: Int
    /// Nodes that were found and not yet looked at.
    package var waiting: Int
    package var transitions: Int
    /// What it took, in words of memory; see `Budget.work`.
    package var work: Int
    /// Why not every run was explored; nil where every run was.
    package var incompleteness: Incompleteness?
    /// Whether what happens at one instant was told apart by its exact order.
    package var tellsTiesApart: Bool

    /// Whether every run was explored.
    package var isComplete: Bool { incompleteness == nil }
  }

  /// Whether something is wrong with the flow: a run does not land, lands late or breaks a promise.
  package var isRefuted: Bool {
    worstCase?.bound ?? 0 > deadline || ([lands] + promises.map(\.verdict)).contains(where: \.isBroken)
  }

  /// Whether nothing is wrong and nothing is open.
  package var isProved: Bool { extent.isComplete && !isRefuted }

  /// Whether anything is wrong with the flow, or could not be shown to be right.
  package var hasProblems: Bool { !isProved }
}

extension Verification.Verdict {
  /// Whether a run refutes the claim.
  package var isBroken: Bool {
    switch self {
    case .broken, .brokenByCancellation: true
    case .holds, .open: false
    }
  }

  /// The run that refutes the claim, where there is one that could be written down.
  package var witness: Witness? {
    switch self {
    case .broken(let witness), .brokenByCancellation(let witness): witness
    case .holds, .open: nil
    }
  }
}

extension Verification {
  /// Takes over what an exploration for one promise has found of it.
  mutating func add(_ other: Verification, of promise: Int) {
    promises[promise] = other.promises[promise]
    extent.states += other.extent.states
    extent.nodes += other.extent.nodes
    extent.waiting += other.extent.waiting
    extent.transitions += other.extent.transitions
    extent.work += other.extent.work
    extent.incompleteness = extent.incompleteness ?? other.extent.incompleteness
    extent.tellsTiesApart = extent.tellsTiesApart || other.extent.tellsTiesApart
  }
}
