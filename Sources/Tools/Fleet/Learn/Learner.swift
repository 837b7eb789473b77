/// Learns a scenario from the records of launches.
package struct Learner: Sendable {
  /// What makes attempts, a step's own work or one of its remote fallbacks, and what was learned of it.
  package struct Source: Sendable {
    /// The step, or `step.fallback` for its remote fallbacks.
    package let name: String
    fileprivate let step: Int
    fileprivate let fallback: Int?
    package fileprivate(set) var attempts = 0
    /// How many of them were ended before they answered.
    package fileprivate(set) var cut = 0
    /// How many answers had which codes: `HTTP 503, code 7`.
    package fileprivate(set) var codes: [String: Int] = [:]
    /// What its outcomes are called in a scenario's odds, in the order in which they came; those by codes again.
    var outcomes: [String] = []
    var coded: Set<String> = []

    fileprivate init(_ plan: FlowPlan, _ step: Int, fallback: Int? = nil) {
      (self.step, self.fallback) = (step, fallback)
      name = plan.stepNames[step] + (fallback.map { ".fallback.\($0)" } ?? "")
    }
  }

  package struct Kind: Hashable, Sendable {
    package var name: String
    /// The share of launches, from 0 to 1.
    package var share: Double
    /// The shares of its attempts that failed, and that were ended before they answered.
    package var failed: Double
    package var cut: Double
  }

  package let plan: FlowPlan
  /// In file order.
  package private(set) var sources: [Source]
  /// By step of the plan: its results and failures.
  private let words: [Set<String>]
  private var cells: [CallCell] = []
  private var cellPlaces: [CallCell: Int] = [:]
  /// By cell: the times of its attempts, each with their number.
  private var times: [[Int64: Int]] = []
  private var shapes: LaunchShapes
  /// How many launches had which facts.
  private(set) var facts: [StartFact: Int] = [:]
  package private(set) var launches = 0
  /// The launches that landed.
  private(set) var landings: [RecordedLaunches.Launch: Int] = [:]

  /// - Parameter mostLaunches: Of more launches, a random part tells the kinds apart.
  package init(_ plan: FlowPlan, mostLaunches: Int = 40_000) {
    self.plan = plan
    shapes = LaunchShapes(most: mostLaunches)
    sources = plan.steps.indices.flatMap { step in
      (plan.steps[step].kind == .http || plan.steps[step].kind == .action ? [Source(plan, step)] : [])
        + plan.remoteFallbacks(of: step).indices.map { Source(plan, step, fallback: $0) }
    }
    words = plan.steps.map { step in Set(step.names.map { plan.names[Int($0)].text }) }
  }

  /// The number of launches of which one is used to tell the kinds apart; 1 for all.
  package var stride: Int { shapes.stride }

  /// How many of them never landed.
  package var withoutLanding: Int { launches - landings.values.reduce(0, +) }

  package mutating func add(_ record: LaunchRecord) {
    launches += 1
    for fact in record.facts { facts.tally(fact) }
    if let landing = record.landing {
      let page = plan.pages.firstIndex(of: landing.page) ?? -1
      let launch = RecordedLaunches.Launch(
        time: landing.time.withFourDigits, page: Int32(page), isDegraded: landing.isDegraded)
      landings[launch, default: 0] += 1
    }
    var shape: [Int32] = []
    for step in record.steps {
      guard let index = plan.index(of: step.name) else { continue }
      for attempt in step.attempts {
        let source = sources.firstIndex { $0.step == index && $0.fallback == attempt.fallback }
        guard let source else { continue }
        let outcome = sources[source].outcome(
          of: attempt, words[index], codes: plan.codes(of: attempt, index))
        sources[source].attempts += 1
        if outcome == nil { sources[source].cut += 1 }
        if let codes = attempt.codes { sources[source].codes.tally(codes.text) }
        let cell = CallCell(
          source: source, time: attempt.took, outcome: outcome, isFailed: attempt.end.isFailed)
        let place = cellPlaces[cell] ?? cells.count
        if place == cells.count {
          cellPlaces[cell] = place
          cells.append(cell)
          times.append([:])
        }
        times[place][attempt.took.withFourDigits, default: 0] += 1
        shape.append(Int32(place))
      }
    }
    shapes.add(shape)
  }

  /// The scenario that plays like the launches, and the kinds of launches in it; none if they are all alike.
  ///
  /// - Parameter base: Values of caches and inputs, which no record contains.
  package func scenario(named name: String, base: Scenario = Scenario()) -> (Scenario, kinds: [Kind]) {
    var scenario = Scenario(name: name)
    scenario.steps = behaviours(nil)
    scenario.inputs = inputs(base)
    scenario.caches = caches(base)
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
    var steps: [Scenario.StepBehaviours] = []
    for (number, source) in sources.enumerated() {
      var observations: [Survival.Observation] = []
      for (place, cell) in cells.enumerated() where cell.source == number {
        let part = parts?[place] ?? 1
        guard part > 1e-6 else { continue }
        observations += times[place].sorted { $0.key < $1.key }.map {
          .init($0, outcome: cell.outcome, weight: Double($1) * part)
        }
      }
      // A kind without observations behaves like all launches.
      guard observations.reduce(0, { $0 + $1.weight }) >= 0.5 else { continue }
      let words = source.outcomes
      let behaviour = Survival(observations, outcomes: words.count).behaviour(words, isPart: parts != nil)
      let name = plan.stepNames[source.step] + (source.fallback == nil ? "" : ".fallback")
      if steps.last?.step != name { steps.append(Scenario.StepBehaviours(name, [])) }
      steps[steps.count - 1].attempts.append(behaviour)
    }
    return steps
  }
}

extension Int64 {
  /// A time of at most four digits, so that times of many launches need little memory.
  fileprivate var withFourDigits: Int64 {
    var unit: Int64 = 1
    while self / unit >= 10_000 { unit *= 10 }
    return rounded(to: unit)
  }
}

extension LaunchRecord.End {
  fileprivate var isFailed: Bool { if case .succeeded = self { false } else { !isCensored } }
}
