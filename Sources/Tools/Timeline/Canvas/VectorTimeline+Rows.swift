extension VectorTimeline {
  func add(_ row: Scene.Row, at index: Int, top: Double, _ xml: inout XMLBuilder) {
    let middle = Self.rowHeight / 2
    xml.begin(
      "g", ("class", "row"), ("data-row", String(index)),
      ("data-step", row.details.step.map(String.init)), ("transform", "translate(0 \(top.coordinate))"))
    if !row.details.lines.isEmpty {
      xml.element("title", content: "\(row.label): \(row.details.text)")
    }
    // The whole row reacts to the pointer.
    xml.element(
      "rect", ("class", "hit"), ("x", "8"), ("y", "0"), ("width", (width - 16).coordinate),
      ("height", Self.rowHeight.coordinate), ("fill", "none"),
      ("pointer-events", "all"))
    let indent = VectorCanvas.margin + Double(min(row.depth, 8)) * 14
    let room = Int((bars.left - indent - 18) / VectorCanvas.characterWidth)
    let look = row.emphasis == .strong ? "strong" : row.emphasis == .faint ? "faint" : nil
    if row.isCritical {
      xml.path("tip", "M\((bars.left - 11).coordinate) \((middle - 4).coordinate)l7 4l-7 4z")
    }
    if isLive { xml.begin("g", ("class", "bars")) }
    addBars(of: row, middle: middle, &xml)
    if isLive { xml.end() }
    if let caption = row.caption {
      if isLive { xml.begin("g", ("class", "caption")) }
      add(caption, middle, &xml)
      if isLive { xml.end() }
    }
    // Last, since it stays visible over the bars if a page is narrower than the picture.
    let label = row.label.visible().shortened(to: room)
    xml.text(label, ["label", look].compactMap(\.self).joined(separator: " "), indent, middle + 4)
    xml.end()
  }

  private func add(_ caption: Scene.Caption, _ middle: Double, _ xml: inout XMLBuilder) {
    guard !caption.parts.isEmpty else { return }
    var left = bars.right + 10
    if let outcome = caption.outcome {
      xml.text(String(outcome.look.glyph.drawn), "\(outcome.look.sign) strong", left, middle + 4)
      left += 15
    }
    if let share = caption.share {
      xml.rect("critical-share", left, middle - 5, max(0, (Self.share - 10) * share), 10, radius: "2")
      left += Self.share
    }
    let room = Int((width - left - 9) / VectorCanvas.characterWidth)
    let isFaint = caption.outcome == .skipped || caption.outcome == .cancelled
    xml.text(
      caption.parts.joined(separator: " ").visible().cut(to: room), isFaint ? "faint" : nil, left, middle + 4)
  }

  func addBars(of row: Scene.Row, middle: Double, _ xml: inout XMLBuilder) {
    let bars = row.bars.sorted(by: { $0.weight < $1.weight })
    for (index, bar) in bars.enumerated() where bar.start <= bar.end {
      let next = index + 1 < bars.count ? bars[index + 1].start : scene.span
      titled(bar.words, "stretch", &xml) { xml in
        add(bar, isCritical: row.isCritical, middle, &xml)
      }
      if let remark = bar.remark { add(remark, after: bar, until: next, middle, &xml) }
      if let ending = bar.ending { moment(ending.drawn(bar.outcome), bar.end, middle, &xml) }
    }
    addMarks(of: row, middle, &xml)
  }

  private func addMarks(of row: Scene.Row, _ middle: Double, _ xml: inout XMLBuilder) {
    let isDue = row.marks.contains { $0.sign == .fallbackDue }
    var last: [Sign: Double] = [:]
    for mark in row.marks.sorted(by: { $0.weight < $1.weight }) where mark.time <= scene.span {
      let place = x(mark.time)
      let isHidden = last[mark.sign].map { abs(place - $0) < Self.markGap } ?? false
      if isHidden, !isLive || row.marks.count > Self.marksToZoom { continue }
      if !isHidden { last[mark.sign] = place }
      titled(mark.words, "moment", &xml) { xml in
        // If the fallback was also due then, its use is drawn behind the diamond.
        let shift = mark.sign == .recovered && isDue ? 5.0 : 0
        moment(
          mark.sign.drawn(mark.outcome), mark.time, shift: shift, isHidden: isHidden, middle, &xml)
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

  /// A time for the page's script; nil in other pictures.
  private func live(_ time: Int64) -> String? { isLive ? String(time) : nil }

  private func add(_ bar: Scene.Bar, isCritical: Bool, _ middle: Double, _ xml: inout XMLBuilder) {
    let from = x(bar.start)
    let isWork = bar.sign == .work || bar.sign == .fallbackWork
    var look = bar.sign.drawn(bar.outcome)
    if isCritical, isWork { look.look? += " critical" }
    stretch(look, bar, middle, &xml)
    // Half a row is too low for a number.
    guard let label = bar.label, bar.half == nil else { return }
    let room = isWork && label.count < 3 ? 12 : Double(label.count) * VectorCanvas.characterWidth + 10
    let fits = max(x(bar.end), from + 1.5) - from > room
    guard fits || isLive else { return }
    xml.element(
      "text", ("class", isWork ? "number" : "faint"), ("x", (from + (isWork ? 4 : 6)).coordinate),
      ("y", (middle + (isWork ? 3.5 : 4)).coordinate), ("data-from", live(bar.start)),
      ("data-to", live(bar.end)), ("data-room", isLive ? room.coordinate : nil),
      ("display", fits ? nil : "none"), content: label)
  }

  /// Adds words after a bar, if there is room.
  private func add(
    _ remark: String, after bar: Scene.Bar, until next: Int64, _ middle: Double, _ xml: inout XMLBuilder
  ) {
    let remark = remark.visible()
    let (to, room) = (x(bar.end), 10 + Double(remark.displayWidth) * VectorCanvas.characterWidth)
    let fits = to + room < x(next)
    guard fits || isLive else { return }
    xml.element(
      "text", ("class", "cause"), ("x", (to + 6).coordinate), ("y", (middle + 4).coordinate),
      ("data-from", live(bar.end)), ("data-to", live(next)), ("data-room", isLive ? room.coordinate : nil),
      ("display", fits ? nil : "none"), content: remark)
  }

  private func stretch(_ look: SignLook, _ bar: Scene.Bar, _ middle: Double, _ xml: inout XMLBuilder) {
    let from = x(bar.start)
    let to = max(x(bar.end), from + 1.5)
    let (start, end, y) = (from.coordinate, to.coordinate, middle.coordinate)
    switch look.shape {
    case .box(let height):
      // The halves of a row leave a gap between them.
      let own = bar.half == nil ? height : height / 2 - 0.5
      rect(bar, look, bar.half == .lower ? middle + 0.5 : middle - height / 2, own, &xml)
    case .line: path(look, bar, "line", "M\(start) \(y)H\(end)", &xml)
    case .tail: path(look, bar, "tail", "M\(start) \(y)H\(end)M\(end) \((middle - 4).coordinate)v8", &xml)
    case .bracket:
      let (low, high) = ((middle + 5).coordinate, (middle - 3).coordinate)
      path(look, bar, "bracket", "M\(start) \(low)V\(high)H\(end)V\(low)", &xml)
    case .wave: path(look, bar, "wave", wave(from, to, middle), &xml)
    case .path, .circle, .none: return
    }
  }

  private func path(
    _ look: SignLook, _ bar: Scene.Bar, _ shape: String, _ steps: String, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "path", ("class", look.look), ("data-shape", isLive ? shape : nil), ("data-from", live(bar.start)),
      ("data-to", live(bar.end)), ("d", steps))
  }

  /// Adds the box of a bar, and its pattern over it.
  private func rect(
    _ bar: Scene.Bar, _ look: SignLook, _ top: Double, _ height: Double, _ xml: inout XMLBuilder
  ) {
    let from = x(bar.start)
    let width = max(x(bar.end), from + 1.5) - from
    for (name, pattern) in [(look.look, nil), (nil, look.pattern)] where name != nil || pattern != nil {
      xml.element(
        "rect", ("class", name), ("fill", pattern.map { "url(#lf-\($0))" }), ("x", from.coordinate),
        ("y", top.coordinate), ("width", width.coordinate), ("height", height.coordinate), ("rx", "2"),
        ("data-from", live(bar.start)), ("data-to", live(bar.end)))
    }
  }

  private func moment(
    _ look: SignLook, _ time: Int64, shift: Double = 0, isHidden: Bool = false, _ middle: Double,
    _ xml: inout XMLBuilder
  ) {
    let place = (x(time) + shift).coordinate
    let (at, display) = (live(time), isHidden ? "none" : nil)
    switch look.shape {
    case .path(let steps):
      xml.element(
        "path", ("class", look.look), ("data-at", at), ("display", display),
        ("d", "M\(place) \(middle.coordinate)\(steps)"))
    case .circle(let radius):
      xml.element(
        "circle", ("class", look.look), ("data-at", at), ("display", display), ("cx", place),
        ("cy", middle.coordinate), ("r", radius.coordinate))
    case .box, .line, .wave, .bracket, .tail, .none: return
    }
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
