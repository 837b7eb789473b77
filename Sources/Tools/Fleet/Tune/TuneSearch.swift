import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// One search for better values: all candidates that were played, and what is known of them.
struct TuneSearch {
  private let tuner: Tuner
  /// The file's own flow.
  private let plan: FlowPlan
  /// The file's figures under the seed that chooses.
  private let own: TuneFigures
  /// No run may land later than this, in nanoseconds.
  private let latest: Int64
  /// How much later a candidate may land by arithmetic, which does not know all that a proof does. Arithmetic is cheap
  /// and is later than a proof by about the same time for all candidates.
  private let slack: Int64
  /// The rules that simulated runs decide, and how much more each asks for than it says: a candidate that just kept it
  /// did not keep it on other luck. In nanoseconds, or shares.
  private var rules: [(rule: GateRule, margin: Double)]
  private var played: [TunePoint: Played] = [:]
  private var refused: Set<TunePoint> = []

  /// What is known of a candidate.
  private struct Played: Sendable {
    /// nil for a flow with errors or new warnings, or with a run that had to be stopped.
    var figures: TuneFigures?
    /// How much later than allowed it may land, by arithmetic, in nanoseconds; negative for earlier.
    var lateness: Int64 = 0
  }

  /// How many candidates are confirmed and proved at most.
  private static let mostRounds = 48

  /// - Parameters:
  ///   - latest: No run may land later than this, in nanoseconds.
  ///   - slack: How much later the file may land by arithmetic than by proof.
  init(_ tuner: Tuner, _ plan: FlowPlan, latest: Int64, slack: Int64) throws(TuneFailure) {
    (self.tuner, self.plan) = (tuner, plan)
    (self.latest, self.slack) = (latest, slack)
    rules = tuner.rules.filter { $0.figure != .worst }.map { ($0, 0) }
    guard
      let figures = TuneFigures(
        plan, tuner.scenario, runs: tuner.runs, seed: tuner.seed, tuner.parallelism)
    else { throw .stopped }
    own = figures
    played[tuner.axes.map { _ in nil }] = Played(figures: figures)
  }

  // MARK: - Rounds

  /// Searches until a candidate is confirmed and proved, or none is better.
  ///
  /// - Parameter worst: The latest landing of the file's own flow.
  mutating func outcome(worst: Int64) throws(TuneFailure) -> TuneOutcome {
    var outcome = TuneOutcome(own: .init(figures: own, worst: worst), seed: tuner.seed)
    for _ in 0..<Self.mostRounds {
      guard outcome.better == nil, let point = bestPoint() else { break }
      outcome.seed &+= 1
      let changes = changes(at: point)
      guard let text = tuner.file.text(changes), let flow = tuner.file.flow(changes),
        let plan = try? FlowPlan(flow)
      else { throw .invalid }
      let runs = tuner.runs * Tuner.confirmingFactor
      let sides = [self.plan, plan].map {
        TuneFigures($0, tuner.scenario, runs: runs, seed: outcome.seed, tuner.parallelism)
      }
      guard let before = sides[0], let after = sides[1] else { throw .stopped }
      outcome.own.figures = before
      var reason = objection(to: after, against: before) ?? tuner.review(text)
      let proof = reason == nil ? Verifier(plan, tuner.limits).verify() : nil
      reason = reason ?? proof.flatMap(objection)
      if let reason {
        refused.insert(point)
        outcome.refusals.append(.init(changes: changes, reason: reason))
      } else {
        let side = TuneOutcome.Side(figures: after, worst: proof?.worstCase?.bound ?? worst)
        outcome.better = .init(text: text, flow: flow, changes: changes, side: side)
      }
    }
    outcome.candidates = candidates
    let better = best { $0.objective < own.value(tuner.objective) && $0.excess > 0 }
    if outcome.better == nil, let better, let figures = played[better]?.figures {
      let broken = broken(figures, against: own)
      if !broken.isEmpty { outcome.nearest = (changes(at: better), figures, broken) }
    }
    return outcome
  }

  /// Why other luck does not confirm a candidate; nil if it does. A broken rule gets a margin.
  private mutating func objection(to after: TuneFigures, against before: TuneFigures) -> String? {
    let broken = broken(after, against: before)
    guard broken.isEmpty else {
      for place in rules.indices {
        rules[place].margin = max(
          rules[place].margin, after.overshoot(of: rules[place].rule, against: before))
      }
      return "under another seed it breaks \(broken.map(\.text).joined(separator: ", "))"
    }
    return after.value(tuner.objective) < before.value(tuner.objective)
      ? nil : "under another seed it is no better"
  }

