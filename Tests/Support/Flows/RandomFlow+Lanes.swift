import LaunchFlowModel

// The order of lanes, and conditions that count.
extension RandomFlow {
  mutating func addLaneOrders(to flow: inout Flow) {
    addLaneOrders(to: &flow.steps)
    for place in flow.landings.indices {
      if let condition = flow.landings[place].when { flow.landings[place].when = counting(condition) }
    }
  }

  private mutating func addLaneOrders(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      if case .group(var members) = steps[index].work {
        addLaneOrders(to: &members)
        steps[index].work = .group(members)
      }
      guard steps[index].isCall else { continue }
      if random.chance(60) { steps[index].lane = random.pick(["main", "main", "pair"]) }
      guard steps[index].lane != nil else { continue }
      if random.chance(60) { steps[index].priority = random.number(0...2) - 1 }
      if random.chance(25) { steps[index].whenIdle = true }
    }
  }

  /// Where a condition asks for any of several facts, asks for so many of them.
  private mutating func counting(_ condition: Condition) -> Condition {
    var terms: [Condition.Term] = []
    for term in condition.terms {
      switch term {
      case .any(let parts): terms.append(.atLeast(random.number(1...parts.count), of: parts))
      default: terms.append(term)
      }
    }
    if terms.count > 1, random.chance(30) {
      return Condition([.atLeast(random.number(1...terms.count), of: terms.map { Condition([$0]) })])
    }
    return Condition(terms)
  }
}
