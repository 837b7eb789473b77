import LaunchFlowMachine
import LaunchFlowModel

/// What happened to a switch as an SVG picture: a strip for each factor with its causes, probes by shape, questions
/// with their answers, and the strip that comes of them.
public struct SVGSwitchTimeline {
  private let chart: SwitchChart
  private let isEmbedded: Bool
  private let left: Double
  private let top: Double

  private static let prefix = "lf-switch"
  private static let width = 1040.0
  private static let right = 1016.0
  private static let rowHeight = 28.0
  private static let characterWidth = 6.9
  /// Marks that stand closer than this are one.
  private static let markGap = 5.0

  /// The picture as one SVG document. A pure function of its argument.
  public static func text(_ trace: SwitchTrace) -> String {
    SVGSwitchTimeline(SwitchChart(trace), isEmbedded: false).text()
  }

  init(_ chart: SwitchChart, isEmbedded: Bool) {
    self.chart = chart
    self.isEmbedded = isEmbedded
    let longest = chart.strips.map(\.label.displayWidth).max() ?? 0
    left = 16 + min(240, max(80, Double(longest) * Self.characterWidth + 22))
    top = isEmbedded ? 34 : 92
  }

  private func x(_ time: Int64) -> Double {
    left + (Self.right - left) * min(1, max(0, Double(time) / Double(chart.span)))
  }

