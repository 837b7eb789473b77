import LaunchFlowMachine

/// A run as text: one row a step, on an axis of time, for a terminal.
public struct TerminalTimeline {
  /// What a terminal can show, and what is wanted.
  public struct Options: Hashable, Sendable {
    /// The columns, from 40 to 500; no line is wider.
    public var width = 100
    /// Whether escape codes for colours are written.
    public var isColoured = false
    /// Whether only ASCII is written.
    public var isASCII = false
    /// Where the axis ends, in nanoseconds; nil takes what fits the run.
    public var span: Int64?
    /// Whether quiet steps stand in rows of their own however many there are.
    public var showsAllSteps = false
    /// Whether a line explains the signs.
    public var showsLegend = true
    /// The landing's notice with its references filled in; nil shows it as the flow's author wrote it.
    public var notice: String?
    /// Of a run that goes on: until when it has come, in nanoseconds since its start; nil is the last event's
    /// time.
    public var now: Int64?

    /// Columns that another picture has too, so that both have one axis.
    var columns: Columns?

    /// Takes 100 columns without colour.
    public init() {}
  }

  let chart: TimelineChart
  let options: Options
  let glyphs: TerminalGlyphs
  let layout: Layout

  /// The picture, with a line end after each line; of a partial trace the picture so far. A pure function of
  /// its arguments.
  public static func text(_ trace: Trace, options: Options = Options()) -> String {
    let timeline = TerminalTimeline(trace, options)
    return timeline.lines().reduce(into: "") { $0 += $1.text(isColoured: options.isColoured) + "\n" }
  }

  init(_ trace: Trace, _ options: Options) {
    var options = options
    options.width = min(500, max(40, options.width))
    self.options = options
    glyphs = options.isASCII ? .ascii : .unicode
    chart = TimelineChart(
      trace, summary: TraceSummary(trace, now: options.now), span: options.span,
      showsAllSteps: options.showsAllSteps)
    layout = Layout(chart, options, glyphs)
  }

  private func lines() -> [TerminalLine] {
    var used = Set<LegendEntry>()
    let picture = picture(&used)
    guard !picture.isEmpty else { return header() }
    let legend = options.showsLegend ? [TerminalLine()] + legend(used) : []
    return header() + [TerminalLine()] + picture + legend
  }

  /// The axis, the rows and what the full-height lines are. What the signs mean is noted for the legend.
  func picture(_ used: inout Set<LegendEntry>) -> [TerminalLine] {
    guard !chart.rows.isEmpty else { return [] }
    var lines = axis()
    for row in chart.rows { lines.append(line(row, &used)) }
    return lines + feet()
  }

  func printable(_ text: String) -> String { text.printable(ascii: options.isASCII) }
  func exact(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds, ascii: options.isASCII) }
}

extension TerminalTimeline {
  /// How many columns names, bars and captions have.
  struct Columns: Hashable, Sendable {
    var names: Int
    var cells: Int
    var captions: Int
  }

  /// Which columns hold what: names, an edge for the critical path, bars with the full-height lines between
  /// them, captions.
  struct Layout {
    var nameWidth: Int
    var captionWidth: Int
    /// The cells of the bars, without the columns of the full-height lines.
    var cells: Int
    let span: Int64
    /// The cell before which the landing's line stands, and the deadline's.
    var landingCell: Int?
    var deadlineCell: Int?
    let landedAt: Int64?

    init(_ chart: TimelineChart, _ options: Options, _ glyphs: TerminalGlyphs) {
      let names = chart.rows.map { 2 * $0.depth + chart.name(of: $0).displayWidth }
      let captions = chart.rows.map {
        StepCaption($0, in: chart, ascii: options.isASCII).parts.joined(separator: " ").displayWidth + 2
      }
      let isNarrow = options.width < 60
      nameWidth =
        options.columns?.names ?? min(names.max() ?? 0, max(isNarrow ? 11 : 14, options.width * 28 / 100))
      captionWidth =
        options.columns?.captions
        ?? min(captions.max() ?? 0, max(isNarrow ? 10 : 16, options.width * 26 / 100))
      span = chart.span
      landedAt = chart.summary.landedAt
      let deadline = chart.deadline
      let isDeadlineShown = chart.showsDeadline
      let isOneLine = landedAt == deadline
      let lines = (landedAt == nil ? 0 : 1) + (isDeadlineShown && !isOneLine ? 1 : 0)
      // Name, blank, edge, bars and lines, blank, caption.
      cells = options.columns?.cells ?? max(10, options.width - nameWidth - 3 - captionWidth - lines)
      if let landedAt { landingCell = max(1, cell(landedAt)) }
      if isDeadlineShown, !isOneLine { deadlineCell = cell(deadline) }
      // Two lines at one place stand in the order of their times.
      if let landingCell, let deadlineCell, let landedAt, landedAt < deadline, deadlineCell < landingCell {
        self.deadlineCell = landingCell
      }
    }

    /// The boundary between cells that is nearest to a time.
    func cell(_ time: Int64) -> Int {
      let place = (Double(time) / Double(span) * Double(cells) + 0.5).clampedToInt64
      return Int(min(Int64(cells), max(0, place)))
    }

    /// The cells of a stretch of time, at least one; what ended by the landing stays on its side of the line.
    func cells(from start: Int64, to end: Int64) -> Range<Int> {
      var last = max(cell(end), cell(start) + 1)
      if let landingCell, let landedAt, end <= landedAt { last = min(last, landingCell) }
      if let deadlineCell, cell(end) <= deadlineCell { last = min(last, max(1, deadlineCell)) }
      last = min(cells, max(1, last))
      return min(cell(start), last - 1)..<last
    }

    /// Where the bars begin.
    var left: Int { nameWidth + 2 }

    /// The column of a cell's left edge, lines counted.
    func column(_ cell: Int) -> Int {
      left + cell + (landingCell.map { $0 <= cell ? 1 : 0 } ?? 0)
        + (deadlineCell.map { $0 <= cell ? 1 : 0 } ?? 0)
    }

    var landingColumn: Int? {
      landingCell.map { landing in
        left + landing + (deadlineCell.map { isBefore($0, landing) ? 1 : 0 } ?? 0)
      }
    }

    var deadlineColumn: Int? {
      deadlineCell.map { deadline in
        left + deadline + (landingCell.map { isBefore(deadline, $0) ? 0 : 1 } ?? 0)
      }
    }

    /// Whether the deadline's line stands left of the landing's.
    private func isBefore(_ deadline: Int, _ landing: Int) -> Bool {
      deadline < landing
    }

    /// The column after the bars.
    var right: Int { column(cells) }
  }
}

extension TimelineChart {
  /// What a row is called.
  func name(of row: TimelineRow) -> String {
    switch row.subject {
    case .step(let step), .group(let step): trace.steps[step].name
    case .folded(let steps): "\(steps.count) quiet steps"
    case .offline(let domain): domain.map { "(\($0) offline)" } ?? "(offline)"
    }
  }
}
