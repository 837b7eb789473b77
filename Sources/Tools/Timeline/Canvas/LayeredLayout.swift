/// Places the nodes of a graph in layers, each to the right of its predecessors, with few crossings.
struct LayeredLayout {
  struct Node {
    /// The node of the graph; nil for a point at which an edge crosses a layer.
    var subject: Int?
    var layer = 0
    /// Its height above and below the middle, in pixels.
    var room = LayeredLayout.bend
    /// The middle, in pixels from the top.
    var y = 0.0
  }

  struct Edge {
    var edge: Graph.Edge
    /// The nodes on its path, first to last.
    var path: [Int]
  }

  /// The nodes of the graph first, then the points of edges.
  private(set) var nodes: [Node]
  private(set) var edges: [Edge] = []
  /// The nodes of each layer, top to bottom.
  private(set) var layers: [[Int]] = []

  /// The maximal number of nodes that a reader can use in one drawing.
  private static let drawn = 301
  private static let bend = 11.0
  /// The maximal number of places, points of edges included, that can be sorted in good time.
  private static let places = 2_000

  /// Lays out a graph; nil if it has too many nodes, or none.
  init?(_ graph: Graph) {
    guard (1...Self.drawn).contains(graph.nodes.count) else { return nil }
    nodes = graph.nodes.enumerated().map { Node(subject: $0.offset, room: $0.element.height / 2 + 7) }
    assignLayers(graph.edges)
    addEdges(graph.edges)
    guard nodes.count <= Self.places else { return nil }
    order()
    settle()
  }

  /// Puts each node one layer behind its last predecessor. Cycles, which no machine writes, stay in the first
  /// layer.
  private mutating func assignLayers(_ links: [Graph.Edge]) {
    var waiting = Array(repeating: 0, count: nodes.count)
    var followers: [[Int]] = Array(repeating: [], count: nodes.count)
    for link in links {
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

  /// Leads edges from layer to layer; longer ones get bends.
  private mutating func addEdges(_ links: [Graph.Edge]) {
    for link in links {
      let (first, last) = (nodes[link.from].layer, nodes[link.to].layer)
      guard first < last else { continue }
      var path = [link.from]
      for layer in first + 1..<last {
        path.append(nodes.count)
        layers[layer].append(nodes.count)
        nodes.append(Node(subject: nil, layer: layer))
      }
      edges.append(Edge(edge: link, path: path + [link.to]))
    }
  }
}

extension LayeredLayout {
  private static let sweeps = 12
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

  /// Sorts each layer by the places of its neighbours, forwards and backwards, and keeps the order with the
  /// fewest crossings.
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
    nodes[first].room + nodes[second].room
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
