import LaunchFlowModel

/// A flow as a Mermaid flowchart: steps and groups, what each waits for, and where it lands.
package enum MermaidFlowchart {
  /// The diagram, with a line end after each line. Its legend says what the arrows and boxes mean.
  package static func text(_ flow: Flow) -> String {
    let graph = FlowGraph(flow)
    var lines = ["---", "title: \(quoted(flow.title ?? flow.name))", "---", "flowchart TD"]
    for index in graph.nodes.indices where graph.nodes[index].group == nil {
      lines += node(index, graph, indent: "  ")
    }
    for (index, choice) in graph.choices.enumerated() {
      let label = ([choice.words] + choice.given).map(MermaidText.escaped).joined(separator: "<br>")
      lines.append("  c\(index){\"\(label)\"}")
    }
    for (index, rule) in graph.rules.enumerated() {
      let given = rule.given.map { "<br><small>\(MermaidText.escaped($0))</small>" } ?? ""
      lines.append("  r\(index)[\"rule \(index + 1)\(given)\"]:::rule")
    }
    for (index, page) in graph.pages.enumerated() {
      lines.append("  p\(index)([\"\(MermaidText.escaped(page))\"]):::page")
    }
    if graph.hasTail { lines.append("  landing{{\"landing\"}}:::page") }
    lines += graph.edges.map { edge in
      let arrow =
        switch edge.meaning {
        case .needs: "-->"
        case .after, .when: "-.->"
        case .lands: "==>"
        }
      let label = edge.label.map { "|\"\(MermaidText.escaped($0))\"|" } ?? ""
      return "  \(id(edge.from)) \(arrow)\(label) \(id(edge.to))"
    }
    let legend = FlowGraphLegend.entries(graph).map(MermaidText.escaped).joined(separator: "<br>")
    lines.append("  legend[\"<b>Legend</b><br><small>\(legend)</small>\"]:::legend")
    lines += [
      "  classDef http stroke:#0072B2,stroke-width:2px", "  classDef action stroke:#CC79A7,stroke-width:2px",
      "  classDef local stroke:#999999,stroke-dasharray:4 2",
      "  classDef page stroke:#009E73,stroke-width:3px", "  classDef rule stroke:#009E73,stroke-width:1px",
      "  classDef legend fill:none,stroke:#999999,text-align:left",
    ]
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  private static func node(_ root: Int, _ graph: FlowGraph, indent: String) -> [String] {
    enum Entry {
      case node(Int, depth: Int)
      case end(depth: Int)
    }
    var lines: [String] = []
    var open = [Entry.node(root, depth: 0)]
    while let entry = open.popLast() {
      switch entry {
      case .end(let depth): lines.append(indent + String(repeating: "  ", count: depth) + "end")
      case .node(let index, let depth):
        let node = graph.nodes[index]
        let margin = indent + String(repeating: "  ", count: depth)
        let details = node.details.map { "<br><small>\(MermaidText.escaped($0))</small>" }.joined()
        let label = "\"\(MermaidText.escaped(node.name))\(details)\""
        switch node.work {
        case .group where !node.members.isEmpty:
          lines.append("\(margin)subgraph n\(index)[\(label)]")
          open.append(.end(depth: depth))
          open += node.members.reversed().map { .node($0, depth: depth + 1) }
        case .http: lines.append("\(margin)n\(index)[\(label)]:::http")
        case .action: lines.append("\(margin)n\(index)[[\(label)]]:::action")
        case .cache: lines.append("\(margin)n\(index)[(\(label))]:::local")
        case .value, .group, .wait: lines.append("\(margin)n\(index)[\(label)]:::local")
        }
      }
    }
    return lines
  }

  private static func id(_ end: FlowGraph.End) -> String {
    switch end {
    case .node(let index): "n\(index)"
    case .choice(let index): "c\(index)"
    case .rule(let index): "r\(index)"
    case .page(let index): "p\(index)"
    case .landing: "landing"
    }
  }

  /// A text as YAML, which front matter is; JSON is YAML.
  static func quoted(_ text: String) -> String {
    JSONValue.string(text.visible()).text()
  }
}
