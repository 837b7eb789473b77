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

  /// What some launches teach.
  private struct Part: Sendable {
    var tallies: [AttemptTally]
    var loss = LossLevel()
    var launches = 0

    mutating func add(_ other: Part) {
      for place in tallies.indices { tallies[place].add(other.tallies[place]) }
      loss.add(other.loss)
      launches += other.launches
    }
  }

  /// The calls of a launch, and whether any server answered one.
  private typealias Calls = (calls: [CommonFactor.Call], isReached: Bool)

  /// The flow.
  package let plan: FlowPlan
  private let names: [String]
  /// By source: its number of the step, and of its remote fallback.
  private let places: [String: Int]
  /// The launches in which a server answered, and those in which none did although several were asked.
  private var reached: Part
  private var unreached: Part
  private var unreachedOdds: UnreachedOdds
  /// By source: what its outcomes are called.
  private var outcomes: [OutcomeWords]
  /// The launches from which the factor is learned that calls have in common.
  private var sample: EvenSample<Calls>
  private let isHTTP: [Bool]
  /// By step of the plan: its results and failures.
  private let words: [Set<String>]
  private var facts: [StartFact: Int] = [:]
  private var coded: CodedEnds
  /// When launches landed.
  private(set) var landings = TimeBins()
  private(set) var degraded = 0
  private(set) var pages: [String: Int] = [:]

  /// Prepares a flow.
  ///
  /// - Parameter mostFactored: From at most so many launches the factor is learned that calls have in common.
  package init(_ plan: FlowPlan, mostFactored: Int = 20_000) {
    self.plan = plan
    sample = EvenSample(most: mostFactored)
    var (names, isHTTP): ([String], [Bool]) = ([], [])
    for (step, planned) in plan.steps.enumerated() {
      let name = plan.stepNames[step]
      if planned.kind == .http || planned.kind == .action {
        names.append(name)
        isHTTP.append(planned.kind == .http)
      }
      var remote = 0
      for place in 0..<planned.fallbacks.count {
        let kind = plan.fallback(place, of: step).kind
        guard kind == .http || kind == .action else { continue }
        names.append("\(name).fallback.\(remote)")
        isHTTP.append(kind == .http)
        remote += 1
      }
    }
    self.names = names
    self.isHTTP = isHTTP
    places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    reached = Part(tallies: names.map { _ in AttemptTally() })
    unreached = reached
    unreachedOdds = UnreachedOdds(sources: names.count)
    outcomes = names.map { _ in OutcomeWords() }
    coded = CodedEnds(plan)
    words = plan.steps.map { step in Set(step.names.map { plan.names[Int($0)].text }) }
  }

  /// How many launches were added.
  package var launches: Int { reached.launches + unreached.launches }
  /// How many launches the factor that calls have in common is learned from, where that is not all of them.
  package var factored: Int? { sample.seen > sample.elements.count ? sample.elements.count : nil }

  /// Adds a launch.
  package mutating func add(_ record: LaunchRecord) {
    for fact in record.facts { facts[fact, default: 0] += 1 }
    if let landing = record.landing {
      landings.add(landing.time, outcome: 0)
      if landing.isDegraded { degraded += 1 }
      pages[landing.page, default: 0] += 1
    }
    var attempts: [(place: Int, step: Int, attempt: LaunchRecord.Attempt, isFirst: Bool)] = []
    var (asked, answered): (Set<Int>, Set<Int>) = ([], [])
    for step in record.steps {
      guard let index = plan.index(of: step.name) else { continue }
      for (number, attempt) in step.attempts.enumerated() {
        let name = attempt.fallback.map { "\(step.name).fallback.\($0)" } ?? step.name
        guard let place = places[name] else { continue }
        attempts.append((place, index, attempt, number == 0))
        guard isHTTP[place] else { continue }
        asked.insert(place)
        if !attempt.end.isCensored, attempt.end != .failed(.network) { answered.insert(place) }
      }
    }
    let isReached = !answered.isEmpty || asked.count < 2
    unreachedOdds.add(asked, answered)
    var part = Part(tallies: [])
    swap(&part, &self[isReached])
    var (calls, first): ([CommonFactor.Call], [(source: Int, isLost: Bool)]) = ([], [])
    for (place, step, attempt, isFirst) in attempts {
      let codes = isHTTP[place] ? coded.word(attempt, of: step) : nil
      let outcome = outcomes[place].number(of: attempt, words[step], codes: codes)
      part.tallies[place].times.add(attempt.took, outcome: outcome)
      if let codes = attempt.codes { part.tallies[place].codes[codes.text, default: 0] += 1 }
      guard isHTTP[place] else { continue }
      if isFirst, outcome != nil { first.append((place, attempt.end == .failed(.network))) }
      calls.append(.init(source: place, time: attempt.took, outcome: outcome))
    }
    part.launches += 1
    part.loss.add(first)
    swap(&part, &self[isReached])
    sample.add((calls, isReached))
  }

  /// Taken out while it changes, so that it is not copied.
  private subscript(isReached: Bool) -> Part {
    get { isReached ? reached : unreached }
    set { if isReached { reached = newValue } else { unreached = newValue } }
  }

  /// Adds a single call whose outcome is known: `ok` or an error class.
  package mutating func add(call step: String, took time: Int64, _ errorClass: ErrorClass?) {
    guard let place = places[step] else { return }
    let outcome = outcomes[place].number(of: errorClass?.rawValue ?? "ok")
    reached.tallies[place].times.add(time, outcome: outcome)
  }

  private var all: Part {
    var all = reached
    all.add(unreached)
    return all
  }

  /// What was seen of each source that made attempts, in file order.
  package var sources: [Source] {
    zip(names, all.tallies).compactMap { name, tally in
      tally.times.isEmpty
        ? nil : Source(name: name, attempts: tally.count, cut: tally.cut, codes: tally.codes)
    }
  }

  /// The scenario that plays most like the launches.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - base: Values of caches and inputs, which no record contains.
  package func scenario(
    named name: String, base: Scenario = Scenario(), _ parallelism: Parallelism = .serial
  ) -> Scenario {
    let plain = scenario(named: name, base, all, sample.elements)
    guard unreachedOdds.isBeyondChance else { return plain }
    var apart = scenario(named: name, base, reached, sample.elements.filter(\.isReached))
    let share = (Double(unreached.launches) * 1e6 / Double(launches)).rounded() / 1e6
    var dead = Scenario.RunClass("unreached", share: share)
    dead.steps = behaviours(unreached.tallies, nil)
    apart.classes = [Scenario.RunClass("reached", share: 1 - share), dead]
    let checks = [plain, apart].map { LearnedCheck(self, $0, parallelism)?.distance ?? .infinity }
    return checks[1] < checks[0] ? apart : plain
  }

  private func scenario(named name: String, _ base: Scenario, _ part: Part, _ sample: [Calls]) -> Scenario {
    var scenario = Scenario(name: name)
    let fit = FactorFit(
      CommonFactor(sample.map(\.calls), sources: names.count), outcomes: outcomes.map(\.list.count))
    scenario.latencyFactor = fit?.p99
    scenario.lossFactor = part.loss.p99
    scenario.steps = behaviours(part.tallies, fit)
    let start = LearnedStart(plan, facts, base)
    scenario.inputs = start.inputs
    scenario.caches = start.caches
    return scenario
  }

  private func behaviours(_ tallies: [AttemptTally], _ fit: FactorFit?) -> [Scenario.StepBehaviours] {
    var steps: [Scenario.StepBehaviours] = []
    for (place, name) in names.enumerated() {
      guard let behaviour = tallies[place].behaviour(outcomes[place].list, own: fit?.own[place]) else {
        continue
      }
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
