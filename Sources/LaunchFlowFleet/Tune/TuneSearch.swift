import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// One search for better values: all candidates that were played, and what is known of them.
struct TuneSearch {
  private let tuner: Tuner
  private let player: CandidatePlayer
  private let lattice: LatticeSearch
  /// The file's figures under the seed that chooses.
  private let own: TuneFigures
  /// No run may land later than this.
  private let latest: Int64
  private var limits: TuneLimits
  /// Runs that landed too late under some candidate; each is played against all others.
  private var lateRuns: [Scenario] = []
  private var played: [[Int]: Played] = [:]
  private var refused: Set<[Int]> = []
  private var refusals: [TuneOutcome.Refusal] = []

  /// What is known of a candidate.
  private struct Played: Sendable {
    /// nil for a flow with errors, with an objection, or with a run that had to be stopped.
    var figures: TuneFigures?
    /// How much later than allowed the late runs land, by their number; in nanoseconds.
    var lateness: [Int64] = []
  }

  /// - Parameter latest: No run may land later than this, in nanoseconds.
  init(_ tuner: Tuner, latest: Int64) throws(TuneFailure) {
    self.tuner = tuner
    self.latest = latest
    player = CandidatePlayer(flow: tuner.flow, scenario: tuner.scenario, axes: tuner.axes)
    lattice = LatticeSearch(
      sizes: tuner.axes.map(\.values.count), own: tuner.axes.map { $0.place(of: $0.own) },
      mostWhole: tuner.searchesWhole ? tuner.mostCandidates : 0)
    limits = TuneLimits(tuner.rules)
    let figures = player.figures(tuner.flow, runs: tuner.runs, seed: tuner.seed, tuner.parallelism)
    guard let figures else { throw .stopped }
    own = figures
    try refuseIdleAxes()
  }

  /// Plays more runs against each candidate.
  mutating func add(_ runs: [Scenario]) {
    for run in runs where !lateRuns.contains(run) { lateRuns.append(run) }
  }

  /// An axis of which each value is refused by itself makes the search pointless.
  private func refuseIdleAxes() throws(TuneFailure) {
    for (index, axis) in tuner.axes.enumerated() {
      var reason: String?
      for place in axis.values.indices {
        var flow = tuner.flow
        axis.set(axis.values[place], in: &flow)
        reason = Self.error(in: flow) ?? tuner.objection(flow)
        if reason == nil { break }
        // Another axis may make it sound.
        if tuner.axes.enumerated().contains(where: { $0.offset != index && $0.element.step == axis.step }) {
          reason = nil
          break
        }
      }
      if let reason { throw .refused(axis: axis.name, reason) }
    }
  }

