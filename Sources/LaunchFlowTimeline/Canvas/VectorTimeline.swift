import LaunchFlowAuthoring
import LaunchFlowModel

/// Draws a scene: an axis, a row each for label, bars and caption, full-height lines and arrows.
struct VectorTimeline {
  /// The left and right edge of the bars, in pixels.
  struct Bars {
    var left: Double
    var right: Double
  }

  static let rowHeight = 24.0
  private static let top = 34.0
  /// Marks of one kind that are closer than this are drawn once.
  private static let markGap = 5.0
  private static let share = 90.0

  private let scene: Scene
  private let width: Double
  private let bars: Bars

  /// Draws with bars between the given edges; nil takes what labels and captions leave.
  init(_ scene: Scene, bars: Bars? = nil, on canvas: VectorCanvas) {
    self.scene = scene
    width = canvas.width
    self.bars = bars ?? Self.bars([scene], on: canvas)
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

  private var bottom: Double { Self.top + Double(scene.rows.count) * Self.rowHeight }

  /// Where a time is.
  func x(_ time: Int64) -> Double {
    bars.left + (bars.right - bars.left) * min(1, max(0, Double(time) / Double(scene.span)))
  }

  func drawing() -> VectorCanvas.Drawing {
    var xml = XMLBuilder()
    addAxis(&xml)
    for (index, row) in scene.rows.enumerated() { add(row, at: index, &xml) }
    xml.begin("g", ("class", "chains"))
    for arrow in scene.arrows { add(arrow, &xml) }
    xml.end()
    for limit in scene.limits.reversed() where limit.time <= scene.span {
      let place = x(limit.time).coordinate
      xml.element(
        "line", ("class", limit.kind.rawValue), ("x1", place), ("x2", place),
        ("y1", (Self.top - 6).coordinate),
        ("y2", (bottom + 8).coordinate))
    }
    xml.begin("g", ("class", "feet"))
    let lines = addFeet(&xml)
    xml.end()
    return .init(markup: xml.text, width: width, height: bottom + 16 + 15 * Double(lines))
  }

  private func addAxis(_ xml: inout XMLBuilder) {
    for index in stride(from: 0, to: scene.rows.count, by: 2) {
      xml.element(
        "rect", ("class", "band"), ("x", "8"), ("y", (Self.top + Double(index) * Self.rowHeight).coordinate),
        ("width", (width - 16).coordinate), ("height", Self.rowHeight.coordinate))
    }
    let apart = scene.span < 60_000_000_000 ? 64.0 : 84
    for tick in TimeAxis.ticks(span: scene.span, apart: apart / (bars.right - bars.left)) {
      let place = x(tick).coordinate
      xml.element(
        "line", ("class", "grid"), ("x1", place), ("x2", place), ("y1", (Self.top - 6).coordinate),
        ("y2", bottom.coordinate))
      xml.element(
        "text", ("class", "faint"), ("x", place), ("y", (Self.top - 12).coordinate),
        ("text-anchor", "middle"),
        content: TimeText.tick(tick, span: scene.span))
    }
    guard let title = scene.captionTitle else { return }
    xml.element(
      "text", ("class", "faint"), ("x", (width - VectorCanvas.margin).coordinate),
      ("y", (Self.top - 12).coordinate),
      ("text-anchor", "end"), content: title)
  }

  /// From where one step settled to where the next began.
  private func add(_ arrow: Scene.Arrow, _ xml: inout XMLBuilder) {
    let isDown = arrow.to > arrow.from
    let middle = { (row: Int) in Self.top + (Double(row) + 0.5) * Self.rowHeight }
    let (from, to) = (middle(arrow.from) + (isDown ? 7 : -7), middle(arrow.to) + (isDown ? -8 : 8))
    let bend = (x(arrow.arrives) + 3).coordinate
    let path =
      "M\(x(arrow.leaves).coordinate) \(from.coordinate)L\(bend) \(from.coordinate)L\(bend) \(to.coordinate)"
    xml.element("path", ("class", "chain"), ("marker-end", "url(#lf-tip)"), ("d", path))
  }

  /// Says beneath the rows what the full-height lines are; returns on how many lines.
  private func addFeet(_ xml: inout XMLBuilder) -> Int {
    var taken: [(line: Int, place: ClosedRange<Double>)] = []
    for limit in scene.limits {
      let isBeyond = limit.time > scene.span
      let text = isBeyond ? "\(limit.text) →" : limit.text
      let length = Double(text.visible().displayWidth) * VectorCanvas.characterWidth
      let place = isBeyond ? width - VectorCanvas.margin + 5 : x(limit.time)
      let sides = isBeyond ? [true] : limit.kind == .landing ? [true, false] : [false, true]
      let free = (0..<scene.limits.count).lazy.flatMap { line in sides.map { (line, isLeft: $0) } }.first {
        line, isLeft in
        let range = isLeft ? place - length - 5...place : place...place + length + 5
        return range.lowerBound > 0 && range.upperBound < width + 5
          && !taken.contains { $0.line == line && $0.place.overlaps(range) }
      }
      let (line, isLeft) = free ?? (taken.count, sides[0])
      taken.append((line, isLeft ? place - length - 5...place : place...place + length + 5))
      xml.element(
        "text", ("class", "\(limit.kind.rawValue)-text"), ("x", (place + (isLeft ? -5 : 5)).coordinate),
        ("y", (bottom + 22 + 15 * Double(line)).coordinate), ("text-anchor", isLeft ? "end" : "start"),
        content: text)
    }
    return (taken.map(\.line).max() ?? -1) + 1
  }
}

extension VectorTimeline {
  private func add(_ row: Scene.Row, at index: Int, _ xml: inout XMLBuilder) {
    let middle = Self.rowHeight / 2
    let y = Self.top + Double(index) * Self.rowHeight
    xml.begin(
      "g", ("class", "row"), ("data-row", "\(index)"), ("data-step", row.details.step.map(String.init)),
      ("transform", "translate(0 \(y.coordinate))"))
    if !row.details.lines.isEmpty { xml.element("title", content: "\(row.label): \(row.details.text)") }
    // What can be pointed at is the whole row.
    xml.element(
      "rect", ("class", "hit"), ("x", "8"), ("y", "0"), ("width", (width - 16).coordinate),
      ("height", Self.rowHeight.coordinate), ("fill", "none"), ("pointer-events", "all"))
    let indent = VectorCanvas.margin + Double(min(row.depth, 8)) * 14
    let room = Int((bars.left - indent - 18) / VectorCanvas.characterWidth)
    let look = row.emphasis == .strong ? "strong" : row.emphasis == .faint ? "faint" : nil
    if row.isCritical {
      xml.element(
        "path", ("class", "tip"),
        ("d", "M\((bars.left - 11).coordinate) \((middle - 4).coordinate)l7 4l-7 4z"))
    }
    addBars(of: row, middle: middle, &xml)
    if let caption = row.caption { add(caption, middle, &xml) }
    // Last, since it stays in view over the bars where a page is narrower than the picture.
    let label = row.label.visible().shortened(to: room)
    text(label, ["label", look].compactMap(\.self).joined(separator: " "), indent, middle, &xml)
    xml.end()
  }

