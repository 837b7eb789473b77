import LaunchFlowMachine

/// A run as an SVG picture that follows the reader's light or dark colours, for pages and documents.
public struct SVGTimeline {
  /// What is wanted of the picture.
  public struct Options: Hashable, Sendable {
    /// The picture's width in pixels, from 480 to 4000.
    public var width = 1040
    /// Where the axis ends, in nanoseconds; nil takes what fits the run.
    public var span: Int64?
    /// Whether quiet steps stand in rows of their own however many there are.
    public var showsAllSteps = false
    /// The landing's notice with its references filled in; nil shows it as the flow's author wrote it.
    public var notice: String?
    /// What the picture's names begin with, so that several can stand in one page.
    var prefix = "lf"
    /// Whether it stands in a page of ours, which has the style sheet and the headline already.
    var isEmbedded = false
    /// Whether signs and colours are explained beneath.
    var showsLegend = true
    /// Where the bars begin and end, in pixels; nil takes what names and captions leave.
    var bars: Bars?

    /// Takes 1,040 pixels.
    public init() {}

    var pixels: Double { Double(min(4000, max(480, width))) }
  }

  /// The bars' left and right edge, so that several pictures can share one axis.
  struct Bars: Hashable, Sendable {
    var left: Double
    var right: Double

    /// What the names and captions of a chart leave.
    init(_ chart: TimelineChart, width: Double) {
      let names = chart.rows.map {
        Double(chart.name(of: $0).displayWidth) * characterWidth + Double($0.depth) * 14
      }
      let captions = chart.rows.map {
        Double(StepCaption($0, in: chart, ascii: false).parts.joined(separator: " ").displayWidth + 3)
          * characterWidth
      }
      left = margin + min(width * 0.26, max(90, (names.max() ?? 0) + 22))
      right = width - margin - min(width * 0.24, max(90, (captions.max() ?? 0) + 12))
    }
  }

  static let rowHeight = 24.0
  static let margin = 16.0
  static let characterWidth = 6.9

  let chart: TimelineChart
  let options: Options
  let left: Double
  let right: Double
  let top: Double
  let height: Double
  /// Which row shows a step.
  let rowOfStep: [Int: Int]

  /// The picture as one SVG document; of a partial trace the picture so far. A pure function of its arguments.
  public static func text(_ trace: Trace, options: Options = Options()) -> String {
    let chart = TimelineChart(trace, span: options.span, showsAllSteps: options.showsAllSteps)
    return text(chart, options: options)
  }

  static func text(_ chart: TimelineChart, options: Options) -> String {
    SVGTimeline(chart, options).document()
  }

  private init(_ chart: TimelineChart, _ options: Options) {
    self.chart = chart
    self.options = options
    let width = options.pixels
    let bars = options.bars ?? Bars(chart, width: width)
    (left, right) = (bars.left, bars.right)
    top = options.isEmbedded ? 34 : 118
    height =
      top + Double(chart.rows.count) * Self.rowHeight + 48
      + (options.showsLegend ? 18 * Double(Self.legendLines(width)) : 0)
    var rowOfStep: [Int: Int] = [:]
    for (row, entry) in chart.rows.enumerated() {
      if case .step(let step) = entry.subject { rowOfStep[step] = row }
    }
    self.rowOfStep = rowOfStep
  }

  /// Where a time stands.
  func x(_ time: Int64) -> Double {
    left + (right - left) * min(1, max(0, Double(time) / Double(chart.span)))
  }

  /// A row's upper edge.
  func y(_ row: Int) -> Double { top + Double(row) * Self.rowHeight }

  var width: Double { options.pixels }

