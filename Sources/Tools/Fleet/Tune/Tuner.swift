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
  package var mostCandidates = 2_000
  package var parallelism = Parallelism.serial
  package var limits = Verifier.Limits()
  /// Why the text of a candidate that would be written is not one that its author would keep; nil if it is.
  package var review: (SourceText) -> String? = { _ in nil }
  /// Called now and then with the number of candidates played.
  package var progress: (Int) -> Void = { _ in }

  /// How many times as many runs confirm as choose.
  package static let confirmingFactor = 4

  package init(
    _ file: TunedFile, _ scenario: Scenario, axes: [TunedAxis], _ objective: GateRule.Figure,
    _ rules: [GateRule]
  ) {
    (self.file, self.scenario, self.axes) = (file, scenario, axes)
    (self.objective, self.rules) = (objective, rules)
  }

  /// Searches. The error says why the file itself cannot be judged.
  package func tune() throws(TuneFailure) -> TuneOutcome {
    guard let plan = try? FlowPlan(file.flow) else { throw .invalid }
    let proof = Verifier(plan, limits).verify()
    guard proof.isRefuted || proof.isProved, let worst = proof.worstCase?.bound else {
      throw .unproved(proof.extent.incompleteness?.description ?? "not every run was explored")
    }
    let bounds = rules.filter { $0.figure == .worst }.map { Int64(min($0.most(of: Double(worst)), 0x1p62)) }
    let latest = bounds.min() ?? (proof.isRefuted ? .max : worst)
    // Arithmetic is cheap, does not know all that a proof does, and is later by about the same time for all candidates. A
    // file in which the deadline cuts the longest way keeps the other bounds by that.
    let way = proof.bound.withoutDeadline
    var search = try TuneSearch(
      self, plan, latest: latest.plus(way > plan.deadline ? .max : way - worst))
    var outcome = TuneOutcome(own: search.own, worst: worst, seed: seed)
    while outcome.better == nil, outcome.refusals.count < Self.mostRounds, let point = search.bestPoint() {
      try judge(point, &search, &outcome, plan, latest)
    }
    outcome.candidates = search.candidates
    if outcome.better == nil { outcome.nearest = search.nearest }
    return outcome
  }

  /// How many candidates are confirmed and proved at most.
  private static let mostRounds = 48

  /// Confirms and proves a candidate, or refuses it.
  private func judge(
    _ point: TunePoint, _ search: inout TuneSearch, _ outcome: inout TuneOutcome, _ plan: FlowPlan,
    _ latest: Int64
  ) throws(TuneFailure) {
    outcome.seed &+= 1
    let changes = search.changes(at: point)
    guard let text = file.text(changes), let changed = file.plan(changes) else { throw .invalid }
    let sides = [plan, changed].map {
      Self.play($0, scenario, runs * Self.confirmingFactor, outcome.seed, parallelism)
    }
    guard let before = sides[0], let after = sides[1] else { throw .stopped }
    outcome.own = before
    var reason = search.objection(to: after, against: before) ?? review(text)
    let proof = reason == nil ? Verifier(changed, limits).verify() : nil
    reason = reason ?? proof.flatMap { Self.objection(to: $0, latest) }
    if let reason {
      search.refuse(point)
      outcome.refusals.append((changes, reason))
    } else {
      outcome.better = .init(
        text: text, flow: changed.flow, changes: changes, figures: after,
        worst: proof?.worstCase?.bound ?? outcome.worst)
    }
  }

  /// Plays runs of a flow; nil if it does not fit the scenario or has a run that has to be stopped.
  static func play(
    _ plan: FlowPlan, _ scenario: Scenario, _ runs: Int, _ seed: UInt64, _ parallelism: Parallelism = .serial
  ) -> Distribution? {
    guard var simulation = try? Simulation(plan, scenario) else { return nil }
    simulation.parallelism = parallelism
    let distribution = simulation.distribution(runs: runs, seed: seed)
    return distribution.stopped == nil && distribution.runs > 0 ? distribution : nil
  }

  /// Why a proof does not allow a candidate; nil if it does.
  private static func objection(to proof: Verification, _ latest: Int64) -> String? {
    if proof.isProved, let worst = proof.worstCase?.bound {
      guard worst > latest else { return nil }
      return "its latest landing is at \(Duration.nanoseconds(worst).documentText), after "
        + Duration.nanoseconds(latest).documentText
    }
    let broken = proof.promises.indices.filter { proof.promises[$0].verdict.isBroken }.map { "\($0 + 1)" }
    if !broken.isEmpty { return "it breaks promise \(broken.joined(separator: ", "))" }
    return proof.isRefuted ? "some run does not land in time" : "its proof is not finished"
  }
}

package enum TuneFailure: Error, Hashable, Sendable {
  /// It has errors, or the scenario does not fit it.
  case invalid
  /// One of its runs never comes to an end.
  case stopped
  /// Its proof is not finished, for this reason.
  case unproved(String)
}

package struct TuneOutcome: Sendable {
  package struct Change: Hashable, Sendable, CustomStringConvertible {
    package var axis: TunedAxis
    package var value: Int64?

    package init(axis: TunedAxis, value: Int64?) { (self.axis, self.value) = (axis, value) }

    /// For people: `login.timeout 2s`.
    package var description: String { "\(axis.name) \(axis.text(value))" }
  }

  /// The better flow, with its changes in the order of the axes.
  package struct Better: Sendable {
    package var text: SourceText
    package var flow: Flow
    package var changes: [Change]
    package var figures: Distribution
    /// The latest landing of all runs, as it is proved, in nanoseconds.
    package var worst: Int64
  }

  /// The flow in the file, under luck that chose nothing, and its latest landing.
  package var own: Distribution
  package var worst: Int64
  package var better: Better?
  package var seed: UInt64
  package var candidates = 0
  /// The candidates that were better by their figures, each with the reason why it was refused.
  package var refusals: [(changes: [Change], reason: String)] = []
  /// Without a better flow: the candidate that is better and breaks rules least.
  package var nearest: (changes: [Change], figures: Distribution, broken: [GateRule])?
}

extension Distribution {
  /// A figure, which is better the smaller it is: nanoseconds, or a share of runs, of a page those that miss it.
  func value(_ figure: GateRule.Figure) -> Double {
    func share(_ count: Int) -> Double { Double(count) / Double(max(1, runs)) }
    return switch figure {
    case .time(let share): Double(time(at: share))
    case .degraded: share(tally.all.degraded)
    case .page(let page): share(runs - tally.pages[page].count)
    case .worst, .cancelled, .unfinished, .later: 0
    }
  }

  /// By how much a rule is broken, in nanoseconds or as a share; 0 or less where it is kept.
  ///
  /// - Parameter own: The flow of the file with the same random numbers.
  func overshoot(of rule: GateRule, against own: Distribution) -> Double {
    value(rule.figure) - rule.most(of: own.value(rule.figure))
  }
}
