/// Draws cumulative curves on one axis of time. If there is little room, the names of curves are beneath the
/// axis, and those of percentiles appear only for the pointer.
struct VectorCurves {
  private let curves: Curves
  private let width: Double
  private let left: Double
  private let right: Double
  private let top: Double
  private let isNarrow: Bool
  private var bottom: Double { top + Self.plot }

  private static let plot = 280.0
  private static let gap = 15.0
  static let looks = 5

  init(_ curves: Curves, on canvas: VectorCanvas) {
    self.curves = curves
    width = canvas.width
    isNarrow = canvas.width < 600
    right = canvas.width - (isNarrow ? 20 : 140)
    // The names of percentiles are to the left of the first and above the last.
    let isMarked = !isNarrow && curves.series.contains { !$0.marks.isEmpty }
    left = isMarked ? 150 : 70
    top = isMarked ? 64 : 16
  }

  private func x(_ time: Int64) -> Double {
    left + (right - left) * min(1, max(0, Double(time) / Double(curves.span)))
  }

  private func y(_ share: Double) -> Double { bottom - (bottom - top) * min(1, max(0, share)) }

  func drawing() -> VectorCanvas.Drawing {
    let names = isNarrow && curves.series.count > 1 ? curves.series.count : 0
    let height = bottom + 34 + Self.gap * Double(curves.limits.count + names)
    var xml = XMLBuilder()
    xml.element(
      "rect", ("class", "paper"), ("width", width.coordinate), ("height", height.coordinate), ("rx", "6"))
    addGrid(&xml)
    for (index, limit) in curves.limits.enumerated() { add(limit, at: index, &xml) }
    for (look, series) in curves.series.enumerated().reversed() {
      var path = "M\(x(0).coordinate) \(y(0).coordinate)"
      for point in series.curve.points { path += "H\(x(point.time).coordinate)V\(y(point.share).coordinate)" }
      path += "H\(right.coordinate)"
      xml.path("curve curve-\(look % Self.looks)", path)
    }
    addNames(&xml)
    for series in curves.series { addMarks(series, &xml) }
    return .init(markup: xml.text, width: width, height: height)
  }

  private func addGrid(_ xml: inout XMLBuilder) {
    for quarter in 0...4 {
      let place = y(Double(quarter) / 4)
      xml.line("grid", x: (left, right), y: (place, place))
      xml.text("\(25 * quarter) %", "faint", 52, place + 4, anchor: "end")
    }
    for tick in TimeAxis.ticks(span: curves.span, apart: 84 / (right - left)) {
      let place = x(tick)
      xml.line("grid", x: (place, place), y: (top, bottom))
      xml.text(TimeText.tick(tick, span: curves.span), "faint", place, bottom + 18, anchor: "middle")
    }
  }

  private func add(_ limit: Curves.Limit, at index: Int, _ xml: inout XMLBuilder) {
    let place = x(limit.time)
    xml.line("deadline", x: (place, place), y: (top, bottom + 4))
    let isLeft = place > width / 2
    xml.text(
      limit.text, "deadline-text", place + (isLeft ? -6 : 6), bottom + 36 + Self.gap * Double(index),
      anchor: isLeft ? "end" : "start")
  }

  private func addNames(_ xml: inout XMLBuilder) {
    guard curves.series.count > 1 else { return }
    guard !isNarrow else {
      let first = bottom + 36 + Self.gap * Double(curves.limits.count)
      for look in curves.series.indices { addName(look, left, first + Self.gap * Double(look), &xml) }
      return
    }
    let ends = curves.series.enumerated().map {
      (look: $0.offset, end: y($0.element.curve.points.last?.share ?? 0))
    }
    .sorted { ($0.end, $0.look) < ($1.end, $1.look) }
    var last = -Double.infinity
    for (look, end) in ends {
      let place = max(end + 4, last + Self.gap)
      last = place
      addName(look, right + 6, place, &xml)
    }
  }

  private func addName(_ look: Int, _ x: Double, _ y: Double, _ xml: inout XMLBuilder) {
    xml.path("curve curve-\(look % Self.looks)", "M\(x.coordinate) \((y - 4).coordinate)h22")
    xml.text(curves.series[look].name.visible().cut(to: isNarrow ? 40 : 15), nil, x + 28, y)
  }

  /// Adds the percentiles, with their names to the left and above, where the curve never is.
  private func addMarks(_ series: Curves.Series, _ xml: inout XMLBuilder) {
    var ceiling = Double.infinity
    for mark in series.marks {
      let (placeX, placeY) = (x(mark.time), y(mark.share))
      let height = min(placeY - 4, ceiling - Self.gap)
      ceiling = height
      xml.begin(mark.view == nil ? "g" : "a", ("class", "percentile"), ("href", mark.view.map { "#\($0)" }))
      let words = "\(mark.name) \(TimeText.short(mark.time))"
      let length = isNarrow ? -4 : Double(words.count) * 6.4
      xml.element("title", content: mark.view == nil ? words : "\(words): show this run")
      xml.element(
        "rect", ("class", "hit"), ("x", (placeX - 12 - length).coordinate), ("y", (height - 11).coordinate),
        ("width", (length + 20).coordinate), ("height", "15"), ("fill", "none"), ("pointer-events", "all"))
      if !isNarrow, placeY - 4 - height > 1 {
        let from = "M\((placeX - 8).coordinate) \((height - 4).coordinate)"
        xml.path("leader", "\(from)L\(placeX.coordinate) \(placeY.coordinate)")
      }
      xml.element(
        "circle", ("class", "knot"), ("cx", placeX.coordinate), ("cy", placeY.coordinate), ("r", "4.5"))
      if !isNarrow { xml.text(words, "strong", placeX - 10, height, anchor: "end") }
      xml.end()
    }
  }
}
