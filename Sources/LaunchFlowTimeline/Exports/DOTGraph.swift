import LaunchFlowModel

/// A flow as a DOT graph, for Graphviz: groups are clusters, landing rules keep their order.
package enum DOTGraph {
  /// The graph, with a line end after each line. Its legend says what the arrows and boxes mean.
  package static func text(_ flow: Flow) -> String {
    let graph = FlowGraph(flow)
    var lines = [
      "digraph \(quoted(flow.title ?? flow.name)) {", "  compound=true;", "  rankdir=TB;",
      "  graph [fontname=\"Helvetica\", fontsize=11];",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    for index in graph.nodes.indices where graph.nodes[index].group == nil { lines += node(index, graph) }
    for (index, choice) in graph.choices.enumerated() {
      let label = ([choice.words] + choice.given).joined(separator: "\n")
      lines.append("  c\(index) [label=\(quoted(label)), shape=diamond, style=solid, fontsize=9];")
    }
    for (index, rule) in graph.rules.enumerated() {
      let label = "rule \(index + 1)" + (rule.given.map { "\n\($0)" } ?? "")
      lines.append("  r\(index) [label=\(quoted(label)), style=solid, fontsize=9, color=\"#009E73\"];")
    }
    for (index, page) in graph.pages.enumerated() {
      lines.append("  p\(index) [label=\(quoted(page)), shape=oval, style=bold, color=\"#009E73\"];")
    }
    if graph.hasTail { lines.append("  landing [shape=hexagon, style=bold, color=\"#009E73\"];") }
    for edge in graph.edges { lines.append(self.edge(edge, graph)) }
    let legend = quoted((["Legend"] + FlowGraphLegend.entries(graph)).joined(separator: "\n"))
    lines.append("  legend [label=\(legend), shape=note, style=solid, fontsize=9, color=\"#999999\"];")
    lines.append("}")
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  private static func node(_ root: Int, _ graph: FlowGraph) -> [String] {
    enum Entry {
      case node(Int, depth: Int)
      case end(depth: Int)
    }
    var lines: [String] = []
    var open = [Entry.node(root, depth: 1)]
    while let entry = open.popLast() {
      switch entry {
      case .end(let depth): lines.append(String(repeating: "  ", count: depth) + "}")
      case .node(let index, let depth):
        let node = graph.nodes[index]
        let margin = String(repeating: "  ", count: depth)
        let label = quoted(([node.name] + node.details).joined(separator: "\n"))
        guard node.members.isEmpty else {
          lines.append("\(margin)subgraph cluster_n\(index) {")
          lines.append("\(margin)  label=\(label); style=rounded; color=\"#999999\";")
          open.append(.end(depth: depth))
          open += node.members.reversed().map { .node($0, depth: depth + 1) }
          continue
        }
        lines.append("\(margin)n\(index) [label=\(label)\(look(node.work))];")
      }
    }
    return lines
  }

  private static func look(_ work: FlowGraph.Work) -> String {
    switch work {
    case .http: ", color=\"#0072B2\""
    case .action: ", color=\"#CC79A7\", peripheries=2"
    case .cache: ", shape=cylinder, style=solid"
    case .value, .group, .wait: ", style=\"rounded,dashed\""
    }
  }

  private static func edge(_ edge: FlowGraph.Edge, _ graph: FlowGraph) -> String {
    var attributes: [String] = []
    let from = end(edge.from, graph, cluster: "ltail", &attributes)
    let to = end(edge.to, graph, cluster: "lhead", &attributes)
    if edge.meaning == .lands {
      attributes.append("color=\"#009E73\"")
    } else if edge.meaning != .needs {
      attributes.append("style=dashed")
    }
    if let label = edge.label { attributes.append("label=\(quoted(label))") }
    let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
    return "  \(from) -> \(to)\(list);"
  }

  /// A cluster cannot be the end of an edge: one of its nodes is, and the edge is clipped at the cluster.
  private static func end(
    _ end: FlowGraph.End, _ graph: FlowGraph, cluster key: String, _ attributes: inout [String]
  ) -> String {
    switch end {
    case .choice(let index): return "c\(index)"
    case .rule(let index): return "r\(index)"
    case .page(let index): return "p\(index)"
    case .landing: return "landing"
    case .node(let index):
      guard !graph.nodes[index].members.isEmpty else { return "n\(index)" }
      attributes.append("\(key)=cluster_n\(index)")
      var leaf = index
      while let member = graph.nodes[leaf].members.first { leaf = member }
      return "n\(leaf)"
    }
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).visible().reduce(into: "") {
        $0 += $1 == "\"" ? "\\\"" : $1 == "\\" ? "\\\\" : String($1)
      }
    }
    return "\"\(escaped.joined(separator: "\\n"))\""
  }
}
