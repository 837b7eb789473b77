import LaunchFlowModel

/// A flow as a Mermaid flowchart: the steps with their dependencies, and the landings.
package struct Definition {
  private let name: String
  private let graph: Graph

  package init(_ flow: Flow) {
    name = flow.title ?? flow.name
    graph = FlowGraph(flow).graph
  }

  /// The flowchart, with a line end after each line.
  package var mermaid: String {
    // The front matter is YAML, of which JSON is a part.
    var lines = ["---", "title: \(JSONValue.string(name.visible()).text())", "---", "flowchart TD"]
    /// The last members of the open groups.
    var lasts: [Int] = []
    for (index, node) in graph.nodes.enumerated() {
      let details = node.details.map { "<br><small>\(Self.escaped($0))</small>" }.joined()
      let label = "\"\(Self.escaped(node.label))\(details)\""
      switch node.kind {
      case .group: lines.append("  subgraph n\(index)[\(label)]")
      case .step: lines.append("  n\(index)[\(label)]:::step")
      case .note, .landing, .badLanding: lines.append("  n\(index)([\(label)]):::\(node.kind.rawValue)")
      }
      if node.members > 0 { lasts.append(index + node.members) }
      while lasts.last == index, lasts.popLast() != nil { lines.append("  end") }
    }
    lines.append("  legend[\"\(legend)\"]:::note")
    lines += graph.edges.map { edge in
      let label = edge.label.map { "|\"\(Self.escaped($0))\"|" } ?? ""
      return "  n\(edge.from) \(edge.meaning.arrow.drawn)\(label) n\(edge.to)"
    }
    lines += [
      "  classDef step stroke:#0072B2,stroke-width:2px",
      "  classDef note stroke:#999999,stroke-dasharray:4 2",
      "  classDef landing stroke:#009E73,stroke-width:3px",
      "  classDef badLanding stroke:#D55E00,stroke-width:3px",
    ]
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  private var legend: String {
    let used = Set(graph.edges.map(\.meaning))
    return Graph.Meaning.allCases.filter(used.contains).map {
      Self.escaped("\($0.arrow.look): \($0.arrow.words)")
    }
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
