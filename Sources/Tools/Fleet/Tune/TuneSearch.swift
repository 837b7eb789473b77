import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// One search for better values: all candidates that were played, and what is known of them.
struct TuneSearch {
  private let tuner: Tuner
  private let climb: TuneClimb
  /// The file's figures under the seed that chooses.
  private let own: TuneFigures
  /// No run may land later than this.
  private let latest: Int64
  /// The rules that simulated runs decide, and how much more each asks for than it says: a candidate that just kept it
  /// did not keep it on other luck. In nanoseconds, or shares.
  private var rules: [(rule: GateRule, margin: Double)]
  /// Runs that landed too late under some candidate; each is played against all others.
  private var lateRuns: [Scenario] = []
  private var played: [TunePoint: Played] = [:]
  private var refused: Set<TunePoint> = []
  private var refusals: [TuneOutcome.Refusal] = []

  /// What is known of a candidate.
  private struct Played: Sendable {
    /// nil for a flow with errors, with an objection, or with a run that had to be stopped.
    var figures: TuneFigures?
    /// How much later than allowed the latest of the late runs lands, in nanoseconds.
    var lateness: Int64 = 0
  }

  /// - Parameter latest: No run may land later than this, in nanoseconds.
  init(_ tuner: Tuner, latest: Int64) throws(TuneFailure) {
    self.tuner = tuner
    self.latest = latest
    climb = TuneClimb(tuner.axes)
    rules = tuner.rules.filter { $0.figure != .worst }.map { ($0, 0) }
    guard
      let figures = TuneFigures(
        tuner.flow, tuner.scenario, runs: tuner.runs, seed: tuner.seed, tuner.parallelism)
    else { throw .stopped }
    own = figures
    played[tuner.axes.map { _ in nil }] = Played(figures: figures)
  }

  /// Plays more runs against each candidate.
  mutating func add(_ runs: [Scenario]) {
    let new = runs.filter { !lateRuns.contains($0) }
    lateRuns += new
    for (point, known) in played where known.figures != nil {
      let lateness = Self.lateness(of: flow(at: point), under: new, latest)
      played[point]?.lateness = max(known.lateness, lateness)
    }
  }

  // MARK: - Rounds

  /// Searches until a candidate is confirmed and proved, or none is better.
  ///
  /// - Parameter worst: The latest landing of the file's own flow.
  mutating func outcome(worst: Int64) throws(TuneFailure) -> TuneOutcome {
    var seed = tuner.seed
    var ownConfirmed = own
    var better: TuneOutcome.Better?
    for _ in 0..<Tuner.mostRounds {
      guard let point = bestPoint() else { break }
      seed &+= 1
      let flow = flow(at: point)
      let runs = tuner.runs * Tuner.confirmingFactor
      guard let before = TuneFigures(tuner.flow, tuner.scenario, runs: runs, seed: seed, tuner.parallelism),
        let after = TuneFigures(flow, tuner.scenario, runs: runs, seed: seed, tuner.parallelism)
      else { throw .stopped }
      ownConfirmed = before
      guard confirms(after, against: before, at: point) else { continue }
      if let reason = tuner.review(flow, changes(at: point)) {
        refuse(point, reason)
        continue
      }
      guard let worst = proof(of: flow, at: point) else { continue }
      better = .init(flow: flow, changes: changes(at: point), side: .init(figures: after, worst: worst))
      break
    }
    return TuneOutcome(
      own: .init(figures: ownConfirmed, worst: worst), better: better, seed: seed, candidates: candidates,
      refusals: refusals, nearest: better == nil ? nearest : nil)
  }

  /// Whether other luck says the same of a candidate. If not, its rule gets a margin, or it is refused.
  private mutating func confirms(_ after: TuneFigures, against before: TuneFigures, at point: TunePoint)
    -> Bool
  {
    let broken = broken(after, against: before)
    if !broken.isEmpty {
      for place in rules.indices {
        rules[place].margin = max(
          rules[place].margin, after.overshoot(of: rules[place].rule, against: before))
      }
      refuse(point, "under another seed it breaks \(broken.map(\.text).joined(separator: ", "))")
      return false
    }
    guard after.value(tuner.objective) < before.value(tuner.objective) else {
      refuse(point, "under another seed it is no better")
      return false
    }
    return true
  }

  /// Proves a candidate. Returns its latest landing; nil if it is refused.
  private mutating func proof(of flow: Flow, at point: TunePoint) -> Int64? {
    guard let plan = try? FlowPlan(flow) else { return nil }
    let proof = Verifier(plan, tuner.limits).verify()
    guard proof.isProved, let worst = proof.worstCase?.bound else {
      let broken = proof.promises.enumerated().filter { $0.element.verdict.isBroken }.map {
        "\($0.offset + 1)"
      }
      if !broken.isEmpty {
        refuse(point, "it breaks promise \(broken.joined(separator: ", "))")
      } else {
        refuse(point, proof.isRefuted ? "some run does not land in time" : "its proof is not finished")
      }
      return nil
    }
    guard worst <= latest else {
      add(proof.latestRuns)
      refuse(
        point,
        "its latest landing is at \(Duration.nanoseconds(worst).documentText), after "
          + Duration.nanoseconds(latest).documentText)
      return nil
    }
    return worst
  }

