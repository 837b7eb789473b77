import LaunchFlowMachine
import LaunchFlowModel

/// A run's steps as nodes in layers, each to the right of all that it waited for, before anything is drawn.
///
/// A group stands behind its members, where it ends; the landing stands behind what it waited for.
struct LayeredGraph {
  /// What stands at a place.
  enum Subject: Hashable {
    case step(Int)
    /// Where a group of steps ends.
    case group(Int)
    case landing
    /// Where an edge passes a layer.
    case bend
  }

  struct Node {
    var subject: Subject
    var layer = 0
    /// The middle, in pixels from the top.
    var y = 0.0
  }

  /// What an edge means.
  enum Meaning: Hashable {
    case needs, after, member
  }

  struct Edge {
    var meaning: Meaning
    var isCritical: Bool
    /// The nodes that it goes through, first to last.
    var path: [Int]
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  /// The nodes of each layer, top to bottom.
  private(set) var layers: [[Int]] = []

  private struct Link: Hashable {
    var from: Int
    var to: Int
  }

  /// How many steps can be looked at in one drawing.
  static let steps = 300
  /// How many places, those included that edges pass, can be put in order in good time.
  private static let places = 2_000

  /// Lays out the steps that a chart shows in rows of their own; nil where those are too many, or none.
  init?(_ chart: TimelineChart) {
    let shown = chart.rows.compactMap(\.step)
    guard (1...Self.steps).contains(shown.count) else { return nil }
    var places: [Int: Int] = [:]
    for step in shown.sorted() {
      places[step] = nodes.count
      nodes.append(Node(subject: chart.trace.steps[step].kind == .group ? .group(step) : .step(step)))
    }
    var meanings: [Link: Meaning] = [:]
    for step in shown { Self.connect(step, chart.trace, places, &meanings) }
    let landing = addLanding(chart, places, &meanings)
    let critical = Self.critical(chart, places, landing, meanings)
    assignLayers(meanings)
    addEdges(meanings, critical)
    guard nodes.count <= Self.places else { return nil }
    order()
    settle()
  }

  /// What a step waits for, with what its groups wait for where nothing within them comes first.
  private static func connect(
    _ step: Int, _ trace: Trace, _ places: [Int: Int], _ links: inout [Link: Meaning]
  ) {
    guard let place = places[step] else { return }
    let planned = trace.steps[step]
    if let group = planned.group, let end = places[group], group < step {
      links[Link(from: place, to: end)] = .member
    }
    guard planned.kind != .group else { return }
    var current = planned
    var isInner = false
    while !isInner {
      for (names, meaning) in [(current.needs, Meaning.needs), (current.after, .after)] {
        for dependency in names {
          guard let from = places[dependency], from != place else { continue }
          links[Link(from: from, to: place)] = links[Link(from: from, to: place)] ?? meaning
          // What it waits for within its group waits for what the group does.
          if let group = current.group, trace.steps[dependency].group == group { isInner = true }
        }
      }
      // A group stands before its members, so the indices fall and this comes to an end.
      guard let group = current.group, group >= 0, group < step, trace.steps[group].group ?? -1 < group else {
        return
      }
      current = trace.steps[group]
    }
  }

  /// The landing behind the last step that it waited for, and the tail behind the landing.
  private mutating func addLanding(
    _ chart: TimelineChart, _ places: [Int: Int], _ links: inout [Link: Meaning]
  ) -> Int? {
    guard chart.summary.landing != nil else { return nil }
    let landing = nodes.count
    nodes.append(Node(subject: .landing))
    if let last = chart.summary.criticalPath.last.flatMap({ places[$0] }) {
      links[Link(from: last, to: landing)] = .needs
    }
    let awaited = Set(links.keys.map(\.to))
    for (step, place) in places where chart.trace.steps[step].isTail && !awaited.contains(place) {
      links[Link(from: landing, to: place)] = .after
    }
    return landing
  }

  /// The links along which the landing waited; where a group lies between two steps, both links by it.
  private static func critical(
    _ chart: TimelineChart, _ places: [Int: Int], _ landing: Int?, _ links: [Link: Meaning]
  ) -> Set<Link> {
    let path = chart.summary.criticalPath.compactMap { places[$0] } + [landing].compactMap(\.self)
    var critical: Set<Link> = []
    for (from, to) in zip(path, path.dropFirst()) {
      if links[Link(from: from, to: to)] != nil {
        critical.insert(Link(from: from, to: to))
        continue
      }
      // Up through the groups that ended with the first.
      var place = from
      var passed: [Link] = []
      while let next = links.keys.filter({ $0.from == place && links[$0] == .member }).map(\.to).min() {
        passed.append(Link(from: place, to: next))
        place = next
        guard links[Link(from: place, to: to)] == nil else {
          critical.formUnion(passed + [Link(from: place, to: to)])
          break
        }
      }
    }
    return critical
  }