  private func document() -> String {
    var xml = XMLBuilder()
    xml.begin(
      "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", "lf"), ("role", "img"),
      ("aria-labelledby", "\(options.prefix)-title \(options.prefix)-desc"),
      ("viewBox", "0 0 \(width.coordinate) \(height.coordinate)"), ("width", width.coordinate),
      ("height", height.coordinate))
    let headline = Headline(chart, notice: options.notice)
    xml.element("title", ("id", "\(options.prefix)-title"), content: headline.titleText)
    xml.element("desc", ("id", "\(options.prefix)-desc"), content: headline.sentences.joined(separator: ". "))
    if !options.isEmbedded { xml.raw("<style>\n\(SVGStyle.sheet)</style>\n") }
    xml.raw(SVGStyle.definitions(options.prefix))
    xml.element(
      "rect", ("class", "paper"), ("width", width.coordinate), ("height", height.coordinate), ("rx", "6"))
    if !options.isEmbedded { addHeadline(headline, &xml) }
    addBands(&xml)
    addAxis(&xml)
    for (index, row) in chart.rows.enumerated() { add(row, at: index, &xml) }
    xml.begin("g", ("class", "chains"))
    addChain(&xml)
    xml.end()
    addLines(&xml)
    xml.begin("g", ("class", "feet"))
    addFeet(&xml)
    if options.showsLegend { addLegend(&xml) }
    xml.end()
    xml.end()
    return xml.text
  }

  private func addBands(_ xml: inout XMLBuilder) {
    for index in stride(from: 0, to: chart.rows.count, by: 2) {
      xml.element(
        "rect", ("class", "band"), ("x", "8"), ("y", y(index).coordinate), ("width", (width - 16).coordinate),
        ("height", Self.rowHeight.coordinate))
    }
  }

  private func addHeadline(_ headline: Headline, _ xml: inout XMLBuilder) {
    xml.element("text", ("class", "title"), ("x", "16"), ("y", "30"), content: headline.titleText)
    for (index, line) in headline.sentences.prefix(3).enumerated() {
      xml.element(
        "text", ("class", index == 0 ? "strong" : "faint"), ("x", "16"), ("y", "\(50 + 17 * index)"),
        content: line.cut(to: Int((width - 32) / Self.characterWidth), ellipsis: "…"))
    }
  }

  private func addAxis(_ xml: inout XMLBuilder) {
    let bottom = y(chart.rows.count)
    for tick in TimelineAxis.ticks(span: chart.span, apart: 64 / (right - left)) {
      let place = x(tick).coordinate
      xml.element(
        "line", ("class", "grid"), ("x1", place), ("x2", place), ("y1", (top - 6).coordinate),
        ("y2", bottom.coordinate))
      xml.element(
        "text", ("class", "faint"), ("x", place), ("y", (top - 12).coordinate), ("text-anchor", "middle"),
        content: TimeText.tick(tick, span: chart.span, ascii: false))
    }
  }

  private func addLines(_ xml: inout XMLBuilder) {
    let bottom = (y(chart.rows.count) + 8).coordinate
    let lines = [
      ("deadline", chart.showsDeadline ? chart.deadline : nil), ("landing", chart.summary.landedAt),
    ]
    for (name, time) in lines {
      guard let place = time.map({ x($0).coordinate }) else { continue }
      xml.element(
        "line", ("class", name), ("x1", place), ("x2", place), ("y1", (top - 6).coordinate), ("y2", bottom))
    }
  }

  /// Beneath the rows: what the full-height lines are, and how far the serial worst case lies out.
  private func addFeet(_ xml: inout XMLBuilder) {
    var isDeadlineLower = false
    if let landing = chart.summary.landing, let landedAt = chart.summary.landedAt {
      let text = "\(landing.page) at \(TimeText.exact(landedAt))"
      let isLeft = Double(text.count + 2) * Self.characterWidth < x(landedAt) - Self.margin
      isDeadlineLower = !isLeft || landedAt >= chart.deadline
      addFoot("landing-text", text, x(landedAt), line: 0, isLeft: isLeft, &xml)
    }
    if chart.showsDeadline {
      let text = "deadline \(TimeText.exact(chart.deadline))"
      let place = x(chart.deadline)
      let isLeft = place + Double(text.count + 2) * Self.characterWidth > width - Self.margin
      addFoot("deadline-text", text, place, line: isDeadlineLower || isLeft ? 1 : 0, isLeft: isLeft, &xml)
    }
    let worst = chart.trace.serialWorstCase
    if worst > chart.span {
      let text = "one after another up to \(TimeText.exact(worst)) →"
      addFoot("faint", text, width - Self.margin, line: 1, isLeft: true, &xml)
    }
  }

  private func addFoot(
    _ look: String, _ text: String, _ place: Double, line: Int, isLeft: Bool, _ xml: inout XMLBuilder
  ) {
    xml.element(
      "text", ("class", look), ("x", (place + (isLeft ? -5 : 5)).coordinate),
      ("y", (y(chart.rows.count) + 22 + 15 * Double(line)).coordinate),
      ("text-anchor", isLeft ? "end" : "start"), content: text)
  }

  /// The critical path as arrows from where one step settled to where the next began.
  private func addChain(_ xml: inout XMLBuilder) {
    let path = chart.summary.criticalPath
    for (from, to) in zip(path, path.dropFirst()) {
      guard let first = rowOfStep[from], let second = rowOfStep[to], first != second,
        let end = chart.summary.steps[from].end, let start = chart.summary.steps[to].start
      else { continue }
      let isDown = second > first
      let (x1, x2) = (x(end), x(max(start, end)))
      let y1 = y(first) + Self.rowHeight / 2 + (isDown ? 7 : -7)
      let y2 = y(second) + Self.rowHeight / 2 + (isDown ? -8 : 8)
      let bend = x2 + 3
      xml.element(
        "path", ("class", "chain"), ("marker-end", "url(#\(options.prefix)-tip)"),
        (
          "d",
          "M\(x1.coordinate) \(y1.coordinate)L\(bend.coordinate) \(y1.coordinate)L\(bend.coordinate) \(y2.coordinate)"
        ))
    }
  }
}