  private func add(_ caption: Scene.Caption, _ middle: Double, _ xml: inout XMLBuilder) {
    guard !caption.parts.isEmpty else { return }
    var left = bars.right + 10
    if let outcome = caption.outcome {
      text(outcome.sign, "\(outcome.look) strong", left, middle, &xml)
      left += 15
    }
    if let share = caption.share {
      rect("critical-share", left, left + (Self.share - 10) * share, middle, 10, &xml)
      left += Self.share
    }
    let room = Int((width - left - 9) / VectorCanvas.characterWidth)
    let isFaint = caption.outcome == .skipped || caption.outcome == .cancelled
    text(
      caption.parts.joined(separator: " ").visible().cut(to: room), isFaint ? "faint" : nil, left, middle,
      &xml)
  }

  private func text(
    _ text: String, _ look: String?, _ x: Double, _ middle: Double, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "text", ("class", look), ("x", x.coordinate), ("y", (middle + 4).coordinate), content: text)
  }

  /// The bars and marks of a row whose middle is at a height.
  func addBars(of row: Scene.Row, middle: Double, _ xml: inout XMLBuilder) {
    let bars = row.bars.stablySorted(by: \.weight)
    for (index, bar) in bars.enumerated() {
      let next = index + 1 < bars.count ? bars[index + 1].start : scene.span
      add(bar, isCritical: row.isCritical, until: x(next), middle, &xml)
    }
    let isDue = row.marks.contains { $0.sign == .fallbackDue }
    var last: [Sign: Double] = [:]
    for mark in row.marks.stablySorted(by: \.weight) where mark.time <= scene.span {
      let place = x(mark.time)
      if let before = last[mark.sign], abs(place - before) < Self.markGap { continue }
      last[mark.sign] = place
      titled(mark.words, "moment", &xml) { xml in
        // Where the fallback was due, its use is drawn behind the diamond.
        let shift = mark.sign == .recovered && isDue ? 5.0 : 0
        moment(VectorLook(mark.sign, mark.outcome), place + shift, middle, &xml)
      }
    }
  }

