import LaunchFlowRecords
import LaunchFlowSimulator

/// Learns a scenario from the records of launches.
package struct Learner: Sendable {
  /// What was learned of one source of attempts.
  package struct Source: Hashable, Sendable {
    /// The step, or `step.fallback` for its remote fallbacks.
    package var name: String
    package var attempts: Int
    /// How many of them were ended before they answered.
    package var cut: Int
    /// How many answers had which codes: `HTTP 503, code 7`.
    package var codes: [String: Int]
  }

  package struct Kind: Hashable, Sendable {
    package var name: String
    /// The share of launches, from 0 to 1.
    package var share: Double
    /// The shares of its attempts that failed, and that were ended before they answered.
    package var failed: Double
    package var cut: Double
  }

  /// What makes attempts: a step's own work, or one of its remote fallbacks.
  private struct Maker: Hashable {
    var step: Int
    var fallback: Int?
  }

  package let plan: FlowPlan
  /// By source: what makes its attempts.
  private let makers: [Maker]
  private let numbers: [Maker: Int]
  /// By step of the plan: its results and failures.
  private let words: [Set<String>]
  /// By source: what its outcomes are called, and how many answers had which codes.
  private var outcomes: [OutcomeWords]
  private var codes: [[String: Int]]
  private var cells: [CallCell] = []
  private var cellPlaces: [CallCell: Int] = [:]
  /// By cell: the times of its attempts.
  private var times: [TimeBins] = []
  private var shapes: LaunchShapes
  private var facts: [StartFact: Int] = [:]
  package private(set) var launches = 0
  private(set) var landings = TimeBins()
  private(set) var degraded = 0
  private(set) var pages: [String: Int] = [:]

  /// Prepares a flow.
  ///
  /// - Parameter mostShapes: If launches differ in more ways, an even part of them tells the kinds apart.
  package init(_ plan: FlowPlan, mostShapes: Int = 500_000) {
    self.plan = plan
    shapes = LaunchShapes(most: mostShapes)
    makers = plan.steps.enumerated().flatMap { step, planned in
      (planned.kind == .http || planned.kind == .action ? [Maker(step: step)] : [])
        + plan.remoteFallbacks(of: step).indices.map { Maker(step: step, fallback: $0) }
    }
    numbers = Dictionary(uniqueKeysWithValues: makers.enumerated().map { ($1, $0) })
    outcomes = makers.map { _ in OutcomeWords() }
    codes = makers.map { _ in [:] }
    words = plan.steps.map { step in Set(step.names.map { plan.names[Int($0)].text }) }
  }

  /// One launch in so many tells the kinds apart; 1 where all do.
  package var stride: Int { shapes.stride }

  /// How many of them never landed.
  package var withoutLanding: Int { launches - landings.count }

  package mutating func add(_ record: LaunchRecord) {
    launches += 1
    for fact in record.facts { facts.tally(fact) }
    if let landing = record.landing {
      landings.add(landing.time)
      if landing.isDegraded { degraded += 1 }
      pages.tally(landing.page)
    }
    var shape: [Int32] = []
    for step in record.steps {
      guard let index = plan.index(of: step.name) else { continue }
      for attempt in step.attempts {
        guard let source = numbers[Maker(step: index, fallback: attempt.fallback)] else { continue }
        let outcome = outcomes[source].number(
          of: attempt, words[index], codes: plan.codes(of: attempt, index))
        if let codes = attempt.codes { self.codes[source].tally(codes.text) }
        shape.append(add(attempt.took, source: source, outcome, isFailed: attempt.end.isFailed))
      }
    }
    shapes.add(shape)
  }

  /// Adds a single call of a step whose outcome is known: `ok` or an error class.
  package mutating func add(call step: Int, took time: Int64, _ errorClass: ErrorClass?) {
    guard let source = numbers[Maker(step: step)] else { return }
    let outcome = outcomes[source].number(of: errorClass?.rawValue ?? "ok")
    _ = add(time, source: source, outcome, isFailed: errorClass != nil)
  }

  /// Adds an attempt. Returns the number of its cell.
  private mutating func add(_ time: Int64, source: Int, _ outcome: Int?, isFailed: Bool) -> Int32 {
    let cell = CallCell(source: source, time: time, outcome: outcome, isFailed: isFailed)
    let place = cellPlaces[cell] ?? cells.count
    if place == cells.count {
      cellPlaces[cell] = place
      cells.append(cell)
      times.append(TimeBins())
    }
    times[place].add(time)
    return Int32(place)
  }

  /// What was seen of each source that made attempts, in file order.
  package var sources: [Source] {
    makers.enumerated().compactMap { source, maker in
      func count(_ counts: (CallCell) -> Bool) -> Int {
        zip(cells, times).reduce(0) { $1.0.source == source && counts($1.0) ? $0 + $1.1.count : $0 }
      }
      let attempts = count { _ in true }
      guard attempts > 0 else { return nil }
      let name = plan.stepNames[maker.step] + (maker.fallback.map { ".fallback.\($0)" } ?? "")
      return Source(name: name, attempts: attempts, cut: count { $0.outcome == nil }, codes: codes[source])
    }
  }

  /// The scenario that plays like the launches, and the kinds of launches in it; none if they are all alike.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - base: Values of caches and inputs, which no record contains.
  package func scenario(named name: String, base: Scenario = Scenario()) -> (Scenario, kinds: [Kind]) {
    var scenario = Scenario(name: name)
    scenario.steps = behaviours(nil)
    let start = LearnedStart(plan: plan, facts: facts, base: base)
    scenario.inputs = start.inputs
    scenario.caches = start.caches
    let found = LaunchKinds(shapes, cells)
    guard found.kinds.count > 1 else { return (scenario, []) }
    var kinds: [Kind] = []
    // Millionths that add up to 1 exactly as they are written.
    var left = 1_000_000
    for (number, kind) in found.kinds.enumerated() {
      let millionths = number == found.kinds.count - 1 ? left : Int(kind.share * 1e6)
      left -= millionths
      let parts = zip(kind.weights, found.all).map { $1 > 0 ? $0 / $1 : kind.share }
      var runs = Scenario.RunClass("kind-\(number + 1)", share: Double(millionths) / 1e6)
      runs.steps = behaviours(parts)
      scenario.classes.append(runs)
      func share(_ counts: (CallCell) -> Bool) -> Double {
        zip(cells, kind.weights).reduce(0) { counts($1.0) ? $0 + $1.1 : $0 }
          / max(1e-9, kind.weights.reduce(0, +))
      }
      kinds.append(
        Kind(
          name: runs.name, share: runs.share, failed: share(\.isFailed), cut: share { $0.outcome == nil }))
    }
    return (scenario, kinds)
  }

  /// How the sources behave that make attempts.
  ///
  /// - Parameter parts: By cell: the part of its attempts that counts; nil for all.
  private func behaviours(_ parts: [Double]?) -> [Scenario.StepBehaviours] {
    var observations: [[Survival.Observation]] = makers.map { _ in [] }
    for (place, cell) in cells.enumerated() where parts?[place] ?? 1 > 1e-6 {
      observations[cell.source] += times[place].observations(outcome: cell.outcome, part: parts?[place] ?? 1)
    }
    var steps: [Scenario.StepBehaviours] = []
    for (source, maker) in makers.enumerated() {
      // What a kind has not seen is what all launches have seen.
      guard observations[source].reduce(0, { $0 + $1.weight }) >= 0.5 else { continue }
      let behaviour = LearnedBehaviour(
        observations[source], outcomes[source].list, isPart: parts != nil
      ).scenario
      let name = plan.stepNames[maker.step] + (maker.fallback == nil ? "" : ".fallback")
      if steps.last?.step != name { steps.append(Scenario.StepBehaviours(name, [])) }
      steps[steps.count - 1].attempts.append(behaviour)
    }
    return steps
  }
}

extension LaunchRecord.End {
  fileprivate var isFailed: Bool { if case .succeeded = self { false } else { !isCensored } }
}
