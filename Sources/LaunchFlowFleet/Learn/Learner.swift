import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowScenarios

/// Learns a scenario from the records of a class of launches.
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

  /// The flow.
  package let plan: FlowPlan
  /// How many launches were added.
  package private(set) var launches = 0
  private let names: [String]
  /// By source: its number of the step, and of its remote fallback.
  private let places: [String: Int]
  private var tallies: [AttemptTally]
  private var factor: CommonFactor
  private var loss = LossLevel()
  private let isHTTP: [Bool]
  /// By step of the plan: its results and failures.
  private let words: [Set<String>]
  private var facts: [StartFact: Int] = [:]
  private var coded: CodedEnds

  /// Prepares a flow.
  package init(_ plan: FlowPlan) {
    self.plan = plan
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
    tallies = names.map { _ in AttemptTally() }
    factor = CommonFactor(sources: names.count)
    coded = CodedEnds(plan)
    words = plan.steps.map { step in Set(step.names.map { plan.names[Int($0)].text }) }
  }

  /// Adds a launch.
  package mutating func add(_ record: LaunchRecord) {
    launches += 1
    for fact in record.facts { facts[fact, default: 0] += 1 }
    var calls: [CommonFactor.Call] = []
    var first: [(source: Int, isLost: Bool)] = []
    for step in record.steps {
      guard let index = plan.index(of: step.name) else { continue }
      for attempt in step.attempts {
        let name = attempt.fallback.map { "\(step.name).fallback.\($0)" } ?? step.name
        guard let place = places[name] else { continue }
        let outcome = tallies[place].add(
          attempt, words[index], coded: isHTTP[place] ? coded.word(attempt, of: index) : nil)
        if isHTTP[place], attempt == step.attempts.first, outcome != nil {
          first.append((place, attempt.end == .failed(.network)))
        }
        if isHTTP[place] { calls.append(.init(source: place, time: attempt.took, outcome: outcome)) }
      }
    }
    factor.add(calls)
    loss.add(first)
  }

  /// Adds a single call whose outcome is known: `ok` or an error class.
  package mutating func add(call step: String, took time: Int64, _ errorClass: ErrorClass?) {
    guard let place = places[step] else { return }
    tallies[place].add(time, errorClass?.rawValue ?? "ok")
  }

  /// What was seen of each source that made attempts, in file order.
  package var sources: [Source] {
    zip(names, tallies).compactMap { name, tally in
      tally.observations.isEmpty
        ? nil : Source(name: name, attempts: tally.observations.count, cut: tally.cut, codes: tally.codes)
    }
  }

  /// The scenario.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - base: Values of caches and inputs, which no record contains.
  package func scenario(named name: String, base: Scenario = Scenario()) -> Scenario {
    var scenario = Scenario(name: name)
    let fit = FactorFit(factor, outcomes: tallies.map(\.words.count))
    scenario.latencyFactor = fit?.p99
    scenario.lossFactor = loss.p99
    for (place, name) in names.enumerated() {
      guard let behaviour = tallies[place].behaviour(own: fit?.own[place]) else { continue }
      guard let dot = name.firstRange(of: ".fallback.") else {
        scenario.steps.append(Scenario.StepBehaviours(name, [behaviour]))
        continue
      }
      let entry = String(name[..<dot.lowerBound]) + ".fallback"
      if scenario.steps.last?.step == entry {
        scenario.steps[scenario.steps.count - 1].attempts.append(behaviour)
      } else {
        scenario.steps.append(Scenario.StepBehaviours(entry, [behaviour]))
      }
    }
    let start = LearnedStart(plan, facts, base)
    scenario.inputs = start.inputs
    scenario.caches = start.caches
    return scenario
  }
}
