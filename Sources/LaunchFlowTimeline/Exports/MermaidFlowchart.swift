import LaunchFlowModel

/// A flow as a Mermaid flowchart: steps and groups, what each waits for, and where it lands.
package enum MermaidFlowchart {
  /// The diagram, with a line end after each line. A solid arrow is a need, a dotted one waits without
  /// needing, a word on it is what a condition asks for.
  package static func text(_ flow: Flow) -> String {
    let graph = FlowGraph(flow)
    var lines = ["---", "title: \(quoted(flow.title ?? flow.name))", "---", "flowchart TD"]
    for index in graph.nodes.indices where graph.nodes[index].group == nil {
      lines += node(index, graph, indent: "  ")
    }
    for (index, rule) in graph.rules.enumerated() {
      // A label that begins like a numbered list would be read as one.
      let rank = "rule \(index + 1)" + (rule.given.map { ": \($0)" } ?? "")
      let label = "\(MermaidText.escaped(rule.page))<br><small>\(MermaidText.escaped(rank))</small>"
      lines.append("  r\(index)([\"\(label)\"]):::page")
    }
    if graph.hasTail { lines.append("  landing{{\"landing\"}}:::page") }
    lines += graph.edges.map { edge in
      let arrow = edge.meaning == .needs ? "-->" : "-.->"
      let label = edge.label.map { "|\"\(MermaidText.escaped($0))\"|" } ?? ""
      return "  \(id(edge.from)) \(arrow)\(label) \(id(edge.to))"
    }
    lines += [
      "  classDef http stroke:#0072B2,stroke-width:2px", "  classDef action stroke:#CC79A7,stroke-width:2px",
      "  classDef local stroke:#999999,stroke-dasharray:4 2",
      "  classDef page stroke:#009E73,stroke-width:3px",
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
        let detail = node.detail.map { "<br><small>\(MermaidText.escaped($0))</small>" } ?? ""
        let label = "\"\(MermaidText.escaped(node.name))\(detail)\""
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
    case .rule(let index): "r\(index)"
    case .landing: "landing"
    }
  }

  /// A text as YAML, which front matter is; JSON is YAML.
  static func quoted(_ text: String) -> String {
    JSONValue.string(text.visible()).text()
  }
}