  private static func error(in flow: Flow) -> String? {
    do {
      _ = try FlowPlan(flow)
      return nil
    } catch {
      return error.diagnostics.first?.message ?? "the flow has errors"
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
    for _ in 0..<tuner.mostRounds {
      guard let point = bestPoint(), let figures = played[point]?.figures else { break }
      seed &+= 1
      let flow = player.flow(at: point)
      let runs = tuner.runs * Tuner.confirmingFactor
      guard let before = player.figures(tuner.flow, runs: runs, seed: seed, tuner.parallelism),
        let after = player.figures(flow, runs: runs, seed: seed, tuner.parallelism)
      else { throw .stopped }
      ownConfirmed = before
      guard confirms(after, against: before, at: point) else { continue }
      if let reason = tuner.review(flow, changes(at: point)) {
        refuse(point, reason)
        continue
      }
      guard let worst = proof(of: flow, at: point) else { continue }
      better = .init(
        flow: flow, changes: changes(at: point),
        side: .init(chosen: figures, confirmed: after, worst: worst))
      break
    }
    return TuneOutcome(
      own: .init(chosen: own, confirmed: ownConfirmed, worst: worst), better: better,
      seeds: (tuner.seed, seed), candidates: played.count, isWhole: isWhole, refusals: refusals,
      nearest: better == nil ? nearest : nil)
  }

  /// Whether other luck says the same of a candidate. If not, its rule gets a margin, or it is refused.
  private mutating func confirms(_ after: TuneFigures, against before: TuneFigures, at point: [Int]) -> Bool {
    let broken = limits.broken(after, against: before)
    if !broken.isEmpty {
      limits.widen(by: limits.overshoots(after, against: before))
      refuse(point, "under another seed it breaks \(broken.map(\.text).joined(separator: ", "))")
      return false
    }
    guard tuner.objective.value(after) < tuner.objective.value(before) else {
      refuse(point, "under another seed it is no better")
      return false
    }
    return true
  }

  /// Proves a candidate. Returns its latest landing; nil if it is refused.
  private mutating func proof(of flow: Flow, at point: [Int]) -> Int64? {
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

  private mutating func refuse(_ point: [Int], _ reason: String) {
    refused.insert(point)
    refusals.append(.init(changes: changes(at: point), reason: reason))
  }

  private func changes(at point: [Int]) -> [TuneOutcome.Change] {
    zip(tuner.axes, point).compactMap { axis, place in
      axis.values[place] == axis.own ? nil : .init(axis: axis, value: axis.values[place])
    }
  }

  // MARK: - Points

  /// The best candidate that is within the limits, better than the file and not refused; nil without one.
  private mutating func bestPoint() -> [Int]? {
    let found = lattice.best { points in
      play(points)
      return points.map { score($0) }
    }
    guard let found, found.score.excess == 0, found.score.objective < tuner.objective.value(own) else {
      return nil
    }
    return found.point
  }

  /// Whether every combination was played.
  private var isWhole: Bool { lattice.pointCount.map { $0 <= played.count } ?? false }

  /// Plays the points that were not played, as long as more may be.
  private mutating func play(_ points: [[Int]]) {
    // A quarter is kept for what refusals teach.
    let isFirst = refused.isEmpty && lattice.mostWhole < lattice.pointCount ?? .max
    let most = isFirst ? tuner.mostCandidates * 3 / 4 : tuner.mostCandidates
    let left = max(0, most - played.count)
    let new = points.filter { played[$0] == nil }.prefix(left).map(\.self)
    if !new.isEmpty {
      let (player, tuner) = (player, tuner)
      let (runs, seed, objection) = (tuner.runs, tuner.seed, tuner.objection)
      let results = tuner.parallelism.map(new.count) { index -> Played in
        let flow = player.flow(at: new[index])
        guard objection(flow) == nil else { return Played() }
        return Played(figures: player.figures(flow, runs: runs, seed: seed))
      }
      for (point, result) in zip(new, results) { played[point] = result }
      tuner.progress(played.count)
    }
    measureLateness(of: points)
  }

  /// Plays the late runs that were not played against some points.
  private mutating func measureLateness(of points: [[Int]]) {
    for point in points {
      guard var known = played[point], known.figures != nil, known.lateness.count < lateRuns.count else {
        continue
      }
      let flow = player.flow(at: point)
      if let plan = try? FlowPlan(flow) {
        for run in lateRuns[known.lateness.count...] {
          let time = (try? Simulation(plan, run))?.distribution(runs: 1).time(at: 1) ?? 0
          known.lateness.append(max(0, time - latest))
        }
      }
      played[point] = known
    }
  }

  /// nil for a point that was not played.
  private func score(_ point: [Int]) -> TuneScore? {
    guard let known = played[point] else { return nil }
    guard let figures = known.figures, !refused.contains(point) else { return .invalid }
    var distance = 0
    for (axis, place) in zip(tuner.axes, point) where axis.values[place] != axis.own {
      distance += 1_000 + (axis.place(of: axis.own).map { abs($0 - place) } ?? 0)
    }
    let late = Double(known.lateness.max() ?? 0) / 1e9
    return TuneScore(
      excess: limits.excess(figures, against: own) + late, objective: tuner.objective.value(figures),
      degraded: figures.degraded, mean: figures.mean, changes: distance)
  }

  /// The candidate that is better and breaks rules least; nil without one.
  private var nearest: (changes: [TuneOutcome.Change], figures: TuneFigures, broken: [GateRule])? {
    var best: (point: [Int], score: TuneScore)?
    for (point, known) in played {
      guard let figures = known.figures, tuner.objective.value(figures) < tuner.objective.value(own),
        let score = score(point), score.excess > 0, score.excess.isFinite
      else { continue }
      // A dictionary has no order: of equal scores the first place counts.
      if let best, best.score < score || best.score == score && best.point.lexicographicallyPrecedes(point) {
        continue
      }
      best = (point, score)
    }
    guard let best, let figures = played[best.point]?.figures else { return nil }
    let broken = limits.broken(figures, against: own)
    return broken.isEmpty ? nil : (changes(at: best.point), figures, broken)
  }
}
