/// How many of many runs had landed by when: cumulative curves on one axis of time, as an SVG picture.
struct SVGCurves {
  /// One curve.
  struct Series {
    var name: String
    /// By time, shares from 0 to 1.
    var points: [LandingDistribution.Point]
    /// The number of its look; 0 is the strongest.
    var look: Int
    /// What is marked on it.
    var marks: [Mark] = []
  }

  /// A percentile on a curve.
  struct Mark {
    var names: [String]
    var time: Int64
    var share: Double
    /// The view that a click opens.
    var view: String?
  }

  /// A full-height line.
  struct Limit {
    var time: Int64
    var text: String
  }

  private let series: [Series]
  private let limits: [Limit]
  private let span: Int64
  private let description: String
  private let left: Double
  private let top: Double
  private var bottom: Double { top + Self.plot }
  private var height: Double { bottom + 34 + Self.gap * Double(limits.count) }

  private static let width = 1040.0
  private static let right = 900.0
  private static let plot = 280.0
  private static let gap = 15.0

  /// Draws curves; the axis ends with the latest landing, or with a limit that is not far beyond.
  init(_ series: [Series], limits: [Limit], description: String) {
    self.series = series
    self.description = description
    let last = max(1, series.compactMap { $0.points.last?.time }.max() ?? 1)
    let near = limits.filter { $0.time / 3 <= last / 2 }
    self.limits = near
    // The names of percentiles stand to the left of the first and above the last.
    let isMarked = series.contains { !$0.marks.isEmpty }
    left = isMarked ? 150 : 70
    top = isMarked ? 64 : 16
    span = max(last, near.map(\.time).max() ?? 1)
  }

  /// How many looks there are.
  static let looks = 5

  private func x(_ time: Int64) -> Double {
    left + (Self.right - left) * min(1, max(0, Double(time) / Double(span)))
  }

  private func y(_ share: Double) -> Double {
    bottom - (bottom - top) * min(1, max(0, share))
  }

  /// The picture, for a page that has the style sheet.
  func text() -> String {
    var xml = XMLBuilder()
    xml.begin(
      "svg", ("class", "lf curves"), ("role", "group"),
      ("aria-label", description), ("viewBox", "0 0 \(Self.width.coordinate) \(height.coordinate)"),
      ("width", Self.width.coordinate), ("height", height.coordinate))
    xml.element(
      "rect", ("class", "paper"), ("width", Self.width.coordinate), ("height", height.coordinate),
      ("rx", "6"))
    addGrid(&xml)
    for limit in limits { add(limit, &xml) }
    for series in series.reversed() { addCurve(series, &xml) }
    addNames(&xml)
    for series in series { addMarks(series, &xml) }
    xml.end()
    return xml.text
  }

  private func addGrid(_ xml: inout XMLBuilder) {
    for quarter in 0...4 {
      let place = y(Double(quarter) / 4)
      xml.element(
        "line", ("class", "grid"), ("x1", left.coordinate), ("x2", Self.right.coordinate),
        ("y1", place.coordinate), ("y2", place.coordinate))
      xml.element(
        "text", ("class", "faint"), ("x", "52"), ("y", (place + 4).coordinate), ("text-anchor", "end"),
        content: "\(25 * quarter) %")
    }
    for tick in TimelineAxis.ticks(span: span, apart: 64 / (Self.right - left)) {
      let place = x(tick).coordinate
      xml.element(
        "line", ("class", "grid"), ("x1", place), ("x2", place), ("y1", top.coordinate),
        ("y2", bottom.coordinate))
      xml.element(
        "text", ("class", "faint"), ("x", place), ("y", (bottom + 18).coordinate),
        ("text-anchor", "middle"), content: TimeText.tick(tick, span: span, ascii: false))
    }
  }

  private func add(_ limit: Limit, _ xml: inout XMLBuilder) {
    let place = x(limit.time)
    let index = limits.firstIndex { $0.time == limit.time && $0.text == limit.text } ?? 0
    let low = bottom + 24 + Self.gap * Double(index)
    xml.element(
      "line", ("class", "deadline"), ("x1", place.coordinate), ("x2", place.coordinate),
      ("y1", top.coordinate), ("y2", (bottom + 4).coordinate))
    let isLeft = place > Self.width / 2
    xml.element(
      "text", ("class", "deadline-text"), ("x", (place + (isLeft ? -6 : 6)).coordinate),
      ("y", (low + 12).coordinate), ("text-anchor", isLeft ? "end" : "start"), content: limit.text)
  }

  private func addCurve(_ series: Series, _ xml: inout XMLBuilder) {
    var path = "M\(x(0).coordinate) \(y(0).coordinate)"
    for point in series.points { path += "H\(x(point.time).coordinate)V\(y(point.share).coordinate)" }
    path += "H\(Self.right.coordinate)"
    xml.element("path", ("class", "curve curve-\(series.look % Self.looks)"), ("d", path))
  }

  /// Each curve's name at its end, none on another.
  private func addNames(_ xml: inout XMLBuilder) {
    guard series.count > 1 else { return }
    let ends = series.map { (series: $0, place: y($0.points.last?.share ?? 0)) }.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }.map(\.element)
    var last = -Double.infinity
    for (series, end) in ends {
      let place = max(end + 4, last + Self.gap)
      last = place
      xml.element(
        "path", ("class", "curve curve-\(series.look % Self.looks)"),
        ("d", "M\((Self.right + 6).coordinate) \((place - 4).coordinate)h22"))
      xml.element(
        "text", ("x", (Self.right + 34).coordinate), ("y", place.coordinate),
        content: series.name.printable(ascii: false).cut(to: 15, ellipsis: "…"))
    }
  }

  /// Percentiles, their names to the left and above, where the curve never is.
  private func addMarks(_ series: Series, _ xml: inout XMLBuilder) {
    var ceiling = Double.infinity
    for mark in series.marks {
      let (placeX, placeY) = (x(mark.time), y(mark.share))
      let text = min(placeY - 4, ceiling - Self.gap)
      ceiling = text
      xml.begin(
        mark.view == nil ? "g" : "a", ("class", "percentile"), ("href", mark.view.map { "#\($0)" }))
      let words = "\(mark.names.joined(separator: ", ")) \(TimeText.short(mark.time))"
      xml.element("title", content: mark.view == nil ? words : "\(words): show this run")
      xml.element(
        "rect", ("class", "hit"), ("x", (placeX - 12 - Double(words.count) * 6.4).coordinate),
        ("y", (text - 11).coordinate), ("width", (Double(words.count) * 6.4 + 20).coordinate),
        ("height", "15"), ("fill", "none"), ("pointer-events", "all"))
      if placeY - 4 - text > 1 {
        xml.element(
          "path", ("class", "leader"),
          (
            "d",
            "M\((placeX - 8).coordinate) \((text - 4).coordinate)L\(placeX.coordinate) \(placeY.coordinate)"
          ))
      }
      xml.element(
        "circle", ("class", "knot"), ("cx", placeX.coordinate), ("cy", placeY.coordinate), ("r", "4.5"))
      xml.element(
        "text", ("class", "strong"), ("x", (placeX - 10).coordinate), ("y", text.coordinate),
        ("text-anchor", "end"), content: words)
      xml.end()
    }
  }
}