  func text() -> String {
    let bottom = top + Double(chart.strips.count) * Self.rowHeight
    let height = bottom + 58
    let title = SwitchText.title(chart.trace).map(\.text).joined(separator: " · ")
    let figures = SwitchText.figures(SwitchFigures(chart.trace)).map(\.text).joined(separator: " · ")
    var xml = XMLBuilder()
    xml.begin(
      "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", "lf"), ("role", "img"),
      ("aria-labelledby", "\(Self.prefix)-title \(Self.prefix)-desc"),
      ("viewBox", "0 0 \(Self.width.coordinate) \(height.coordinate)"), ("width", Self.width.coordinate),
      ("height", height.coordinate))
    xml.element("title", ("id", "\(Self.prefix)-title"), content: title)
    xml.element("desc", ("id", "\(Self.prefix)-desc"), content: figures)
    if !isEmbedded { xml.raw("<style>\n\(SVGStyle.sheet)</style>\n") }
    xml.raw(SVGStyle.definitions(Self.prefix))
    xml.element(
      "rect", ("class", "paper"), ("width", Self.width.coordinate), ("height", height.coordinate), ("rx", "6")
    )
    if !isEmbedded {
      xml.element("text", ("class", "title"), ("x", "16"), ("y", "30"), content: title)
      xml.element("text", ("class", "strong"), ("x", "16"), ("y", "50"), content: figures)
    }
    for index in stride(from: 0, to: chart.strips.count, by: 2) {
      rect("band", 8, Self.width - 8, top + (Double(index) + 0.5) * Self.rowHeight, Self.rowHeight, &xml)
    }
    addAxis(bottom, &xml)
    for (index, strip) in chart.strips.enumerated() {
      add(strip, top + (Double(index) + 0.5) * Self.rowHeight, &xml)
    }
    addLegend(bottom + 26, &xml)
    xml.end()
    return xml.text
  }

  private func addAxis(_ bottom: Double, _ xml: inout XMLBuilder) {
    for tick in TimelineAxis.ticks(span: chart.span, apart: 72 / (Self.right - left)) {
      let place = x(tick).coordinate
      xml.element(
        "line", ("class", "grid"), ("x1", place), ("x2", place), ("y1", (top - 6).coordinate),
        ("y2", bottom.coordinate))
      xml.element(
        "text", ("class", "faint"), ("x", place), ("y", (top - 12).coordinate), ("text-anchor", "middle"),
        content: TimeText.tick(tick, span: chart.span, ascii: false))
    }
  }

  private func add(_ strip: SwitchChart.Strip, _ middle: Double, _ xml: inout XMLBuilder) {
    xml.begin("g", ("class", strip.isResult ? "strip result" : "strip"))
    let room = Int((left - 26) / Self.characterWidth)
    xml.element(
      "text", ("class", strip.isResult ? "strong" : nil), ("x", "16"), ("y", (middle + 4).coordinate),
      content: strip.label.printable(ascii: false).shortened(to: room, ellipsis: "…"))
    if strip.base == .fine {
      xml.element(
        "path", ("class", strip.isResult ? "online" : "healthy"),
        ("d", "M\(left.coordinate) \(middle.coordinate)H\(Self.right.coordinate)"))
    }
    // What weighs more is painted last.
    let stretches = strip.stretches.enumerated().sorted {
      ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
    }
    for (_, stretch) in stretches { add(stretch, isResult: strip.isResult, middle, &xml) }
    addMoments(strip, middle, &xml)
    if strip.isResult { addCauses(strip, middle, &xml) }
    xml.end()
  }

  /// What took it offline, behind each stretch that leaves room for it.
  private func addCauses(_ strip: SwitchChart.Strip, _ middle: Double, _ xml: inout XMLBuilder) {
    let stretches = strip.stretches.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    for (index, stretch) in stretches.enumerated() {
      let name = stretch.cause.printable(ascii: false)
      let place = x(stretch.to) + 6
      let next = index + 1 < stretches.count ? x(stretches[index + 1].from) : Self.right
      guard place + Double(name.displayWidth) * Self.characterWidth + 4 < next else { continue }
      xml.element(
        "text", ("class", "cause"), ("x", place.coordinate), ("y", (middle + 4).coordinate), content: name)
    }
  }

  private func add(_ stretch: SwitchChart.Stretch, isResult: Bool, _ middle: Double, _ xml: inout XMLBuilder)
  {
    guard stretch.from <= stretch.to, stretch.state != .fine else { return }
    let from = x(stretch.from)
    let to = max(x(stretch.to), from + 1.5)
    let height = isResult ? 18.0 : 13.0
    xml.begin("g", ("class", "stretch"))
    xml.element("title", content: stretch.words)
    switch stretch.state {
    case .fine: break
    case .down: bar("bad", "hatch", from, to, middle, height, &xml)
    case .partly: bar("recovered", nil, from, to, middle + height / 4, height / 2, &xml)
    case .pending: bar("recovered", "dots", from, to, middle, height, &xml)
    case .fault: bar("fault", "queue", from, to, middle, 16, &xml)
    case .wifi, .cellular, .unknownPath:
      bar("medium", nil, from, to, middle, 15, &xml)
      label(stretch.state.pathWord, from, to, middle, &xml)
    case .noPath: label("no path", from, to, middle, &xml)
    case .background: bar("cancelled", nil, from, to, middle, 12, &xml)
    case .gone: bar("gone", nil, from, to, middle, 6, &xml)
    }
    xml.end()
  }

  private func bar(
    _ look: String, _ pattern: String?, _ from: Double, _ to: Double, _ middle: Double, _ height: Double,
    _ xml: inout XMLBuilder
  ) {
    rect(look, from, to, middle, height, &xml)
    guard let pattern else { return }
    xml.element(
      "rect", ("fill", "url(#\(Self.prefix)-\(pattern))"), ("x", from.coordinate),
      ("y", (middle - height / 2).coordinate), ("width", (to - from).coordinate),
      ("height", height.coordinate), ("rx", "2"))
  }

  private func rect(
    _ look: String, _ from: Double, _ to: Double, _ middle: Double, _ height: Double, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "rect", ("class", look), ("x", from.coordinate), ("y", (middle - height / 2).coordinate),
      ("width", (to - from).coordinate), ("height", height.coordinate), ("rx", "2"))
  }

  /// Words within a stretch that has room for them.
  private func label(
    _ words: String, _ from: Double, _ to: Double, _ middle: Double, _ xml: inout XMLBuilder
  ) {
    guard Double(words.count) * Self.characterWidth + 10 < to - from else { return }
    xml.element(
      "text", ("class", "faint"), ("x", (from + 6).coordinate), ("y", (middle + 4).coordinate), content: words
    )
  }

  /// A sign for each moment; of equal ones that would stand on one another, the first.
  private func addMoments(_ strip: SwitchChart.Strip, _ middle: Double, _ xml: inout XMLBuilder) {
    var last: [SwitchChart.Dot: Double] = [:]
    for moment in strip.moments {
      let place = x(moment.time)
      if let before = last[moment.dot], place - before < Self.markGap { continue }
      last[moment.dot] = place
      xml.begin("g", ("class", "moment"))
      xml.element("title", content: moment.words)
      add(moment.dot, place, middle, &xml)
      xml.end()
    }
  }

  /// Signs differ in shape, not in colour alone.
  private func add(_ dot: SwitchChart.Dot, _ x: Double, _ y: Double, _ xml: inout XMLBuilder) {
    func path(_ look: String, _ steps: String) {
      xml.element("path", ("class", look), ("d", "M\(x.coordinate) \(y.coordinate)\(steps)"))
    }
    switch dot {
    case .good:
      xml.element("circle", ("class", "instant"), ("cx", x.coordinate), ("cy", y.coordinate), ("r", "3"))
    case .failed: path("sign", "m-4 -4l8 8m0 -8l-8 8")
    case .timedOut:
      xml.element("circle", ("class", "hollow"), ("cx", x.coordinate), ("cy", y.coordinate), ("r", "4.5"))
    case .faulty: path("bad", "m0 -7l6.5 12h-13z")
    case .cleared: path("cleared", "m-5 0l4 5l7 -10")
    case .unanswered: path("due", "m-6 0l6 -6l6 6l-6 6z")
    }
  }

  private func addLegend(_ y: Double, _ xml: inout XMLBuilder) {
    var place = 22.0
    func words(_ text: String, at y: Double) {
      xml.element(
        "text", ("class", "faint"), ("x", (place + 12).coordinate), ("y", (y + 4).coordinate), content: text)
      place += 12 + Double(text.count) * Self.characterWidth + 26
    }
    let dots: [(SwitchChart.Dot, String)] = [
      (.good, "good"), (.failed, "failed"), (.timedOut, "timed out"), (.faulty, "fault confirmed"),
      (.cleared, "cleared"), (.unanswered, "no answer"),
    ]
    for (dot, text) in dots {
      add(dot, place, y, &xml)
      words(text, at: y)
    }
    place = 22
    let states: [(SwitchChart.State, String)] = [
      (.pending, "window, or suspect"), (.down, "offline"), (.partly, "some domains offline"),
      (.fault, "truly at fault"),
    ]
    for (state, text) in states {
      let (look, pattern) =
        switch state {
        case .down: ("bad", "hatch" as String?)
        case .pending: ("recovered", "dots")
        case .fault: ("fault", "queue")
        default: ("recovered", nil)
        }
      bar(look, pattern, place - 6, place + 16, y + 20, state == .partly ? 7 : 13, &xml)
      place += 12
      words(text, at: y + 20)
    }
  }
}
