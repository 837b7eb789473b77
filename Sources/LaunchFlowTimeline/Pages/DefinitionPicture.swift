import LaunchFlowModel

extension Picture {
  /// A flow as its file declares it: the steps with what each waits for, and where it lands.
  package init(_ flow: Flow) {
    let graph = FlowGraph(flow)
    self.init(
      DefinitionPicture(
        name: flow.title ?? flow.name, about: [flow.summary].compactMap { $0.map { Sentence($0, .faint) } },
        graphs: [("", Graph(graph))], table: graph.table))
  }

  /// A switch as its file declares it: the states of each factor, and what leads from one to the next.
  package init(_ document: OfflineSwitchDocument) {
    let graph = SwitchGraph(document)
    self.init(
      DefinitionPicture(
        name: document.name, about: [document.summary].compactMap { $0.map { Sentence($0, .faint) } },
        graphs: graph.factors.map { ($0.name, Graph(graph, $0)) }, table: graph.table))
  }
}

/// What a file declares, as graphs and as a table.
struct DefinitionPicture: PictureContent {
  let name: String
  let about: [Sentence]
  /// Those with a name have it as their heading.
  let graphs: [(name: String, graph: Graph)]
  let table: Table

  var title: Sentence? { Sentence([Words(name, isStrong: true)]) }
  var sentences: [Sentence] { [] }

  func summary(isDetailed: Bool) -> [Block] {
    graphs.flatMap { name, graph -> [Block] in
      (name.isEmpty ? [] : [.sentences([Sentence([Words(name, isStrong: true)])])]) + [.graph(graph)]
    }
  }

  var views: [HTMLPage.View] {
    [
      .init(id: "graph", title: "Graph", blocks: summary(isDetailed: true)),
      .init(id: "table", title: "Table", heading: "Everything in the graph", blocks: [.table(table)]),
    ]
  }
}

extension Graph {
  /// A flow's graph. A group comes after its members, where it ends; those that wait for no other member wait for what
  /// the group waits for.
  fileprivate init(_ flow: FlowGraph) {
    description = "Which step waits for which, and where the flow lands"
    var places: [FlowGraph.End: Int] = [:]
    func add(_ end: FlowGraph.End, _ kind: Kind, _ label: String, _ details: [String] = []) {
      places[end] = nodes.count
      nodes.append(Node(kind: kind, label: label, details: details))
    }
    for (index, node) in flow.nodes.enumerated() {
      add(.node(index), node.members.isEmpty ? .step : .group, node.name, node.details)
    }
    for (index, choice) in flow.choices.enumerated() {
      add(.choice(index), .note, choice.words, choice.given)
    }
    for (index, rule) in flow.rules.enumerated() {
      add(.rule(index), .note, "rule \(index + 1)", [rule.given].compactMap(\.self))
    }
    for (index, page) in flow.pages.enumerated() {
      add(.page(index), flow.isGood(page: index) ? .landing : .badLanding, page)
    }
    if flow.hasTail { add(.landing, .note, "landing") }
    for (index, node) in flow.nodes.enumerated() {
      guard let group = node.group else { continue }
      edges.append(Edge(from: index, to: group, meaning: .member))
    }
    for edge in flow.edges {
      for end in flow.entries(edge.to) {
        guard let from = places[edge.from], let to = places[end], from != to else { continue }
        edges.append(Edge(from: from, to: to, meaning: Meaning(edge.meaning), label: edge.label))
      }
    }
  }

  /// A factor of a switch. What leads to an earlier state leads back.
  fileprivate init(_ offlineSwitch: SwitchGraph, _ factor: SwitchGraph.Factor) {
    description = "The states of the factor \(factor.name), and what leads from one to the next"
    nodes = factor.states.map { place in
      let state = offlineSwitch.states[place]
      return Node(
        kind: state.isOffline ? .badLanding : .step, label: state.name,
        details: [state.detail].compactMap(\.self))
    }
    edges = offlineSwitch.edges.compactMap { edge in
      guard let from = factor.states.firstIndex(of: edge.from), let to = factor.states.firstIndex(of: edge.to)
      else { return nil }
      return Edge(
        from: min(from, to), to: max(from, to), meaning: .when, label: edge.label, isBack: to < from)
    }
  }
}

extension Graph.Meaning {
  fileprivate init(_ meaning: FlowGraph.Meaning) {
    switch meaning {
    case .needs: self = .needs
    case .after: self = .after
    case .when: self = .when
    case .lands: self = .lands
    }
  }
}

extension FlowGraph {
  /// Where an edge leads in a graph without frames: to a group's members that wait for no other member of it.
  fileprivate func entries(_ end: End) -> [End] {
    guard case .node(let index) = end, !nodes[index].members.isEmpty else { return [end] }
    var leaves: [Int] = []
    var open = nodes[index].members
    while let member = open.popLast() {
      if nodes[member].members.isEmpty { leaves.append(member) } else { open += nodes[member].members }
    }
    let members = Set(leaves)
    let inner = Set(
      edges.compactMap { edge -> Int? in
        guard case .node(let from) = edge.from, case .node(let to) = edge.to, members.contains(from) else {
          return nil
        }
        return to
      })
    let first = leaves.sorted().filter { !inner.contains($0) }
    return (first.isEmpty ? leaves.sorted() : first).map(End.node)
  }

  /// Each step with its details and what it waits for.
  fileprivate var table: Table {
    Table(
      ["step", "details", "waits for"],
      nodes.indices.map { index in
        let waits = edges.filter { $0.to == .node(index) }.compactMap { edge -> String? in
          let name: String
          switch edge.from {
          case .node(let from): name = nodes[from].name
          case .choice(let choice): name = choices[choice].words
          case .landing: name = "landing"
          case .rule, .page: return nil
          }
          return name + (edge.label.map { " (\($0))" } ?? "")
        }
        return [
          .words(nodes[index].name), .words(nodes[index].details.joined(separator: "; ")),
          .words(waits.joined(separator: ", ")),
        ]
      })
  }
}

extension SwitchGraph {
  /// What leads from each state to which other one.
  fileprivate var table: Table {
    Table(
      ["factor", "state", "details", "event", "next state"],
      factors.flatMap { factor in
        edges.filter { factor.states.contains($0.from) }.map { edge in
          let state = states[edge.from]
          return [factor.name, state.name, state.detail ?? "", edge.label, states[edge.to].name].map {
            .words($0)
          }
        }
      })
  }
}