  /// Each node one layer behind the last that it waits for. What goes in circles, which no machine writes, stays
  /// in the first.
  private mutating func assignLayers(_ links: [Link: Meaning]) {
    var waiting = Array(repeating: 0, count: nodes.count)
    var followers: [[Int]] = Array(repeating: [], count: nodes.count)
    for link in links.keys.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      waiting[link.to] += 1
      followers[link.from].append(link.to)
    }
    var ready = nodes.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < ready.count {
      let node = ready[next]
      next += 1
      for follower in followers[node] {
        nodes[follower].layer = max(nodes[follower].layer, nodes[node].layer + 1)
        waiting[follower] -= 1
        if waiting[follower] == 0 { ready.append(follower) }
      }
    }
    for node in nodes.indices where waiting[node] > 0 { nodes[node].layer = 0 }
    layers = Array(repeating: [], count: (nodes.map(\.layer).max() ?? 0) + 1)
    for node in nodes.indices { layers[nodes[node].layer].append(node) }
  }

  /// Edges go from layer to layer, through bends where they are longer.
  private mutating func addEdges(_ links: [Link: Meaning], _ critical: Set<Link>) {
    for (link, meaning) in links.sorted(by: { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }) {
      let (first, last) = (nodes[link.from].layer, nodes[link.to].layer)
      guard first < last else { continue }
      var path = [link.from]
      for layer in first + 1..<last {
        path.append(nodes.count)
        layers[layer].append(nodes.count)
        nodes.append(Node(subject: .bend, layer: layer))
      }
      edges.append(Edge(meaning: meaning, isCritical: critical.contains(link), path: path + [link.to]))
    }
  }
}

extension LayeredGraph {
  private static let sweeps = 12
  /// The room from middle to middle.
  private static let nodeGap = 54.0
  private static let bendGap = 22.0

  /// The neighbours of each node in the layer before and in the layer after.
  private var neighbours: (before: [[Int]], after: [[Int]]) {
    var before: [[Int]] = Array(repeating: [], count: nodes.count)
    var after = before
    for edge in edges {
      for (from, to) in zip(edge.path, edge.path.dropFirst()) {
        after[from].append(to)
        before[to].append(from)
      }
    }
    return (before, after)
  }

  /// Sorts each layer by where its neighbours stand, to and fro, and keeps the order with the fewest crossings.
  private mutating func order() {
    let (before, after) = neighbours
    var best = layers
    var fewest = crossings(after)
    for sweep in 0..<Self.sweeps where fewest > 0 {
      let isForward = sweep % 2 == 0
      let others = isForward ? before : after
      for layer in isForward ? Array(layers.indices) : layers.indices.reversed() {
        var places = Array(repeating: 0, count: nodes.count)
        for layer in layers { for (place, node) in layer.enumerated() { places[node] = place } }
        layers[layer] = layers[layer].enumerated().map {
          place, node -> (centre: Double, place: Int, node: Int) in
          let near = others[node].map { Double(places[$0]) }
          return (near.isEmpty ? Double(place) : near.reduce(0, +) / Double(near.count), place, node)
        }.sorted { ($0.centre, $0.place) < ($1.centre, $1.place) }.map(\.node)
      }
      let count = crossings(after)
      if count < fewest { (best, fewest) = (layers, count) }
    }
    layers = best
  }

  private func crossings(_ after: [[Int]]) -> Int {
    var places = Array(repeating: 0, count: nodes.count)
    for layer in layers { for (place, node) in layer.enumerated() { places[node] = place } }
    return layers.reduce(0) { sum, layer in
      let ends = layer.map { after[$0].map { places[$0] } }
      var count = 0
      for first in ends.indices {
        for second in ends.indices.dropFirst(first + 1) {
          for end in ends[first] { count += ends[second].count { $0 < end } }
        }
      }
      return sum + count
    }
  }

  private func gap(_ first: Int, _ second: Int) -> Double {
    let half = { (node: Int) in (nodes[node].subject == .bend ? Self.bendGap : Self.nodeGap) / 2 }
    return half(first) + half(second)
  }

  /// Moves each node towards the middle of its neighbours, as far as those above and below allow.
  private mutating func settle() {
    let (before, after) = neighbours
    for layer in layers {
      for (first, second) in zip(layer, layer.dropFirst()) {
        nodes[second].y = nodes[first].y + gap(first, second)
      }
    }
    for sweep in 0..<Self.sweeps {
      let isForward = sweep % 2 == 0
      let others = isForward ? before : after
      for layer in isForward ? layers : layers.reversed() {
        let wanted = layer.map { node -> Double in
          let near = others[node].map { nodes[$0].y }
          return near.isEmpty ? nodes[node].y : near.reduce(0, +) / Double(near.count)
        }
        for (place, node) in layer.enumerated() {
          let floor = place > 0 ? nodes[layer[place - 1]].y + gap(layer[place - 1], node) : -.infinity
          nodes[node].y = max(wanted[place], floor)
        }
        let drift = zip(layer, wanted).reduce(0.0) { $0 + $1.1 - nodes[$1.0].y } / Double(max(1, layer.count))
        for node in layer { nodes[node].y += drift }
      }
    }
    let top = nodes.map(\.y).min() ?? 0
    for node in nodes.indices { nodes[node].y -= top }
  }
}