  /// Why a proof does not allow a candidate; nil if it does.
  private func objection(_ proof: Verification) -> String? {
    if proof.isProved, let worst = proof.worstCase?.bound {
      guard worst > latest else { return nil }
      return "its latest landing is at \(Duration.nanoseconds(worst).documentText), after "
        + Duration.nanoseconds(latest).documentText
    }
    let broken = proof.promises.indices.filter { proof.promises[$0].verdict.isBroken }.map { "\($0 + 1)" }
    if !broken.isEmpty { return "it breaks promise \(broken.joined(separator: ", "))" }
    return proof.isRefuted ? "some run does not land in time" : "its proof is not finished"
  }

  // MARK: - Points

  private func changes(at point: TunePoint) -> [TuneOutcome.Change] {
    zip(tuner.axes, point).compactMap { axis, place in
      place.map { .init(axis: axis, value: axis.values[$0]) }
    }
  }

  /// The simplest of the best candidates that are within the limits, better than the file and not refused; nil without
  /// one.
  private mutating func bestPoint() -> TunePoint? {
    guard let start = best(where: { _ in true }) else { return nil }
    let climb = TuneClimb(tuner.axes)
    var point = climb.top(from: start) { scores(of: $0) }
    guard let score = score(point), score.excess == 0 else { return nil }
    let gain = own.value(tuner.objective) - score.objective
    guard gain > 0 else { return nil }
    // Of those that are nearly as good, the simplest. What gains little is taken back.
    let enough = score.objective + gain / 20
    func isEnough(_ score: TuneScore) -> Bool { score.excess == 0 && score.objective <= enough }
    for axis in point.indices where point[axis] != nil {
      var less = point
      less[axis] = nil
      if let without = scores(of: [less])[0], isEnough(without) { point = less }
    }
    return best(where: isEnough, by: { ($0.changes, $0.objective) < ($1.changes, $1.objective) })
  }

  /// How much a candidate asks a reader to look at: its values, then the keys that have them.
  private func effort(of point: TunePoint) -> Int {
    let changes = changes(at: point)
    let values = Set(changes.map { "\($0.axis.key) \($0.value ?? -1)" })
    return values.count * (TunedAxis.most + 1) + changes.count
  }

  /// Plays the points that were not played, as long as more may be; nil for those that may not.
  private mutating func scores(of points: [TunePoint]) -> [TuneScore?] {
    // A quarter is kept for what refusals teach.
    let most = refused.isEmpty ? tuner.mostCandidates - tuner.mostCandidates / 4 : tuner.mostCandidates
    var asked: Set<TunePoint> = []
    let new = points.filter { played[$0] == nil && asked.insert($0).inserted }.prefix(
      max(0, most - candidates))
    if !new.isEmpty {
      let changes = new.map(changes(at:))
      let (file, scenario, runs, seed) = (tuner.file, tuner.scenario, tuner.runs, tuner.seed)
      let most = latest.plus(slack)
      let results = tuner.parallelism.map(changes.count) { index -> Played in
        guard let flow = file.flow(changes[index]), file.newWarning(in: flow) == nil,
          let plan = try? FlowPlan(flow),
          let figures = TuneFigures(plan, scenario, runs: runs, seed: seed)
        else { return Played() }
        return Played(figures: figures, lateness: WorstCaseBound(plan).withoutDeadline - most)
      }
      for (point, result) in zip(new, results) { played[point] = result }
      tuner.progress(candidates)
    }
    return points.map { score($0) }
  }

  /// How many were played; the file's own flow is none.
  private var candidates: Int { played.count - 1 }

  /// nil for a point that was not played.
  private func score(_ point: TunePoint) -> TuneScore? {
    guard let known = played[point] else { return nil }
    guard let figures = known.figures, !refused.contains(point) else { return .invalid }
    // A second beyond a limit weighs as much as five percentage points.
    let beyond =
      rules.map { rule, margin in
        (figures.overshoot(of: rule, against: own) + margin) * (rule.figure.isTime ? 1e-9 : 20)
      } + [Double(known.lateness) * 1e-9]
    return TuneScore(
      excess: beyond.filter { $0 > Self.rounding }.reduce(0, +), objective: figures.value(tuner.objective),
      changes: effort(of: point), beyond: beyond)
  }

  /// The rules that a flow breaks.
  private func broken(_ figures: TuneFigures, against own: TuneFigures) -> [GateRule] {
    rules.map(\.rule).filter { figures.overshoot(of: $0, against: own) > Self.rounding }
  }

  /// What is no more than a share's rounding.
  private static let rounding = 1e-12

  /// The best of the played points with such a score; of equal ones the first in the order of their values.
  private func best(
    where isFit: (TuneScore) -> Bool, by isBetter: (TuneScore, TuneScore) -> Bool = { $0 < $1 }
  ) -> TunePoint? {
    let order = played.keys.sorted { $0.lexicographicallyPrecedes($1) { ($0 ?? -1) < ($1 ?? -1) } }
    let found = order.compactMap { point in score(point).map { (point: point, score: $0) } }
    return found.filter { $0.score.excess.isFinite && isFit($0.score) }.min {
      isBetter($0.score, $1.score)
    }?.point
  }
}
