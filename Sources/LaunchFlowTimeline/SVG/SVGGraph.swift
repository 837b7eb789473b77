import LaunchFlowMachine
import LaunchFlowModel

/// A run's steps as boxes in layers, left to right, with what waited for what: an SVG picture for a page that has
/// the style sheet.
struct SVGGraph {
  private let chart: TimelineChart
  private let graph: LayeredGraph
  private let prefix: String
  /// The left edge and the width of each layer's boxes.
  private let columns: [(x: Double, width: Double)]
  private let rowOfStep: [Int: Int]

  private static let margin = 20.0
  private static let columnGap = 58.0
  private static let boxHeight = 40.0
  private static let pillHeight = 24.0
  private static let characterWidth = 6.9
  private static let longestName = 26

  /// Nil where there is nothing to draw, or too much.
  init?(_ chart: TimelineChart, prefix: String) {
    guard let graph = LayeredGraph(chart) else { return nil }
    self.chart = chart
    self.graph = graph
    self.prefix = prefix
    var x = Self.margin
    columns = graph.layers.map { layer in
      let longest = layer.map { Self.columns(of: graph.nodes[$0].subject, chart) }.max() ?? 0
      let width = Double(min(Self.longestName, max(5, longest))) * Self.characterWidth + 26
      defer { x += width + Self.columnGap }
      return (x, width)
    }
    rowOfStep = Dictionary(
      chart.rows.enumerated().compactMap { row in row.element.step.map { ($0, row.offset) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// How many steps are not drawn, since they stand in rows with others.
  var hidden: Int {
    chart.trace.steps.count - graph.nodes.count { if case .step = $0.subject { true } else { $0.isGroup } }
  }

  /// The picture.
  func text() -> String {
    let width = (columns.last.map { $0.x + $0.width } ?? 0) + Self.margin
    let height = top + (graph.nodes.map(\.y).max() ?? 0) + Self.boxHeight / 2 + Self.margin + 24
    var xml = XMLBuilder()
    xml.begin(
      "svg", ("class", "lf graph"), ("role", "group"),
      ("aria-label", "Which step waited for which"),
      ("viewBox", "0 0 \(max(width, 560).coordinate) \(height.coordinate)"),
      ("width", max(width, 560).coordinate), ("height", height.coordinate))
    xml.raw(SVGStyle.definitions(prefix))
    for edge in graph.edges where !edge.isCritical { add(edge, &xml) }
    for edge in graph.edges where edge.isCritical { add(edge, &xml) }
    for node in graph.nodes where node.subject != .bend { add(node, &xml) }
    addLegend(height - 14, &xml)
    xml.end()
    return xml.text
  }

  private var top: Double { Self.margin + Self.boxHeight / 2 }

  /// What a box says, its name first.
  private static func lines(of subject: LayeredGraph.Subject, _ chart: TimelineChart) -> [String] {
    switch subject {
    case .bend: return []
    case .landing:
      return [chart.summary.landing?.page ?? "", chart.summary.landedAt.map { TimeText.short($0) } ?? ""]
    case .group(let step): return [chart.trace.steps[step].name]
    case .step(let step):
      let row = TimelineRow(step: step, depth: 0, isCritical: false, in: chart.trace, chart.summary)
      let caption = StepCaption(row, in: chart, ascii: false)
      return [chart.trace.steps[step].name, caption.parts.prefix(2).joined(separator: " ")]
    }
  }

  /// How many columns a box has; what stands beneath the name stands behind a sign.
  private static func columns(of subject: LayeredGraph.Subject, _ chart: TimelineChart) -> Int {
    lines(of: subject, chart).enumerated().map { $0.element.displayWidth + ($0.offset > 0 ? 2 : 0) }.max()
      ?? 0
  }

  private func add(_ node: LayeredGraph.Node, _ xml: inout XMLBuilder) {
    let (x, width) = columns[node.layer]
    let middle = top + node.y
    let room = Int((width - 22) / Self.characterWidth)
    let lines = Self.lines(of: node.subject, chart).map {
      $0.printable(ascii: false).shortened(to: room, ellipsis: "…")
    }
    switch node.subject {
    case .bend: return
    case .landing:
      box(x, middle, width, Self.boxHeight, "landed", radius: 20, &xml)
      text(lines[0], x + width / 2, middle - 2, "landing-text", isCentred: true, &xml)
      text(lines[1], x + width / 2, middle + 13, "faint", isCentred: true, &xml)
    case .group(let step):
      beginLink(step, &xml)
      box(x, middle, width, Self.pillHeight, "pill", radius: 12, &xml)
      text(lines[0], x + width / 2, middle + 4, nil, isCentred: true, &xml)
      xml.end()
    case .step(let step):
      let isCritical = chart.summary.criticalPath.contains(step)
      let row = TimelineRow(step: step, depth: 0, isCritical: isCritical, in: chart.trace, chart.summary)
      beginLink(step, &xml)
      box(x, middle, width, Self.boxHeight, isCritical ? "box critical" : "box", radius: 5, &xml)
      text(lines[0], x + 10, middle - 3, isCritical ? "strong" : nil, isCentred: false, &xml)
      let tone = StepCaption(row, in: chart, ascii: false).tone
      text(tone.sign, x + 10, middle + 13, "\(tone.look) strong", isCentred: false, &xml)
      text(
        lines[1].cut(to: max(1, room - 2), ellipsis: "…"), x + 25, middle + 13, "faint",
        isCentred: false, &xml)
      xml.end()
    }
  }

  /// A box leads to its row in the timeline.
  private func beginLink(_ step: Int, _ xml: inout XMLBuilder) {
    xml.begin(
      "a", ("href", "#timeline"), ("data-row", rowOfStep[step].map(String.init)), ("class", "node"))
    xml.element("title", content: chart.trace.steps[step].name)
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
    _ text: String, _ x: Double, _ y: Double, _ look: String?, isCentred: Bool, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "text", ("class", look), ("x", x.coordinate), ("y", y.coordinate),
      ("text-anchor", isCentred ? "middle" : nil), content: text)
  }

  private func add(_ edge: LayeredGraph.Edge, _ xml: inout XMLBuilder) {
    guard let first = edge.path.first, let last = edge.path.last else { return }
    let start = columns[graph.nodes[first].layer]
    var (x, y) = (start.x + start.width, top + graph.nodes[first].y)
    var path = "M\(x.coordinate) \(y.coordinate)"
    for place in edge.path.dropFirst() {
      let node = graph.nodes[place]
      let column = columns[node.layer]
      let (nextX, nextY) = (column.x - (place == last ? 2 : 0), top + node.y)
      let half = (x + nextX) / 2
      path += "C\(half.coordinate) \(y.coordinate) \(half.coordinate) \(nextY.coordinate) "
      path += "\(nextX.coordinate) \(nextY.coordinate)"
      (x, y) = (nextX, nextY)
      if node.subject == .bend {
        x = column.x + column.width
        path += "H\(x.coordinate)"
      }
    }
    let look = "edge \(edge.meaning)" + (edge.isCritical ? " chain" : "")
    let tip = edge.meaning == .member && !edge.isCritical ? nil : "url(#\(prefix)-tip)"
    xml.element("path", ("class", look), ("marker-end", tip), ("d", path))
  }

  private func addLegend(_ y: Double, _ xml: inout XMLBuilder) {
    var x = Self.margin
    let entries = [
      ("edge needs", "needs"), ("edge after", "comes after"), ("edge member", "belongs to"),
      ("edge needs chain", "the landing waited for it"),
    ]
    for (look, words) in entries {
      xml.element("path", ("class", look), ("d", "M\(x.coordinate) \((y - 4).coordinate)h26"))
      xml.element(
        "text", ("class", "faint"), ("x", (x + 32).coordinate), ("y", y.coordinate), content: words)
      x += 32 + Double(words.count) * Self.characterWidth + 18
    }
  }
}

extension LayeredGraph.Node {
  fileprivate var isGroup: Bool { if case .group = subject { true } else { false } }
}

extension StepCaption.Tone {
  /// The sign that stands for it.
  var sign: String {
    switch self {
    case .open: "…"
    case .succeeded: "✓"
    case .recovered: "↳"
    case .failed: "✗"
    case .skipped: "–"
    case .cancelled: "⊘"
    }
  }

  /// The look of its sign.
  var look: String {
    switch self {
    case .succeeded: "tone-good"
    case .recovered: "tone-recovered"
    case .failed: "tone-bad"
    case .open, .skipped, .cancelled: "faint"
    }
  }
}
