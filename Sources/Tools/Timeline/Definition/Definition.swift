import LaunchFlowModel

/// The declarations of a file, as graphs and as a table.
package struct Definition: PictureContent {
  let name: String
  let about: [Sentence]
  /// The graphs; a name becomes a heading.
  let graphs: [(name: String, graph: Graph)]
  let table: Table

  /// A flow: the steps with their dependencies, and the landings.
  package init(_ flow: Flow) {
    let graph = FlowGraph(flow)
    name = flow.title ?? flow.name
    about = Self.about(flow.summary)
    graphs = [("", graph.entered)]
    table = graph.table
  }

  /// A switch: the states of each factor, and the events between them.
  package init(_ document: OfflineSwitchDocument) {
    name = document.name
    about = Self.about(document.summary)
    graphs = SwitchGraphs(document).factors
    table = Table(
      ["factor", "state", "details", "event", "next state"],
      graphs.flatMap { factor, graph in
        graph.edges.map { edge in
          let (from, to) = edge.isBack ? (edge.to, edge.from) : (edge.from, edge.to)
          let details = graph.nodes[from].details.joined()
          return [factor, graph.nodes[from].label, details, edge.label ?? "", graph.nodes[to].label].map {
            .words($0)
          }
        }
      })
  }

  private static func about(_ summary: String?) -> [Sentence] {
    summary.map { [Sentence($0, .faint)] } ?? []
  }

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

extension Picture {
  /// The picture of a file's declarations.
  package init(_ definition: Definition) { self.init(definition as any PictureContent) }
}
