import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// Which parts of a flow the scenarios have reached.
struct TestCoverage {
  /// What is counted.
  enum Part: String, CaseIterable {
    case landings = "landing rules"
    case results, failures, fallbacks
  }

  /// Something to be reached.
  struct Item: Hashable {
    var part: Part
    var name: String
  }

  /// The flow's name.
  let flow: String
  /// All that there is, in file order.
  let items: [Item]
  private(set) var reached: Set<Item> = []
  /// What was not looked at, since there are too many runs, as a person reads it.
  private(set) var remarks: [String] = []

  /// How many runs of a scenario for many runs are looked at, at the most. Each is played whole.
  static let runLimit = 10_000

  init(_ plan: FlowPlan) {
    flow = plan.flow.name
    var items: [Item] = []
    for (index, landing) in plan.flow.landings.enumerated() {
      items.append(Self.landing(index, landing.page))
    }
    for step in plan.stepNames.indices {
      let name = plan.stepNames[step]
      for planned in plan.steps[step].names.map({ plan.names[Int($0)] }) {
        items.append(Item(part: planned.isFailure ? .failures : .results, name: "\(name): \(planned.text)"))
      }
      var sources: [Source] = []
      for fallback in plan.documents[step].fallback {
        let source = Self.source(fallback)
        if !sources.contains(source) { sources.append(source) }
      }
      items += sources.map { Item(part: .fallbacks, name: "\(name): \($0.rawValue)") }
    }
    self.items = items
  }

  /// A rule as `verify` counts it: from 1.
  private static func landing(_ rule: Int, _ page: String) -> Item {
    Item(part: .landings, name: "\(rule + 1) (\(page))")
  }

  private static func source(_ fallback: Flow.Fallback) -> Source {
    switch fallback {
    case .cache: .cache
    case .value: .value
    case .http, .action: .alternate
    }
  }

  /// Counts what the runs of a scenario for many runs have reached, until there is nothing left to be reached.
  mutating func count(_ simulation: Simulation) {
    let runs = simulation.scenario.runs ?? 1
    let seed = simulation.scenario.seed ?? Simulation.defaultSeed
    for run in 0..<min(runs, Self.runLimit) where !missing.isEmpty {
      count(simulation.run(seed: seed, run: UInt64(run)).trace)
    }
    guard runs > Self.runLimit, !missing.isEmpty else { return }
    remarks.append(
      "coverage counts the first \(Self.runLimit) of the \(runs) runs of \(simulation.scenario.name ?? "")")
  }

  /// Counts what one run has reached.
  mutating func count(_ trace: Trace) {
    for event in trace.events {
      switch event.kind {
      case .landed(let landing): reached.insert(Self.landing(landing.rule, landing.page))
      case .settled(let step, let settlement):
        let name = trace.steps[step].name
        if let word = settlement.name {
          reached.insert(Item(part: .results, name: "\(name): \(word)"))
          reached.insert(Item(part: .failures, name: "\(name): \(word)"))
        }
        if settlement.status == .recovered, let source = settlement.source {
          reached.insert(Item(part: .fallbacks, name: "\(name): \(source.rawValue)"))
        }
      default: break
      }
    }
  }

  /// What no scenario has reached, in file order.
  var missing: [Item] { items.filter { !reached.contains($0) } }

  /// A line a part that has items: how many of them are reached, and which are not; then what was not looked at.
  var lines: [String] {
    let parts = Part.allCases.compactMap { part -> String? in
      let all = items.filter { $0.part == part }
      guard !all.isEmpty else { return nil }
      let left = all.filter { !reached.contains($0) }
      let never = left.isEmpty ? "" : "; never: " + left.map(\.name).joined(separator: ", ")
      return "\(part.rawValue) \(all.count - left.count) of \(all.count)\(never)"
    }
    return parts + remarks
  }

  /// The share of all items that is reached; 1 where there are none.
  static func share(of coverages: [TestCoverage]) -> Double {
    let all = coverages.reduce(0) { $0 + $1.items.count }
    let missing = coverages.reduce(0) { $0 + $1.missing.count }
    return all == 0 ? 1 : Double(all - missing) / Double(all)
  }
}
