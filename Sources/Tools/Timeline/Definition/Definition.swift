import LaunchFlowModel

/// The declarations of a file as graphs.
package struct Definition {
  private let name: String
  /// The graphs; a name becomes a heading.
  private let graphs: [(name: String, graph: Graph)]

  /// A flow: the steps with their dependencies, and the landings.
  package init(_ flow: Flow) {
    name = flow.title ?? flow.name
    graphs = [("", FlowGraph(flow).entered)]
  }

  /// A switch: the states of each factor, and the events between them.
  package init(_ document: OfflineSwitchDocument) {
    name = document.name
    graphs = SwitchGraphs(document).factors
  }
}

extension Definition {
  /// The graphs as a Mermaid flowchart, with a line end after each line.
  package var mermaid: String {
    // The front matter is YAML, of which JSON is a part.
    var lines = ["---", "title: \(JSONValue.string(name.visible()).text())", "---", "flowchart TD"]
    for (place, (factor, graph)) in graphs.enumerated() {
      let id = { (node: Int) in "g\(place)n\(node)" }
      if !factor.isEmpty { lines.append("  subgraph g\(place)[\"\(Self.escaped(factor))\"]") }
      for (index, node) in graph.nodes.enumerated() {
        let details = node.details.map { "<br><small>\(Self.escaped($0))</small>" }.joined()
        let label = "\"\(Self.escaped(node.label))\(details)\""
        let isBox = node.kind == .step
        lines.append("  \(id(index))\(isBox ? "[\(label)]" : "([\(label)])"):::\(node.kind.rawValue)")
      }
      lines.append(factor.isEmpty ? "  legend[\"\(Self.legend(graph))\"]:::note" : "  end")
      lines += graph.edges.map { edge in
        let label = edge.label.map { "|\"\(Self.escaped($0))\"|" } ?? ""
        return "  \(id(edge.from)) \(edge.meaning.arrow.drawn)\(label) \(id(edge.to))"
      }
    }
    lines += [
      "  classDef step stroke:#0072B2,stroke-width:2px",
      "  classDef group stroke:#999999,stroke-dasharray:4 2",
      "  classDef note stroke:#999999,stroke-dasharray:4 2",
      "  classDef landing stroke:#009E73,stroke-width:3px",
      "  classDef badLanding stroke:#D55E00,stroke-width:3px",
    ]
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  /// The meanings of the drawn arrows.
  private static func legend(_ graph: Graph) -> String {
    let used = Set(graph.edges.map(\.meaning))
    return Graph.Meaning.allCases.filter(used.contains).map { escaped("\($0.arrow.look): \($0.words)") }
      .joined(separator: "<br>")
  }

  /// The text with all special characters as entities, so that Mermaid cannot read a command in it.
  private static func escaped(_ text: String) -> String {
    text.visible().unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "/", "(", ")", "+", "=":
        result.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: result += "#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Graph.Meaning {
  /// The arrow in Mermaid, and its look in words.
  fileprivate var arrow: (drawn: String, look: String) {
    switch self {
    case .needs: ("-->", "solid")
    case .after: ("-.->", "dashed")
    case .when: ("-.->", "dashed, with words")
    case .member: ("--o", "with a circle")
    case .lands: ("==>", "thick")
    }
  }
}
