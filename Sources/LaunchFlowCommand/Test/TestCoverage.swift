import LaunchFlowMachine
import LaunchFlowModel

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

  private static func landing(_ rule: Int, _ page: String) -> Item {
    Item(part: .landings, name: "\(rule) (\(page))")
  }

  private static func source(_ fallback: Flow.Fallback) -> Source {
    switch fallback {
    case .cache: .cache
    case .value: .value
    case .http, .action: .alternate
    }
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

  /// A line a part that has items: how many of them are reached, and which are not.
  var lines: [String] {
    Part.allCases.compactMap { part in
      let all = items.filter { $0.part == part }
      guard !all.isEmpty else { return nil }
      let left = all.filter { !reached.contains($0) }
      let never = left.isEmpty ? "" : "; never: " + left.map(\.name).joined(separator: ", ")
      return "\(part.rawValue) \(all.count - left.count) of \(all.count)\(never)"
    }
  }

  /// The share of all items that is reached; 1 where there are none.
  static func share(of coverages: [TestCoverage]) -> Double {
    let all = coverages.reduce(0) { $0 + $1.items.count }
    let missing = coverages.reduce(0) { $0 + $1.missing.count }
    return all == 0 ? 1 : Double(all - missing) / Double(all)
  }
}
