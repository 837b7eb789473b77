extension FlowRules {
  /// No step waits for itself, directly or through others. `needs`, `after` and `when` wait for a step's end, a member
  /// waits for its group's start, and a group's end waits for its members.
  func cycles() {
    // Steps that wait only for steps and groups before them have no cycle.
    let ends = flow.graph.ends
    let isInOrder = ends.indices.allSatisfy { step in
      flow.graph.waits(of: step).allSatisfy { ends[$0.target] <= step }
    }
    if isInOrder { return }
    for cycle in Self.cycles(2 * flow.steps.count, targets(of:)) {
      let names = self.names(along: cycle)
      let message =
        names.count == 2
        ? "\"\(names[0])\" waits for itself" : "steps wait for each other: \(Self.chain(names))"
      let first = reason(from: cycle[0], to: cycle[1])
      let notes = zip(cycle, cycle.dropFirst()).dropFirst().prefix(20).compactMap { reason(from: $0, to: $1) }
      report.add(
        message, at: first?.place.path ?? .whole, first?.place.part ?? .value, notes: notes)
    }
  }

  /// No service is `like` itself, directly or through others.
  func serviceCycles() {
    let services = flow.flow.services
    let cycles = Self.cycles(services.count) { service in
      services[service].like.flatMap { flow.serviceIndex[$0] }.map { [$0] } ?? []
    }
    for cycle in cycles {
      let names = cycle.map { services[$0].name }
      let message =
        names.count == 2
        ? "the service \"\(names[0])\" inherits from itself"
        : "services inherit from each other: \(Self.chain(names))"
      report.add(message, at: JSONPointer(tokens: ["services", names[0], "like"]))
    }
  }

  /// A node that the search has entered.
  private struct Call {
    var node: Int
    var targets: [Int]
    var position = 0
    /// The place of the last node up to this one that is in a found cycle; 0 for none.
    var lastFound: Int
  }

  /// Cycles without common nodes, at least one among nodes that all lead to one another. Each begins with its first node
  /// in file order, and ends with it again.
  private static func cycles(_ count: Int, _ targets: (Int) -> [Int]) -> [[Int]] {
    var found: [[Int]] = []
    /// The nodes from the first one to the one that is searched.
    var way: [Call] = []
    /// By node: its place on the way, from 1; 0 before it is entered, less than 0 after it has been left.
    var places = [Int](repeating: 0, count: count)
    func enter(_ node: Int) {
      way.append(Call(node: node, targets: targets(node), lastFound: way.last?.lastFound ?? 0))
      places[node] = way.count
    }
    for root in 0..<count where places[root] == 0 {
      enter(root)
      while let call = way.last {
        guard call.position < call.targets.count else {
          places[call.node] = -1
          way.removeLast()
          continue
        }
        way[way.count - 1].position += 1
        let target = call.targets[call.position]
        if places[target] == 0 {
          enter(target)
        } else if places[target] > call.lastFound {
          for place in places[target]...way.count { way[place - 1].lastFound = place }
          let cycle = way[(places[target] - 1)...].map { $0.node }
          let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
          found.append(cycle[first...] + cycle[..<first] + [cycle[first]])
        }
      }
    }
    return found
  }

  /// The names in a row, without the middle of a very long one.
  private static func chain(_ names: [String]) -> String {
    guard names.count > 200 else { return names.joined(separator: " → ") }
    let left = names.count - 200
    return (names.prefix(100) + ["… \(left) more …"] + names.suffix(100)).joined(separator: " → ")
  }
}

// The graph of waits. A group has two nodes, its start and its end; any other step has one.
extension FlowRules {
  private func end(_ step: Int) -> Int { flow.steps[step].members == nil ? 2 * step : 2 * step + 1 }

  private func targets(of node: Int) -> [Int] {
    let step = node / 2
    if node % 2 == 1 { return [2 * step] + flow.graph.members(of: step).map(end) }
    var targets = flow.graph.waits(of: step).map { end($0.target) }
    if let parent = flow.graph.parents[step] { targets.append(2 * parent) }
    return targets
  }

  /// The steps along a way; a group's two nodes are one step.
  private func names(along way: [Int]) -> [String] {
    var steps: [Int] = []
    for node in way where steps.last != node / 2 { steps.append(node / 2) }
    if steps.count == 1 { steps.append(steps[0]) }
    return steps.map { flow.steps[$0].name }
  }

  /// The reason of a wait between two nodes, with its place; nil within a group.
  private func reason(from node: Int, to target: Int) -> Diagnostic.Note? {
    let (step, other) = (node / 2, target / 2)
    let (name, otherName) = (flow.steps[step].name, flow.steps[other].name)
    if node % 2 == 1 {
      guard step != other else { return nil }
      return Diagnostic.Note(
        "the group \"\(name)\" ends after \"\(otherName)\"", at: Place(flow.path(of: other), .key))
    }
    if let wait = flow.graph.waits(of: step).first(where: { end($0.target) == target }) {
      return Diagnostic.Note(
        "\"\(name)\" waits for \"\(otherName)\"", at: flow.graph.place(of: wait, from: step))
    }
    return Diagnostic.Note(
      "\"\(name)\" starts with its group \"\(otherName)\"", at: Place(flow.path(of: step), .key))
  }
}
