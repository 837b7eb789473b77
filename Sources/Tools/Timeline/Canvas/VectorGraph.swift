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
  private static let longestLabel = 40
  /// The columns and the lines of the words at an edge.
  private static let edgeLabel = (columns: 26, lines: 3)
  private var top: Double { Self.margin + (graph.nodes.map(\.height).max() ?? 0) / 2 }

  /// Nil if there is nothing to draw, or too much.
  init?(_ graph: Graph) {
    guard let layout = LayeredLayout(graph) else { return nil }
    self.graph = graph
    self.layout = layout
    var x = Self.margin
    let labels = Self.labels(layout)
    columns = layout.layers.enumerated().map { place, layer in
      let longest =
        layer.compactMap { layout.nodes[$0].subject }.map { Self.columns(of: graph.nodes[$0]) }.max() ?? 0
      let width = Double(min(Self.longestLabel, max(5, longest))) * VectorCanvas.characterWidth + 26
      defer { x += width + max(Self.columnGap, labels[place] * VectorCanvas.characterWidth + 30) }
      return (x, width)
    }
  }

  func drawing() -> VectorCanvas.Drawing {
    let width = max(560, (columns.last.map { $0.x + $0.width } ?? 0) + Self.margin)
    let height = top + (layout.nodes.map(\.y).max() ?? 0) + top + 24
    var xml = XMLBuilder()
    for edge in layout.edges where !edge.edge.isCritical { add(edge, &xml) }
    for edge in layout.edges where edge.edge.isCritical { add(edge, &xml) }
    for node in layout.nodes { if let subject = node.subject { add(graph.nodes[subject], at: node, &xml) } }
    addLegend(height - 14, &xml)
    return .init(markup: xml.text, width: width, height: height)
  }

  /// The columns of the words between each layer and the next one.
  private static func labels(_ layout: LayeredLayout) -> [Double] {
    var columns = Array(repeating: 0.0, count: layout.layers.count)
    for edge in layout.edges {
      guard let label = edge.edge.label, let last = edge.path.last else { continue }
      let before = max(0, layout.nodes[last].layer - 1)
      columns[before] = max(columns[before], Double(min(edgeLabel.columns, label.visible().displayWidth)))
    }
    return columns
  }

  /// The columns of text in a box; a caption follows its sign.
  private static func columns(of node: Graph.Node) -> Int {
    ([node.label] + node.lines).map { $0.visible().displayWidth + (node.caption == nil ? 0 : 2) }.max() ?? 0
  }

  private func add(_ node: Graph.Node, at place: LayeredLayout.Node, _ xml: inout XMLBuilder) {
    let (x, width) = columns[place.layer]
    let (middle, height) = (top + place.y, node.height)
    let room = Int((width - 22) / VectorCanvas.characterWidth)
    if let row = node.row {
      xml.begin("a", ("href", "#timeline"), ("data-row", "\(row)"), ("class", "node"))
      xml.element("title", content: node.label)
    }
    let radius = node.kind == .step ? 5 : Int(min(20, height / 2))
    xml.rect(node.look, x, middle - height / 2, width, height, radius: "\(radius)")
    let isCentred = node.kind != .step
    let anchor = isCentred ? "middle" : nil
    let (left, first) = (isCentred ? x + width / 2 : x + 10, middle - 7 * Double(node.lines.count) + 4)
    let label = node.label.visible().shortened(to: room)
    xml.text(label, node.textLook, left, first, anchor: anchor)
    if let outcome = node.caption?.outcome, node.kind == .step {
      xml.text(outcome.sign, "\(outcome.look) strong", left, first + 16)
    }
    let indent = node.caption != nil && !isCentred ? (pixels: 15.0, columns: 2) : (pixels: 0, columns: 0)
    for (place, line) in node.lines.enumerated() {
      let words = line.visible().cut(to: max(1, room - indent.columns))
      xml.text(words, "faint", left + indent.pixels, first + 16 + 14 * Double(place), anchor: anchor)
    }
    if node.row != nil { xml.end() }
  }

  private func add(_ edge: LayeredLayout.Edge, _ xml: inout XMLBuilder) {
    guard let source = edge.path.first, let last = edge.path.last else { return }
    let start = columns[layout.nodes[source].layer]
    // An edge and its backward edge are side by side.
    let aside = edge.edge.isBack ? 8.0 : 0
    var (x, y) = (start.x + start.width, top + layout.nodes[source].y + aside)
    var path = "M\(x.coordinate) \(y.coordinate)"
    var words = (x: x, y: y)
    // Words are near the end with fewer edges.
    let (leaving, arriving) = (
      layout.edges.count { $0.path.first == source }, layout.edges.count { $0.path.last == last }
    )
    let share = arriving > leaving || edge.path.count > 2 ? 0.3 : 0.7
    for place in edge.path.dropFirst() {
      let node = layout.nodes[place]
      let column = columns[node.layer]
      let (nextX, nextY) = (column.x - (place == last ? 2 : 0), top + node.y + aside)
      let half = (x + nextX) / 2
      path += "C\(half.coordinate) \(y.coordinate) \(half.coordinate) \(nextY.coordinate) "
      path += "\(nextX.coordinate) \(nextY.coordinate)"
      words = (x + share * (nextX - x), y + share * share * (3 - 2 * share) * (nextY - y))
      (x, y) = (nextX, nextY)
      if node.subject == nil {
        x = column.x + column.width
        path += "H\(x.coordinate)"
      }
    }
    let (meaning, isCritical) = (edge.edge.meaning, edge.edge.isCritical)
    let tip = meaning == .member && !isCritical ? nil : "url(#lf-tip)"
    xml.element(
      "path", ("class", "edge \(meaning.rawValue)" + (isCritical ? " chain" : "")),
      (edge.edge.isBack ? "marker-start" : "marker-end", tip), ("d", path))
    // Edges with the same words at one node show them once.
    let same = layout.edges.first {
      $0.edge.to == edge.edge.to && $0.edge.label == edge.edge.label && $0.edge.isBack == edge.edge.isBack
    }
    guard let label = edge.edge.label, same?.edge == edge.edge else { return }
    let lines = Self.wrapped(label)
    let height = 11 * Double(lines.count - 1)
    // Beside a backward edge, words are above or below their own edge.
    let isPaired = layout.edges.contains { $0.edge.isBack }
    let first = words.y + (!isPaired ? 3 - height / 2 : edge.edge.isBack ? 11 : -4 - height)
    for (place, line) in lines.enumerated() {
      xml.text(line, "edge-label", words.x, first + 11 * Double(place), anchor: "middle")
    }
  }

  /// The words at an edge, in lines.
  private static func wrapped(_ label: String) -> [String] {
    var lines: [String] = []
    for word in label.visible().split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= edgeLabel.columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word).cut(to: edgeLabel.columns))
      }
    }
    guard lines.count > edgeLabel.lines else { return lines }
    return lines.prefix(edgeLabel.lines - 1) + [lines[edgeLabel.lines - 1] + " …"]
  }

  /// Adds the meanings of the drawn edges.
  private func addLegend(_ y: Double, _ xml: inout XMLBuilder) {
    let used = Set(graph.edges.map(\.meaning))
    var entries = Graph.Meaning.allCases.filter(used.contains).map { ("edge \($0.rawValue)", $0.words) }
    if graph.edges.contains(where: \.isCritical) { entries.append(("edge needs chain", "critical path")) }
    var x = Self.margin
    for (look, words) in entries {
      xml.path(look, "M\(x.coordinate) \((y - 4).coordinate)h26")
      xml.text(words, "faint", x + 32, y)
      x += 32 + Double(words.count) * VectorCanvas.characterWidth + 18
    }
  }
}

extension Graph.Node {
  /// The lines beneath the label.
  fileprivate var lines: [String] {
    caption.map { [$0.parts.prefix(2).joined(separator: " ")] } ?? details
  }

  /// In pixels.
  var height: Double {
    let isPill = kind == .group || kind == .note
    return lines.isEmpty && isPill ? 24 : 26 + 14 * Double(max(isPill ? 0 : 1, lines.count))
  }

  fileprivate var look: String {
    switch kind {
    case .step: isCritical ? "box critical" : "box"
    case .group, .note: "pill"
    case .landing: "landed"
    case .badLanding: "landed bad-landing"
    }
  }

  fileprivate var textLook: String? {
    switch kind {
    case .step: isCritical ? "strong" : nil
    case .group, .note: nil
    case .landing: "landing-text"
    case .badLanding: "bad-landing-text"
    }
  }
}
