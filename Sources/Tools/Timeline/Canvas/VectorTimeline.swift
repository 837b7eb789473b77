/// Draws a scene: an axis, a row each for label, bars and caption, full-height lines and arrows.
struct VectorTimeline {
  /// The left and right edge of the bars, in pixels.
  struct Bars {
    var left: Double
    var right: Double
  }

  static let rowHeight = 24.0
  static let top = 34.0
  /// Marks of one kind that are closer than this are drawn once.
  static let markGap = 5.0
  /// A page contains all marks of a row up to this number, since zooming moves them apart.
  static let marksToZoom = 2_000
  static let share = 90.0

  let scene: Scene
  let width: Double
  let bars: Bars
  /// Whether elements name their times, so that a page's script can move them.
  let isLive: Bool

  init(_ scene: Scene, bars: Bars, isLive: Bool = false, on canvas: VectorCanvas) {
    self.scene = scene
    width = canvas.width
    self.bars = bars
    self.isLive = isLive
  }

  /// Edges that several scenes can share.
  static func bars(_ scenes: [Scene], on canvas: VectorCanvas) -> Bars {
    var (labels, captions) = (0.0, 0.0)
    for row in scenes.lazy.flatMap(\.rows) {
      labels = max(
        labels,
        Double(row.label.visible().displayWidth) * VectorCanvas.characterWidth + Double(row.depth) * 14)
      guard let caption = row.caption else { continue }
      let words = Double(caption.parts.joined(separator: " ").visible().displayWidth + 3)
      captions = max(captions, words * VectorCanvas.characterWidth + (caption.share == nil ? 0 : Self.share))
    }
    let (margin, width) = (VectorCanvas.margin, canvas.width)
    return Bars(
      left: margin + min(width * 0.26, max(90, labels + 22)),
      right: width - margin - (captions > 0 ? min(width * 0.24, max(90, captions + 12)) : 20))
  }

  private func top(of row: Int) -> Double { Self.top + Self.rowHeight * Double(row) }

  private var bottom: Double { top(of: scene.rows.count) }

  /// The place of a time; an edge for a time beyond the axis.
  func x(_ time: Int64) -> Double {
    let pixels = (bars.right - bars.left) / Double(max(1, scene.span))
    return min(bars.right, bars.left + Double(min(scene.span, max(0, time))) * pixels)
  }

  func drawing() -> VectorCanvas.Drawing {
    var xml = XMLBuilder()
    xml.begin("g", ("class", "axis"))
    addAxis(&xml)
    xml.end()
    for (index, row) in scene.rows.enumerated() { add(row, at: index, top: top(of: index), &xml) }
    xml.begin("g", ("class", "chains"))
    for arrow in scene.arrows { add(arrow, &xml) }
    xml.end()
    xml.begin("g", ("class", "limits"))
    for limit in scene.limits.reversed() { add(limit, &xml) }
    let lines = addFeet(&xml)
    xml.end()
    return .init(markup: xml.text, width: width, height: bottom + 16 + 15 * Double(lines))
  }

  private func addAxis(_ xml: inout XMLBuilder) {
    for index in stride(from: 0, to: scene.rows.count, by: 2) {
      xml.rect("band", 8, top(of: index), width - 16, Self.rowHeight)
    }
    let apart = (scene.span < 60_000_000_000 ? 64 : 84) / max(1, bars.right - bars.left)
    for tick in TimeAxis.ticks(span: scene.span, apart: apart) {
      let place = x(tick)
      xml.line("grid", x: (place, place), y: (Self.top - 6, bottom))
      xml.text(TimeText.tick(tick, span: scene.span), "faint", place, Self.top - 12, anchor: "middle")
    }
    guard let title = scene.captionTitle else { return }
    xml.text(title, "faint", width - VectorCanvas.margin, Self.top - 12, anchor: "end")
  }

  /// Adds a full-height line; none for a limit beyond the axis.
  private func add(_ limit: Scene.Limit, _ xml: inout XMLBuilder) {
    guard limit.time <= scene.span else { return }
    let place = x(limit.time)
    xml.line(limit.kind.rawValue, x: (place, place), y: (Self.top - 6, bottom + 8))
  }

  /// The end of the arrow for a limit beyond the axis: beside the axis if there is room for its name.
  private func beyond(_ limit: Scene.Limit) -> Double {
    let length = Double(limit.text.visible().displayWidth) * VectorCanvas.characterWidth
    return bars.right + (bars.right + length + 40 < width ? 28 : 0)
  }

  private func add(_ arrow: Scene.Arrow, _ xml: inout XMLBuilder) {
    let isDown = arrow.to > arrow.from
    let middle = { (row: Int) in top(of: row) + 0.5 * Self.rowHeight }
    let (from, to) = (middle(arrow.from) + (isDown ? 7 : -7), middle(arrow.to) + (isDown ? -8 : 8))
    let bend = (x(arrow.arrives) + 3).coordinate
    let path =
      "M\(x(arrow.leaves).coordinate) \(from.coordinate)L\(bend) \(from.coordinate)L\(bend) \(to.coordinate)"
    xml.element("path", ("class", "chain"), ("marker-end", "url(#lf-tip)"), ("d", path))
  }

  /// Adds the names of the full-height lines beneath the rows; returns the number of text lines. A limit
  /// beyond the axis has an arrow at the axis's edge.
  private func addFeet(_ xml: inout XMLBuilder) -> Int {
    var taken: [(line: Int, place: ClosedRange<Double>)] = []
    for limit in scene.limits {
      let isBeyond = limit.time > scene.span
      let text = limit.text
      let length = Double(text.visible().displayWidth) * VectorCanvas.characterWidth + (isBeyond ? 25 : 0)
      let place = isBeyond ? beyond(limit) : x(limit.time)
      let sides = isBeyond ? [place <= bars.right] : limit.kind == .deadline ? [false, true] : [true, false]
      let free = (0..<scene.limits.count).lazy.flatMap { line in sides.map { (line, isLeft: $0) } }.first {
        line, isLeft in
        let range = isLeft ? place - length - 5...place : place...place + length + 5
        return range.lowerBound > 0 && range.upperBound < width + 5
          && !taken.contains { $0.line == line && $0.place.overlaps(range) }
      }
      let (line, isLeft) = free ?? (taken.count, sides[0])
      taken.append((line, isLeft ? place - length - 5...place : place...place + length + 5))
      if isBeyond {
        let y = (bottom + 16 + 15 * Double(line)).coordinate
        let steps = "M\((place - 24).coordinate) \(y)H\(place.coordinate)m-7 -5l7 5l-7 5"
        xml.path("\(limit.kind.rawValue) beyond", steps)
      }
      xml.text(
        text, "\(limit.kind.rawValue)-text", place + (isLeft ? isBeyond ? -30 : -5 : 5),
        bottom + 22 + 15 * Double(line), anchor: isLeft ? "end" : "start")
    }
    return (taken.map(\.line).max() ?? -1) + 1
  }
}