  private mutating func refuse(_ point: TunePoint, _ reason: String) {
    refused.insert(point)
    refusals.append(.init(changes: changes(at: point), reason: reason))
  }

  private func changes(at point: TunePoint) -> [TuneOutcome.Change] {
    zip(tuner.axes, point).compactMap { axis, place in
      place.map { .init(axis: axis, value: axis.values[$0]) }
    }
  }

  // MARK: - Points

  /// The flow with a candidate's values.
  private func flow(at point: TunePoint) -> Flow {
    var changed = tuner.flow
    for (axis, place) in zip(tuner.axes, point) {
      if let place { axis.set(axis.values[place], in: &changed) }
    }
    return changed
  }

  /// The simplest of the best candidates that are within the limits, better than the file and not refused; nil without
  /// one.
  private mutating func bestPoint() -> TunePoint? {
    guard let start = best(where: { _ in true }) else { return nil }
    let climb = climb
    var point = climb.top(from: start) { scores(of: $0) }
    guard var score = score(point), score.excess == 0 else { return nil }
    let gain = own.value(tuner.objective) - score.objective
    guard gain > 0 else { return nil }
    // What gains less than a hundredth of the whole is taken back.
    for axis in point.indices where point[axis] != nil {
      var less = point
      less[axis] = nil
      guard let without = scores(of: [less])[0], without.excess == 0,
        without.objective - score.objective <= gain / 100, without.objective < own.value(tuner.objective)
      else { continue }
      (point, score) = (less, without)
    }
    // Of those that are nearly as good, the simplest.
    let enough = score.objective + gain / 20
    return best(
      where: { $0.excess == 0 && $0.objective <= enough },
      by: { ($0.changes, $0.objective) < ($1.changes, $1.objective) })
  }

  /// How much a candidate asks a reader to look at: its values, then the keys that have them.
  private func effort(of point: TunePoint) -> Int {
    let changed = zip(tuner.axes, point).compactMap { axis, place in place.map { (axis.key, axis.values[$0]) }
    }
    let values = Set(changed.map { "\($0.0) \($0.1 ?? -1)" })
    return values.count * (TunedAxis.most + 1) + changed.count
  }

  /// Plays the points that were not played, as long as more may be; nil for those that may not.
  private mutating func scores(of points: [TunePoint]) -> [TuneScore?] {
    // A quarter is kept for what refusals teach.
    let most = refused.isEmpty ? tuner.mostCandidates - tuner.mostCandidates / 4 : tuner.mostCandidates
    var asked: Set<TunePoint> = []
    let new = points.filter { played[$0] == nil && asked.insert($0).inserted }.prefix(
      max(0, most - candidates))
    if !new.isEmpty {
      let flows = new.map(flow(at:))
      let (objection, scenario, runs, seed) = (tuner.objection, tuner.scenario, tuner.runs, tuner.seed)
      let (lateRuns, latest) = (lateRuns, latest)
      let results = tuner.parallelism.map(flows.count) { index -> Played in
        guard objection(flows[index]) == nil,
          let figures = TuneFigures(flows[index], scenario, runs: runs, seed: seed)
        else { return Played() }
        return Played(figures: figures, lateness: Self.lateness(of: flows[index], under: lateRuns, latest))
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
    return TuneScore(
      excess: excess(figures) + Double(known.lateness) / 1e9,
      objective: figures.value(tuner.objective), changes: effort(of: point))
  }

  /// How far from the rules a flow is, all together; 0 if it keeps them with their margins.
  private func excess(_ figures: TuneFigures) -> Double {
    rules.reduce(0) { sum, limit in
      let broken = figures.overshoot(of: limit.rule, against: own) + limit.margin
      // A second beyond a limit weighs as much as five percentage points.
      return broken > Self.rounding ? sum + (limit.rule.figure.isTime ? broken / 1e9 : broken * 20) : sum
    }
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
    var best: (point: TunePoint, score: TuneScore)?
    for point in played.keys {
      guard let score = score(point), score.excess.isFinite, isFit(score) else { continue }
      let isFirst = best.map { best in
        isBetter(score, best.score)
          || !isBetter(best.score, score)
            && point.lexicographicallyPrecedes(best.point) { ($0 ?? -1) < ($1 ?? -1) }
      }
      if isFirst ?? true { best = (point, score) }
    }
    return best?.point
  }

  /// The candidate that is better and breaks rules least; nil without one.
  private var nearest: (changes: [TuneOutcome.Change], figures: TuneFigures, broken: [GateRule])? {
    let point = best { $0.objective < own.value(tuner.objective) && $0.excess > 0 }
    guard let point, let figures = played[point]?.figures else { return nil }
    let broken = broken(figures, against: own)
    return broken.isEmpty ? nil : (changes(at: point), figures, broken)
  }

  /// How much later than allowed a flow lands in the latest of some runs, in nanoseconds.
  private static func lateness(of flow: Flow, under runs: [Scenario], _ latest: Int64) -> Int64 {
    guard !runs.isEmpty, let plan = try? FlowPlan(flow) else { return 0 }
    return runs.reduce(0) { most, run in
      max(most, ((try? Simulation(plan, run))?.distribution(runs: 1).time(at: 1) ?? 0) - latest)
    }
  }
}
