import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// Learns a scenario from the records of launches.
package struct Learner: Sendable {
  /// What was learned of one source of attempts.
  package struct Source: Hashable, Sendable {
    /// The step, or `step.fallback` for its remote fallbacks.
    package var name: String
    /// How many attempts there were.
    package var attempts: Int
    /// How many of them were ended before they answered.
    package var cut: Int
    /// How many answers had which codes: `HTTP 503, code 7`.
    package var codes: [String: Int]
  }

  /// A kind of launches.
  package struct Kind: Hashable, Sendable {
    package var name: String
    /// The share of launches, from 0 to 1.
    package var share: Double
    /// The shares of its attempts that failed, and that were ended before they answered.
    package var failed: Double
    package var cut: Double
  }

  /// The flow.
  package let plan: FlowPlan
  private let names: [String]
  /// By source: its number of the step, and of its remote fallback.
  private let places: [String: Int]
  private let isHTTP: [Bool]
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
  private var coded: CodedEnds
  /// How many launches were added.
  package private(set) var launches = 0
  /// When launches landed.
  private(set) var landings = TimeBins()
  private(set) var degraded = 0
  private(set) var pages: [String: Int] = [:]

  /// Prepares a flow.
  ///
  /// - Parameter mostShapes: If launches differ in more ways, an even part of them tells the kinds apart.
  package init(_ plan: FlowPlan, mostShapes: Int = 500_000) {
    self.plan = plan
    shapes = LaunchShapes(most: mostShapes)
    var (names, isHTTP): ([String], [Bool]) = ([], [])
    for (step, planned) in plan.steps.enumerated() {
      let name = plan.stepNames[step]
      if planned.kind == .http || planned.kind == .action {
        names.append(name)
        isHTTP.append(planned.kind == .http)
      }
      for (number, place) in plan.remoteFallbacks(of: step).enumerated() {
        names.append("\(name).fallback.\(number)")
        isHTTP.append(plan.fallback(place, of: step).kind == .http)
      }
    }
    self.names = names
    self.isHTTP = isHTTP
    places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    outcomes = names.map { _ in OutcomeWords() }
    codes = names.map { _ in [:] }
    coded = CodedEnds(plan)
    words = plan.steps.map { step in Set(step.names.map { plan.names[Int($0)].text }) }
  }

  /// One launch in so many tells the kinds apart; 1 where all do.
  package var stride: Int { shapes.stride }

  /// How many of them never landed.
  package var withoutLanding: Int { launches - landings.count }

  /// Adds a launch.
  package mutating func add(_ record: LaunchRecord) {
    launches += 1
    for fact in record.facts { facts[fact, default: 0] += 1 }
    if let landing = record.landing {
      landings.add(landing.time)
      if landing.isDegraded { degraded += 1 }
      pages[landing.page, default: 0] += 1
    }
    var shape: [Int32] = []
    for step in record.steps {
      guard let index = plan.index(of: step.name) else { continue }
      for attempt in step.attempts {
        let name = attempt.fallback.map { "\(step.name).fallback.\($0)" } ?? step.name
        guard let place = places[name] else { continue }
        let told = isHTTP[place] ? coded.word(attempt, of: index) : nil
        let outcome = outcomes[place].number(of: attempt, words[index], codes: told)
        if let codes = attempt.codes { self.codes[place][codes.text, default: 0] += 1 }
        shape.append(add(attempt.took, source: place, outcome, isFailed: attempt.end.isFailed))
      }
    }
    shapes.add(shape)
  }

  /// Adds a single call whose outcome is known: `ok` or an error class.
  package mutating func add(call step: String, took time: Int64, _ errorClass: ErrorClass?) {
    guard let place = places[step] else { return }
    let outcome = outcomes[place].number(of: errorClass?.rawValue ?? "ok")
    _ = add(time, source: place, outcome, isFailed: errorClass != nil)
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
    names.indices.compactMap { source in
      func count(_ counts: (CallCell) -> Bool) -> Int {
        zip(cells, times).reduce(0) { $1.0.source == source && counts($1.0) ? $0 + $1.1.count : $0 }
      }
      let attempts = count { _ in true }
      return attempts == 0
        ? nil
        : Source(
          name: names[source], attempts: attempts, cut: count { $0.outcome == nil }, codes: codes[source])
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
    let start = LearnedStart(plan, facts, base)
    scenario.inputs = start.inputs
    scenario.caches = start.caches
    let found = LaunchKinds(shapes, cells, times)
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
    var observations: [[Survival.Observation]] = names.map { _ in [] }
    for (place, cell) in cells.enumerated() where parts?[place] ?? 1 > 1e-6 {
      observations[cell.source] += times[place].observations(outcome: cell.outcome, part: parts?[place] ?? 1)
    }
    var steps: [Scenario.StepBehaviours] = []
    for (source, name) in names.enumerated() {
      // What a kind has not seen is what all launches have seen.
      guard observations[source].reduce(0, { $0 + $1.weight }) >= 0.5 else { continue }
      let behaviour = LearnedBehaviour(
        observations[source], outcomes[source].list, isPart: parts != nil
      ).scenario
      guard let dot = name.firstRange(of: ".fallback.") else {
        steps.append(Scenario.StepBehaviours(name, [behaviour]))
        continue
      }
      let entry = String(name[..<dot.lowerBound]) + ".fallback"
      if steps.last?.step == entry {
        steps[steps.count - 1].attempts.append(behaviour)
      } else {
        steps.append(Scenario.StepBehaviours(entry, [behaviour]))
      }
    }
    return steps
  }
}

extension LaunchRecord.End {
  fileprivate var isFailed: Bool {
    switch self {
    case .refused, .failed: true
    case .succeeded, .timedOut, .cut, .cancelled, .switchedOff: false
    }
  }
}
