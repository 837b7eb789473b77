import LaunchFlowModel

extension DOTGraph {
  /// The graph of a switch: the states of each factor, with the figures of the file, and what leads from one to the
  /// next. The app or a domain is offline in the states with a thick border.
  package static func text(_ document: OfflineSwitchDocument) -> String {
    let graph = SwitchGraph(document)
    var lines = [
      "digraph \(quoted(document.name)) {", "  rankdir=TB;",
      "  graph [fontname=\"Helvetica\", fontsize=11];",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11, color=\"#0072B2\"];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    for (index, factor) in graph.factors.enumerated() {
      lines.append("  subgraph cluster_f\(index) {")
      lines.append("    label=\(quoted(factor.name)); style=rounded; color=\"#999999\";")
      for state in factor.states {
        let label = quoted(graph.states[state].name + (graph.states[state].detail.map { "\n\($0)" } ?? ""))
        let look = graph.states[state].isOffline ? ", style=\"rounded,bold\", color=\"#D55E00\"" : ""
        lines.append("    s\(state) [label=\(label)\(look)];")
      }
      lines.append("  }")
    }
    lines += graph.edges.map { "  s\($0.from) -> s\($0.to) [label=\(quoted($0.label))];" }
    lines.append("}")
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }
}
