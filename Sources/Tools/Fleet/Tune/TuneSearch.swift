/// The places of a candidate's values, one for each axis; nil keeps the file's value.
typealias TunePoint = [Int?]

/// How good a candidate is; the smaller the better.
struct TuneScore: Comparable, Sendable {
  /// How far it is beyond the limits; 0 within them, infinite for a flow with errors and for a refused one.
  var excess = Double.infinity
  var objective = Double.infinity
  /// Of equal objectives, the one with fewer and simpler changes is better.
  var effort = 0
  /// By limit how far it is beyond it; negative within it.
  var beyond: [Double] = []

  static func < (left: TuneScore, right: TuneScore) -> Bool {
    (left.excess, left.objective, left.effort) < (right.excess, right.objective, right.effort)
  }
}

/// All candidates of a search that were played, and what is known of them.
struct TuneSearch {
  let tuner: Tuner
  /// The file's own flow under the seed that chooses.
  let own: Distribution
  /// No candidate may land later by arithmetic.
  private let latest: Int64
  /// The rules that simulated runs decide, and how much more each asks for than it says: a candidate that just kept it
  /// did not keep it on other luck. In nanoseconds, or shares.
  private var rules: [(rule: GateRule, margin: Double)]
  /// The objective of each candidate, and by rule how far it is beyond it, then how much later than allowed it may land,
  /// by arithmetic. Infinite for a flow with errors or new warnings, or with a run that had to be stopped.
  private var played: [TunePoint: (objective: Double, overshoots: [Double])] = [:]
  private var refused: Set<TunePoint> = []

  init(_ tuner: Tuner, _ plan: FlowPlan, latest: Int64) throws(TuneFailure) {
    (self.tuner, self.latest) = (tuner, latest)
    rules = tuner.rules.filter { $0.figure != .worst }.map { ($0, 0) }
    guard let own = Tuner.play(plan, tuner.scenario, tuner.runs, tuner.seed, tuner.parallelism)
    else { throw .stopped }
    self.own = own
    let overshoots = rules.map { own.overshoot(of: $0.rule, against: own) } + [0]
    played[tuner.axes.map { _ in nil }] = (own.value(tuner.objective), overshoots)
  }

  func changes(at point: TunePoint) -> [TuneOutcome.Change] {
    zip(tuner.axes, point).compactMap { axis, place in
      place.map { .init(axis: axis, value: axis.values[$0]) }
    }
  }

  /// How many were played; the file's own flow is none.
  var candidates: Int { played.count - 1 }

  /// The rounding error of a share.
  private static let rounding = 1e-12

  /// Plays the points that were not played, as long as more may be; nil for those that may not.
  mutating func scores(of points: [TunePoint]) -> [TuneScore?] {
    // A quarter is kept for what refusals teach.
    let most = refused.isEmpty ? tuner.mostCandidates - tuner.mostCandidates / 4 : tuner.mostCandidates
    var asked: Set<TunePoint> = []
    let new = points.filter { played[$0] == nil && asked.insert($0).inserted }.prefix(
      max(0, most - candidates))
    if !new.isEmpty {
      let changes = new.map(changes(at:))
      let (file, objective, rules, own, latest) = (tuner.file, tuner.objective, rules, own, latest)
      let (scenario, runs, seed) = (tuner.scenario, tuner.runs, tuner.seed)
      let results = tuner.parallelism.map(changes.count) {
        index -> (objective: Double, overshoots: [Double]) in
        guard let plan = file.plan(changes[index]), file.newWarning(in: plan.flow) == nil,
          let found = Tuner.play(plan, scenario, runs, seed)
        else { return (.infinity, []) }
        let lateness = Double(WorstCaseBound(plan).withoutDeadline - latest)
        return (found.value(objective), rules.map { found.overshoot(of: $0.rule, against: own) } + [lateness])
      }
      for (point, result) in zip(new, results) { played[point] = result }
      tuner.progress(candidates)
    }
    return points.map { score($0) }
  }

  /// nil for a point that was not played.
  func score(_ point: TunePoint) -> TuneScore? {
    guard let known = played[point] else { return nil }
    guard known.objective.isFinite, !refused.contains(point) else { return TuneScore() }
    // A second beyond a limit weighs as much as five percentage points.
    let scales = rules.map { ($0.margin, $0.rule.figure.isTime ? 1e-9 : 20) } + [(0, 1e-9)]
    let beyond = zip(known.overshoots, scales).map { ($0 + $1.0) * $1.1 }
    return TuneScore(
      excess: beyond.filter { $0 > Self.rounding }.reduce(0, +), objective: known.objective,
      effort: effort(of: point), beyond: beyond)
  }

  /// How much a candidate asks a reader to look at: its values, then the keys that have them.
  private func effort(of point: TunePoint) -> Int {
    let changes = changes(at: point)
    return Set(changes.map { "\($0.axis.key) \($0.value ?? -1)" }).count * (TunedAxis.most + 1)
      + changes.count
  }

  /// The best of the played points with such a score; of equal ones the first in the order of their values.
  func best(
    where isFit: (TuneScore) -> Bool, by isBetter: (TuneScore, TuneScore) -> Bool = { $0 < $1 }
  ) -> TunePoint? {
    let order = played.keys.sorted { $0.lexicographicallyPrecedes($1) { ($0 ?? -1) < ($1 ?? -1) } }
    let found = order.compactMap { point in score(point).map { (point: point, score: $0) } }
    return found.filter { $0.score.excess.isFinite && isFit($0.score) }.min {
      isBetter($0.score, $1.score)
    }?.point
  }

  /// The simplest of the best candidates that are within the limits, better than the file and not refused; nil without
  /// one.
  mutating func bestPoint() -> TunePoint? {
    guard var point = best(where: { _ in true }) else { return nil }
    point = climb(from: point)
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
    return best(where: isEnough, by: { ($0.effort, $0.objective) < ($1.effort, $1.objective) })
  }

  mutating func refuse(_ point: TunePoint) { refused.insert(point) }

  /// Why other luck does not confirm a candidate; nil if it does. A broken rule gets a margin.
  mutating func objection(to after: Distribution, against before: Distribution) -> String? {
    var broken: [String] = []
    for place in rules.indices {
      let overshoot = after.overshoot(of: rules[place].rule, against: before)
      guard overshoot > Self.rounding else { continue }
      rules[place].margin = max(rules[place].margin, overshoot)
      broken.append(rules[place].rule.text)
    }
    if !broken.isEmpty { return "under another seed it breaks \(broken.joined(separator: ", "))" }
    return after.value(tuner.objective) < before.value(tuner.objective)
      ? nil : "under another seed it is no better"
  }

  /// The candidate that is better than the file and breaks rules least.
  var nearest: (changes: [TuneOutcome.Change], figures: Distribution, broken: [GateRule])? {
    guard let point = best(where: { $0.objective < own.value(tuner.objective) && $0.excess > 0 }),
      let plan = tuner.file.plan(changes(at: point)),
      let figures = Tuner.play(plan, tuner.scenario, tuner.runs, tuner.seed)
    else { return nil }
    let broken = rules.map(\.rule).filter { figures.overshoot(of: $0, against: own) > Self.rounding }
    return broken.isEmpty ? nil : (changes(at: point), figures, broken)
  }
}
