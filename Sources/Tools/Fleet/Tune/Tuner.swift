import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// Finds values of a flow's times and retries that make a figure smaller and keep rules.
///
/// Candidates are chosen by runs under one seed, with the same luck for each. The best one is confirmed by runs under a
/// seed that has chosen nothing, is checked, and is proved: every run lands, each promise holds, and the latest
/// landing is no later than allowed. If one of these fails, the search goes on without it, and with a margin for a rule
/// that it broke.
package struct Tuner {
  package var file: TunedFile
  package var scenario: Scenario
  package var axes: [TunedAxis]
  package var objective: GateRule.Figure
  package var rules: [GateRule]
  /// The runs of a candidate; four times as many confirm.
  package var runs = 4_000
  package var seed: UInt64 = 1
  /// The most candidates that are played.
  package var mostCandidates = 2_000
  package var parallelism = Parallelism.serial
  package var limits = Verifier.Limits()
  /// Why the text of a candidate that would be written is not one that its author would keep; nil if it is.
  package var review: (SourceText) -> String? = { _ in nil }
  /// Called now and then with the number of candidates played.
  package var progress: (Int) -> Void = { _ in }

  /// How many times as many runs confirm as choose.
  package static let confirmingFactor = 4

  /// Tunes a flow under a scenario.
  package init(
    _ file: TunedFile, _ scenario: Scenario, axes: [TunedAxis], _ objective: GateRule.Figure,
    _ rules: [GateRule]
  ) {
    (self.file, self.scenario, self.axes) = (file, scenario, axes)
    (self.objective, self.rules) = (objective, rules)
  }

  /// Searches.
  ///
  /// - Throws: `TuneFailure` if the file itself cannot be judged.
  package func tune() throws(TuneFailure) -> TuneOutcome {
    guard let plan = try? FlowPlan(file.flow) else { throw .invalid }
    let proof = Verifier(plan, limits).verify()
    guard proof.isRefuted || proof.isProved, let worst = proof.worstCase?.bound else {
      throw .unproved(proof.extent.incompleteness?.description ?? "not every run was explored")
    }
    let bounds = rules.filter { $0.figure == .worst }.map { Int64(min($0.most(of: Double(worst)), 0x1p62)) }
    // A file in which the deadline cuts the longest way keeps the other bounds by that.
    let way = proof.bound.withoutDeadline
    var search = try TuneSearch(
      self, plan, latest: bounds.min() ?? (proof.isRefuted ? .max : worst),
      slack: way > plan.deadline ? .max : way - worst)
    return try search.outcome(worst: worst)
  }
}

/// Why a flow cannot be tuned.
package enum TuneFailure: Error, Hashable, Sendable {
  /// It has errors, or the scenario does not fit it.
  case invalid
  /// One of its runs never comes to an end.
  case stopped
  /// Its proof is not finished, for this reason.
  case unproved(String)
}

/// What tuning found.
package struct TuneOutcome: Sendable {
  /// A flow's figures under luck that chose nothing.
  package struct Side: Hashable, Sendable {
    package var figures: TuneFigures
    /// The latest landing of all runs, as it is proved, in nanoseconds.
    package var worst: Int64
  }

  /// A key with another value.
  package struct Change: Hashable, Sendable, CustomStringConvertible {
    package var axis: TunedAxis
    package var value: Int64?

    /// Gives a key another value; nil for none.
    package init(axis: TunedAxis, value: Int64?) { (self.axis, self.value) = (axis, value) }

    /// For people: `login.timeout 2s`.
    package var description: String { "\(axis.name) \(axis.text(value))" }
  }

  /// The better flow, with its changes in the order of the axes.
  package struct Better: Sendable {
    package var text: SourceText
    package var flow: Flow
    package var changes: [Change]
    package var side: Side
  }

  /// A candidate that was better by its figures and was refused.
  package struct Refusal: Hashable, Sendable {
    package var changes: [Change]
    package var reason: String
  }

  /// The flow in the file.
  package var own: Side
  /// nil if nothing better was found.
  package var better: Better?
  /// The seed of the figures.
  package var seed: UInt64
  /// How many candidates were played.
  package var candidates = 0
  /// In the order in which they were refused.
  package var refusals: [Refusal] = []
  /// Without a better flow: the candidate that is better and breaks rules least.
  package var nearest: (changes: [Change], figures: TuneFigures, broken: [GateRule])?
}