  private func titled(
    _ words: String?, _ look: String, _ xml: inout XMLBuilder, _ draw: (inout XMLBuilder) -> Void
  ) {
    guard let words else { return draw(&xml) }
    xml.begin("g", ("class", look))
    xml.element("title", content: words)
    draw(&xml)
    xml.end()
  }

  private func add(
    _ bar: Scene.Bar, isCritical: Bool, until next: Double, _ middle: Double, _ xml: inout XMLBuilder
  ) {
    guard bar.start <= bar.end else { return }
    let from = x(bar.start)
    let to = max(x(bar.end), from + 1.5)
    let isWork = bar.sign == .work || bar.sign == .fallbackWork
    titled(bar.words, "stretch", &xml) { xml in
      var look = VectorLook(bar.sign, bar.outcome)
      if isCritical, isWork { look.look? += " critical" }
      stretch(look, from, to, middle, &xml)
      if let label = bar.label {
        let room = isWork ? 12 : Double(label.count) * VectorCanvas.characterWidth + 10
        if to - from > room {
          text(label, isWork ? "number" : "faint", from + (isWork ? 4 : 6), middle - (isWork ? 0.5 : 0), &xml)
        }
      }
    }
    if let remark = bar.remark?.visible(),
      to + 10 + Double(remark.displayWidth) * VectorCanvas.characterWidth < next
    {
      text(remark, "cause", to + 6, middle, &xml)
    }
    if let ending = bar.ending { moment(VectorLook(ending, bar.outcome), to, middle, &xml) }
  }

  private func stretch(
    _ look: VectorLook, _ from: Double, _ to: Double, _ middle: Double, _ xml: inout XMLBuilder
  ) {
    let (start, end, y) = (from.coordinate, to.coordinate, middle.coordinate)
    switch look.shape {
    case .box(let height):
      if let name = look.look { rect(name, from, to, middle, height, &xml) }
      guard let pattern = look.pattern else { return }
      xml.element(
        "rect", ("fill", "url(#lf-\(pattern))"), ("x", start), ("y", (middle - height / 2).coordinate),
        ("width", (to - from).coordinate), ("height", height.coordinate), ("rx", "2"))
    case .line: path(look, "M\(start) \(y)H\(end)", &xml)
    case .tail: path(look, "M\(start) \(y)H\(end)M\(end) \((middle - 4).coordinate)v8", &xml)
    case .bracket:
      let (low, high) = ((middle + 5).coordinate, (middle - 3).coordinate)
      path(look, "M\(start) \(low)V\(high)H\(end)V\(low)", &xml)
    case .wave: path(look, wave(from, to, middle), &xml)
    case .path, .circle, .none: return
    }
  }

  private func moment(_ look: VectorLook, _ x: Double, _ middle: Double, _ xml: inout XMLBuilder) {
    switch look.shape {
    case .path(let steps): path(look, "M\(x.coordinate) \(middle.coordinate)\(steps)", &xml)
    case .circle(let radius):
      xml.element(
        "circle", ("class", look.look), ("cx", x.coordinate), ("cy", middle.coordinate),
        ("r", radius.coordinate))
    case .box, .line, .wave, .bracket, .tail, .none: return
    }
  }

  private func path(_ look: VectorLook, _ steps: String, _ xml: inout XMLBuilder) {
    xml.element("path", ("class", look.look), ("d", steps))
  }

  private func rect(
    _ look: String, _ from: Double, _ to: Double, _ middle: Double, _ height: Double, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "rect", ("class", look), ("x", from.coordinate), ("y", (middle - height / 2).coordinate),
      ("width", max(0, to - from).coordinate), ("height", height.coordinate), ("rx", "2"))
  }

  private func wave(_ from: Double, _ to: Double, _ middle: Double) -> String {
    var path = "M\(from.coordinate) \(middle.coordinate)"
    let count = min(400, max(1, Int((to - from) / 8)))
    let step = (to - from) / Double(count)
    for index in 0..<count {
      let lift = index % 2 == 0 ? -4.0 : 4.0
      path += "q\((step / 2).coordinate) \(lift.coordinate) \(step.coordinate) 0"
    }
    return path
  }
}
