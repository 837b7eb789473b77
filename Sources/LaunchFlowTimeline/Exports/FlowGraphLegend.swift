/// What the shapes and arrows of a flow's graph mean, for the exports.
enum FlowGraphLegend {
  /// A line for each that occurs.
  static func entries(_ graph: FlowGraph) -> [String] {
    let works = Set(graph.nodes.map(\.work))
    let meanings = Set(graph.edges.map(\.meaning))
    let entries: [(words: String, isUsed: Bool)] = [
      ("box: request", works.contains(.http)),
      ("double box: action", works.contains(.action)),
      ("cylinder: cache", works.contains(.cache)),
      ("dashed box: value or wait", works.contains(.value) || works.contains(.wait)),
      ("frame: group of steps", works.contains(.group)),
      ("oval: page", true),
      ("diamond: not all are needed", !graph.choices.isEmpty),
      ("arrow: needs", meanings.contains(.needs)),
      ("dashed arrow: comes after", meanings.contains(.after)),
      ("dashed arrow with words: if", meanings.contains(.when)),
      ("rules: the first one that holds", graph.rules.count > 1),
    ]
    return entries.filter(\.isUsed).map(\.words)
  }
}
