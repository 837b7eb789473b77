import LaunchFlowModel

/// How the steps went over many runs: a row a step, when it settled and how often the landing waited for it. An SVG
/// picture for a page that has the style sheet.
struct SVGBands {
  private let steps: [StepSpread]
  private let deadline: Int64
  private let span: Int64
  private let left: Double

  private static let width = 1040.0
  private static let right = 800.0
  private static let top = 34.0
  private static let rowHeight = 24.0
  private static let characterWidth = 6.9

  /// Draws the steps that ever started.
  init(_ steps: [StepSpread], deadline: Int64) {
    self.steps = steps
    self.deadline = deadline
    let last = max(1, steps.compactMap(\.p95).max() ?? 1)
    span = deadline / 3 <= last / 2 ? max(last, deadline) : last
    let longest = Double(steps.map(\.name.displayWidth).max() ?? 0)
    left = 16 + min(270, max(90, longest * Self.characterWidth + 16))
  }

  private func x(_ time: Int64) -> Double {
    left + (Self.right - left) * min(1, max(0, Double(time) / Double(span)))
  }

  /// The picture.
  func text() -> String {
    let bottom = Self.top + Double(steps.count) * Self.rowHeight
    let height = bottom + 46
    var xml = XMLBuilder()
    xml.begin(
      "svg", ("class", "lf bands"), ("role", "img"),
      ("aria-label", "When each step settled, and how often the landing waited for it"),
      ("viewBox", "0 0 \(Self.width.coordinate) \(height.coordinate)"), ("width", Self.width.coordinate),
      ("height", height.coordinate))
    for index in stride(from: 0, to: steps.count, by: 2) {
      xml.element(
        "rect", ("class", "band"), ("x", "8"), ("y", (Self.top + Double(index) * Self.rowHeight).coordinate),
        ("width", (Self.width - 16).coordinate), ("height", Self.rowHeight.coordinate))
    }
    addAxis(bottom, &xml)
    for (index, step) in steps.enumerated() {
      add(step, Self.top + (Double(index) + 0.5) * Self.rowHeight, &xml)
    }
    addLegend(bottom + 28, &xml)
    xml.end()
    return xml.text
  }

  private func addAxis(_ bottom: Double, _ xml: inout XMLBuilder) {
    for tick in TimelineAxis.ticks(span: span, apart: 64 / (Self.right - left)) {
      let place = x(tick).coordinate
      xml.element(
        "line", ("class", "grid"), ("x1", place), ("x2", place), ("y1", (Self.top - 6).coordinate),
        ("y2", bottom.coordinate))
      xml.element(
        "text", ("class", "faint"), ("x", place), ("y", (Self.top - 12).coordinate),
        ("text-anchor", "middle"), content: TimeText.tick(tick, span: span, ascii: false))
    }
    xml.element(
      "text", ("class", "faint"), ("x", (Self.width - 20).coordinate), ("y", (Self.top - 12).coordinate),
      ("text-anchor", "end"), content: "the landing waited for it in")
    guard deadline > 0, deadline <= span else { return }
    let place = x(deadline).coordinate
    xml.element(
      "line", ("class", "deadline"), ("x1", place), ("x2", place), ("y1", (Self.top - 6).coordinate),
      ("y2", (bottom + 6).coordinate))
  }

  private func add(_ step: StepSpread, _ middle: Double, _ xml: inout XMLBuilder) {
    xml.begin("g", ("class", "spread"))
    xml.element("title", content: Self.words(step))
    let room = Int((left - 30) / Self.characterWidth)
    xml.element(
      "text", ("class", step.critical >= 0.5 ? "strong" : nil), ("x", "16"), ("y", (middle + 4).coordinate),
      content: step.name.printable(ascii: false).shortened(to: room, ellipsis: "…"))
    if let start = step.start, let p5 = step.p5, let p50 = step.p50, let p95 = step.p95 {
      rect("spread-band", x(p5), x(p95), middle, 14, &xml)
      rect("work", x(min(start, p50)), x(p50), middle, 5, &xml)
      xml.element(
        "path", ("class", "median"), ("d", "M\(x(p50).coordinate) \((middle - 9).coordinate)v18"))
    }
    let most = 120.0
    rect("critical-share", Self.right + 16, Self.right + 16 + most * step.critical, middle, 10, &xml)
    xml.element(
      "text", ("class", step.critical > 0 ? "strong" : "faint"), ("x", (Self.width - 20).coordinate),
      ("y", (middle + 4).coordinate), ("text-anchor", "end"), content: TimeText.percent(step.critical))
    xml.end()
  }

  private func rect(
    _ look: String, _ from: Double, _ to: Double, _ middle: Double, _ height: Double, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "rect", ("class", look), ("x", from.coordinate), ("y", (middle - height / 2).coordinate),
      ("width", max(0, to - from).coordinate), ("height", height.coordinate), ("rx", "2"))
  }

  private func addLegend(_ y: Double, _ xml: inout XMLBuilder) {
    rect("spread-band", 16, 46, y - 4, 14, &xml)
    label("settled from p5 to p95", 54, y, &xml)
    rect("work", 230, 260, y - 4, 5, &xml)
    xml.element("path", ("class", "median"), ("d", "M260 \((y - 13).coordinate)v18"))
    label("from start to end in the median", 270, y, &xml)
    if deadline > 0, deadline <= span {
      xml.element("path", ("class", "deadline"), ("d", "M500 \((y - 4).coordinate)h30"))
      label("deadline \(TimeText.exact(deadline))", 538, y, &xml)
    }
  }

  private func label(_ words: String, _ x: Double, _ y: Double, _ xml: inout XMLBuilder) {
    xml.element("text", ("class", "faint"), ("x", x.coordinate), ("y", y.coordinate), content: words)
  }

  /// All that is known of a step, in words.
  static func words(_ step: StepSpread) -> String {
    let times = [("p5", step.p5), ("p50", step.p50), ("p95", step.p95)].compactMap { name, time in
      time.map { "\(name) \(TimeText.short($0))" }
    }
    let statuses = step.statuses.map { "\($0.status.rawValue) \(TimeText.percent($0.share))" }
    return "\(step.name): started in \(TimeText.percent(step.started)); "
      + (times.isEmpty ? "" : "settled by \(times.joined(separator: ", ")); ")
      + "critical in \(TimeText.percent(step.critical)); \(statuses.joined(separator: ", "))"
  }
}
