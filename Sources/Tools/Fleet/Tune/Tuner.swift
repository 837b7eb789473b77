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
  package var flow: Flow
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
  /// Why a candidate is not a flow that its author would keep; nil if it is one. Asked of each candidate, on any thread.
  package var objection: @Sendable (Flow) -> String? = { _ in nil }
  /// The same, asked only of a candidate that would be written.
  package var review: (Flow, [TuneOutcome.Change]) -> String? = { _, _ in nil }
  /// Called now and then with the number of candidates played.
  package var progress: (Int) -> Void = { _ in }

  /// How many times as many runs confirm as choose.
  package static let confirmingFactor = 4
  /// How many candidates are confirmed and proved at most.
  static let mostRounds = 48

  /// Tunes a flow under a scenario.
  package init(
    _ flow: Flow, _ scenario: Scenario, axes: [TunedAxis], _ objective: GateRule.Figure, _ rules: [GateRule]
  ) {
    (self.flow, self.scenario, self.axes) = (flow, scenario, axes)
    (self.objective, self.rules) = (objective, rules)
  }

  /// Searches.
  ///
  /// - Throws: `TuneFailure` if the file itself cannot be judged.
  package func tune() throws(TuneFailure) -> TuneOutcome {
    let plan: FlowPlan
    do {
      plan = try FlowPlan(flow)
    } catch {
      throw .invalid
    }
    let proof = Verifier(plan, limits).verify()
    guard proof.isRefuted || proof.isProved, let worst = proof.worstCase?.bound else {
      throw .unproved(proof.extent.incompleteness?.description ?? "not every run was explored")
    }
    let bounds = rules.filter { $0.figure == .worst }.map { Int64(min($0.most(of: Double(worst)), 0x1p62)) }
    // A file in which the deadline cuts the longest way keeps the other bounds by that.
    let way = proof.bound.withoutDeadline
    var search = try TuneSearch(
      self, latest: bounds.min() ?? (proof.isRefuted ? .max : worst),
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
