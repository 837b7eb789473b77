import LaunchFlowModel

extension MermaidFlowchart {
  /// The diagram of a switch: the states of each factor, with the figures of the file, and what leads from one to the
  /// next. The app or a domain is offline in the states with a thick border.
  package static func text(_ document: OfflineSwitchDocument) -> String {
    let graph = SwitchGraph(document)
    var lines = ["---", "title: \(quoted(document.name))", "---", "flowchart TD"]
    for (index, factor) in graph.factors.enumerated() {
      lines.append("  subgraph f\(index)[\"\(MermaidText.escaped(factor.name))\"]")
      for state in factor.states {
        let (name, detail) = (graph.states[state].name, graph.states[state].detail)
        let small = detail.map { "<br><small>\(MermaidText.escaped($0))</small>" } ?? ""
        let kind = graph.states[state].isOffline ? "offline" : "online"
        lines.append("    s\(state)([\"\(MermaidText.escaped(name))\(small)\"]):::\(kind)")
      }
      lines.append("  end")
    }
    lines += graph.edges.map { "  s\($0.from) -->|\"\(MermaidText.escaped($0.label))\"| s\($0.to)" }
    lines += [
      "  classDef online stroke:#0072B2,stroke-width:1px",
      "  classDef offline stroke:#D55E00,stroke-width:3px",
    ]
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }
}
