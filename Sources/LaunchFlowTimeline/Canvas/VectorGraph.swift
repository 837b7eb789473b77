import LaunchFlowAuthoring
import LaunchFlowModel

/// Draws a graph as boxes in layers, left to right.
struct VectorGraph {
  private let graph: Graph
  private let layout: LayeredLayout
  /// The left edge and the width of each layer's boxes.
  private let columns: [(x: Double, width: Double)]

  private static let margin = 20.0
  private static let columnGap = 58.0
  private static let boxHeight = 40.0
  private static let pillHeight = 24.0
  private static let longestLabel = 26
  private var top: Double { Self.margin + Self.boxHeight / 2 }

  /// Nil where there is nothing to draw, or too much.
  init?(_ graph: Graph) {
    guard let layout = LayeredLayout(graph) else { return nil }
    self.graph = graph
    self.layout = layout
    var x = Self.margin
    columns = layout.layers.map { layer in
      let longest =
        layer.compactMap { layout.nodes[$0].subject }.map { Self.columns(of: graph.nodes[$0]) }.max() ?? 0
      let width = Double(min(Self.longestLabel, max(5, longest))) * VectorCanvas.characterWidth + 26
      defer { x += width + Self.columnGap }
      return (x, width)
    }
  }

  func drawing() -> VectorCanvas.Drawing {
    let width = max(560, (columns.last.map { $0.x + $0.width } ?? 0) + Self.margin)
    let height = top + (layout.nodes.map(\.y).max() ?? 0) + Self.boxHeight / 2 + Self.margin + 24
    var xml = XMLBuilder()
    for edge in layout.edges where !edge.edge.isCritical { add(edge, &xml) }
    for edge in layout.edges where edge.edge.isCritical { add(edge, &xml) }
    for node in layout.nodes { if let subject = node.subject { add(graph.nodes[subject], at: node, &xml) } }
    addLegend(height - 14, &xml)
    return .init(markup: xml.text, width: width, height: height)
  }

  /// The text beneath a label.
  private static func caption(_ node: Graph.Node) -> String {
    node.caption?.parts.prefix(2).joined(separator: " ").visible() ?? ""
  }

  /// The columns of text in a box; a caption follows its sign.
  private static func columns(of node: Graph.Node) -> Int {
    max(node.label.visible().displayWidth, caption(node).displayWidth + 2)
  }

  private func add(_ node: Graph.Node, at place: LayeredLayout.Node, _ xml: inout XMLBuilder) {
    let (x, width) = columns[place.layer]
    let middle = top + place.y
    let room = Int((width - 22) / VectorCanvas.characterWidth)
    let label = node.label.visible().shortened(to: room)
    let isLink = node.kind != .landing
    if isLink {
      xml.begin("a", ("href", "#timeline"), ("data-row", node.row.map(String.init)), ("class", "node"))
      xml.element("title", content: node.label)
    }
    let caption = Self.caption(node).cut(to: max(1, room - (isLink ? 2 : 0)))
    switch node.kind {
    case .landing:
      box(x, middle, width, Self.boxHeight, "landed", radius: 20, &xml)
      text(label, x + width / 2, middle - 2, "landing-text", isCentred: true, &xml)
      text(caption, x + width / 2, middle + 13, "faint", isCentred: true, &xml)
    case .group:
      box(x, middle, width, Self.pillHeight, "pill", radius: 12, &xml)
      text(label, x + width / 2, middle + 4, nil, isCentred: true, &xml)
    case .step:
      box(x, middle, width, Self.boxHeight, node.isCritical ? "box critical" : "box", radius: 5, &xml)
      text(label, x + 10, middle - 3, node.isCritical ? "strong" : nil, &xml)
      if let outcome = node.caption?.outcome {
        text(outcome.sign, x + 10, middle + 13, "\(outcome.look) strong", &xml)
      }
      text(caption, x + 25, middle + 13, "faint", &xml)
    }
    if isLink { xml.end() }
  }

  private func box(
    _ x: Double, _ middle: Double, _ width: Double, _ height: Double, _ look: String, radius: Int,
    _ xml: inout XMLBuilder
  ) {
    xml.element(
      "rect", ("class", look), ("x", x.coordinate), ("y", (middle - height / 2).coordinate),
      ("width", width.coordinate), ("height", height.coordinate), ("rx", "\(radius)"))
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, _ look: String?, isCentred: Bool = false,
    _ xml: inout XMLBuilder
  ) {
    xml.element(
      "text", ("class", look), ("x", x.coordinate), ("y", y.coordinate),
      ("text-anchor", isCentred ? "middle" : nil), content: text)
  }

  private func add(_ edge: LayeredLayout.Edge, _ xml: inout XMLBuilder) {
    guard let first = edge.path.first, let last = edge.path.last else { return }
    let start = columns[layout.nodes[first].layer]
    var (x, y) = (start.x + start.width, top + layout.nodes[first].y)
    var path = "M\(x.coordinate) \(y.coordinate)"
    for place in edge.path.dropFirst() {
      let node = layout.nodes[place]
      let column = columns[node.layer]
      let (nextX, nextY) = (column.x - (place == last ? 2 : 0), top + node.y)
      let half = (x + nextX) / 2
      path += "C\(half.coordinate) \(y.coordinate) \(half.coordinate) \(nextY.coordinate) "
      path += "\(nextX.coordinate) \(nextY.coordinate)"
      (x, y) = (nextX, nextY)
      if node.subject == nil {
        x = column.x + column.width
        path += "H\(x.coordinate)"
      }
    }
    let (meaning, isCritical) = (edge.edge.meaning, edge.edge.isCritical)
    let tip = meaning == .member && !isCritical ? nil : "url(#lf-tip)"
    xml.element(
      "path", ("class", "edge \(meaning.rawValue)" + (isCritical ? " chain" : "")), ("marker-end", tip),
      ("d", path))
  }

  /// What the edges that are drawn mean.
  private func addLegend(_ y: Double, _ xml: inout XMLBuilder) {
    let used = Set(graph.edges.map(\.meaning))
    var entries = Graph.Meaning.allCases.filter(used.contains).map { ("edge \($0.rawValue)", $0.words) }
    if graph.edges.contains(where: \.isCritical) { entries.append(("edge needs chain", "critical path")) }
    var x = Self.margin
    for (look, words) in entries {
      xml.element("path", ("class", look), ("d", "M\(x.coordinate) \((y - 4).coordinate)h26"))
      text(words, x + 32, y, "faint", &xml)
      x += 32 + Double(words.count) * VectorCanvas.characterWidth + 18
    }
  }
}
