/// No step waits for itself, directly or through others. `needs`, `after` and `when` wait for a step's end, a member
/// waits for its group's start, and a group's end waits for its members.
enum Cycle: Rule {
  static let code = DiagnosticCode.cycle

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    // Steps that wait only for steps and groups before them have no cycle.
    let ends = flow.graph.ends
    let isInOrder = ends.indices.allSatisfy { step in
      flow.graph.waits(of: step).allSatisfy { ends[$0.target] <= step }
    }
    if isInOrder { return }
    let graph = WaitGraph(flow)
    var origins = graph.noOrigins
    for component in graph.cyclicComponents() {
      let cycle = graph.shortestCycle(in: component, &origins)
      let names = graph.names(along: cycle)
      let message =
        names.count == 2
        ? "\"\(names[0])\" waits for itself" : "steps wait for each other: \(chain(names))"
      let first = graph.reason(from: cycle[0], to: cycle[1])
      let notes = zip(cycle, cycle.dropFirst()).dropFirst().prefix(20).compactMap { pair in
        graph.reason(from: pair.0, to: pair.1).map { Diagnostic.Note($0.message, at: $0.place) }
      }
      report.add(
        message, at: first?.place.path ?? .whole, first?.place.part ?? .value, notes: notes)
    }
  }

  /// The names in a row, without the middle of a very long one.
  static func chain(_ names: [String]) -> String {
    guard names.count > 200 else { return names.joined(separator: " → ") }
    let left = names.count - 200
    return (names.prefix(100) + ["… \(left) more …"] + names.suffix(100)).joined(separator: " → ")
  }
}

/// The graph of waits. A group has two nodes, its start and its end; any other step has one.
private struct WaitGraph {
  let flow: FlowIndex

  init(_ flow: FlowIndex) {
    self.flow = flow
  }

  private func start(_ step: Int) -> Int { 2 * step }
  private func end(_ step: Int) -> Int { flow.steps[step].members == nil ? 2 * step : 2 * step + 1 }

  func targets(of node: Int) -> [Int] {
    let step = node / 2
    if node % 2 == 1 { return [start(step)] + flow.graph.members(of: step).map(end) }
    var targets = flow.graph.waits(of: step).map { end($0.target) }
    if let parent = flow.graph.parents[step] { targets.append(start(parent)) }
    return targets
  }

  /// A node that the search has entered.
  private struct Call {
    var node: Int
    var targets: [Int]
    var position = 0
  }

  /// The strongly connected components with a cycle, each sorted, in file order (Tarjan, without recursion).
  func cyclicComponents() -> [[Int]] {
    let count = 2 * flow.steps.count
    var order = [Int](repeating: -1, count: count)
    var low = [Int](repeating: 0, count: count)
    var isOnStack = [Bool](repeating: false, count: count)
    var stack: [Int] = []
    var next = 0
    /// By node: the node that stands for its component, or -1 outside of a cycle.
    var owners = [Int](repeating: -1, count: count)
    for root in 0..<count where order[root] < 0 {
      var calls: [Call] = []
      func enter(_ node: Int) {
        order[node] = next
        low[node] = next
        next += 1
        stack.append(node)
        isOnStack[node] = true
        calls.append(Call(node: node, targets: targets(of: node)))
      }
      enter(root)
      while let call = calls.last {
        if call.position < call.targets.count {
          calls[calls.count - 1].position += 1
          let target = call.targets[call.position]
          if order[target] < 0 {
            enter(target)
          } else if isOnStack[target] {
            low[call.node] = min(low[call.node], order[target])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last { low[caller.node] = min(low[caller.node], low[call.node]) }
        guard low[call.node] == order[call.node] else { continue }
        let isCycle = stack.last != call.node || call.targets.contains(call.node)
        while let node = stack.popLast() {
          isOnStack[node] = false
          if isCycle { owners[node] = call.node }
          if node == call.node { break }
        }
      }
    }
    var found: [[Int]] = []
    var places = [Int](repeating: -1, count: count)
    for node in 0..<count where owners[node] >= 0 {
      if places[owners[node]] < 0 {
        places[owners[node]] = found.count
        found.append([])
      }
      found[places[owners[node]]].append(node)
    }
    return found
  }

  private static let (outside, unseen) = (-1, -2)

  /// By node: the node before it on the way; outside of the component that is searched.
  var noOrigins: [Int] { Array(repeating: Self.outside, count: 2 * flow.steps.count) }

  /// The shortest way from the component's first node back to it, with that node at both ends.
  func shortestCycle(in component: [Int], _ origins: inout [Int]) -> [Int] {
    let first = component[0]
    for node in component { origins[node] = Self.unseen }
    defer { for node in component { origins[node] = Self.outside } }
    var queue = [first]
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for target in targets(of: node) where origins[target] != Self.outside {
        if target == first {
          var way = [first]
          var current = node
          while current != first {
            way.append(current)
            current = origins[current]
          }
          return [first] + way.reversed()
        }
        if origins[target] == Self.unseen {
          origins[target] = node
          queue.append(target)
        }
      }
    }
    return [first, first]
  }

  /// The steps along a way; a group's two nodes are one step.
  func names(along way: [Int]) -> [String] {
    var steps: [Int] = []
    for node in way where steps.last != node / 2 { steps.append(node / 2) }
    if steps.count == 1 { steps.append(steps[0]) }
    return steps.map { flow.steps[$0].name }
  }

  /// The place and the reason of a wait between two nodes; nil within a group.
  func reason(from node: Int, to target: Int) -> (message: String, place: Place)? {
    let (step, other) = (node / 2, target / 2)
    let (name, otherName) = (flow.steps[step].name, flow.steps[other].name)
    if node % 2 == 1 {
      guard step != other else { return nil }
      return ("the group \"\(name)\" ends after \"\(otherName)\"", Place(flow.path(of: other), .key))
    }
    if let edge = flow.graph.waits(of: step).first(where: { end($0.target) == target }) {
      return ("\"\(name)\" waits for \"\(otherName)\"", flow.graph.place(of: edge, from: step))
    }
    return ("\"\(name)\" starts with its group \"\(otherName)\"", Place(flow.path(of: step), .key))
  }
}

/// No service is `like` itself, directly or through others.
enum ServiceCycle: Rule {
  static let code = DiagnosticCode.cycle

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let services = flow.flow.services
    var isVisited = [Bool](repeating: false, count: services.count)
    for start in services.indices where !isVisited[start] {
      var chain: [Int] = []
      var current: Int? = start
      while let service = current, !isVisited[service] {
        isVisited[service] = true
        chain.append(service)
        current = services[service].like.flatMap { flow.serviceIndex[$0] }
      }
      if let service = current, let position = chain.firstIndex(of: service) {
        let names = (chain[position...] + [service]).map { services[$0].name }
        let message =
          names.count == 2
          ? "the service \"\(names[0])\" inherits from itself"
          : "services inherit from each other: \(Cycle.chain(names))"
        report.add(message, at: JSONPointer(tokens: ["services", services[service].name, "like"]))
      }
    }
  }
}
