/// The parts of a flow that the scenarios reach.
package struct TestCoverage {
  package enum Part: String, CaseIterable {
    case landings = "landing rules"
    case results, failures, fallbacks
  }

  package struct Item: Hashable {
    package var part: Part
    package var name: String
  }

  package let flow: String
  /// All parts, in file order.
  package let items: [Item]
  private(set) var reached: Set<Item> = []
  /// The runs that were not counted, in words.
  private(set) var remarks: [String] = []

  /// The maximal number of runs counted for one scenario, since each one is played in full.
  package static let runLimit = 10_000

  package init(_ plan: FlowPlan) {
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
        let source: Source =
          !fallback.isLocal ? .alternate : fallback.work.cache == nil ? .value : .cache
        if !sources.contains(source) { sources.append(source) }
      }
      items += sources.map { Item(part: .fallbacks, name: "\(name): \($0.rawValue)") }
    }
    self.items = items
  }

  /// A landing rule, counted from 1 as in `verify`.
  private static func landing(_ rule: Int, _ page: String) -> Item {
    Item(part: .landings, name: "\(rule + 1) (\(page))")
  }

  /// Counts the parts that the runs of a scenario reach, until every part is reached.
  package mutating func count(_ simulation: Simulation, limit: Int = runLimit) {
    let runs = simulation.scenario.runs ?? 1
    for run in 0..<min(runs, limit) where !missing.isEmpty {
      count(simulation.run(number: run).trace)
    }
    guard runs > limit, !missing.isEmpty else { return }
    remarks.append(
      "coverage counts the first \(limit) of the \(runs) runs of \(simulation.scenario.name ?? "")")
  }

  package mutating func count(_ trace: Trace) {
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

  /// The parts that no scenario reaches, in file order.
  package var missing: [Item] { items.filter { !reached.contains($0) } }

  /// A line for each kind of part: the number of reached parts and the names of the others; then the uncounted runs.
  package var lines: [String] {
    let parts = Part.allCases.compactMap { part -> String? in
      let all = items.filter { $0.part == part }
      guard !all.isEmpty else { return nil }
      let left = all.filter { !reached.contains($0) }
      let never = left.isEmpty ? "" : "; never: " + left.map(\.name).joined(separator: ", ")
      return "\(part.rawValue) \(all.count - left.count) of \(all.count)\(never)"
    }
    return parts + remarks
  }

  /// The share of all parts that are reached; 1 without any part.
  package static func share(of coverages: [TestCoverage]) -> Double {
    let all = coverages.reduce(0) { $0 + $1.items.count }
    let missing = coverages.reduce(0) { $0 + $1.missing.count }
    return all == 0 ? 1 : Double(all - missing) / Double(all)
  }
}
