import LaunchFlowMachine
import LaunchFlowModel

/// What happened to a switch, as text: a strip for each factor with its probes, calls and questions, the
/// strip that comes of them, and the offline periods with their causes.
public struct SwitchTimeline {
  private let chart: SwitchChart
  private var trace: SwitchTrace { chart.trace }
  let options: TerminalTimeline.Options
  let signs: Signs
  /// The column of the first cell.
  let left: Int
  /// How many cells a strip has.
  let cells: Int
  /// Nanoseconds over all cells.
  let span: Int64

  /// The picture, with a line end after each line; a pure function of its arguments. Of the options width,
  /// colour, ASCII and legend are used.
  public static func text(
    _ trace: SwitchTrace, options: TerminalTimeline.Options = TerminalTimeline.Options()
  ) -> String {
    let picture = SwitchTimeline(trace, options)
    return picture.lines().reduce(into: "") { $0 += $1.text(isColoured: options.isColoured) + "\n" }
  }

  private init(_ trace: SwitchTrace, _ options: TerminalTimeline.Options) {
    chart = SwitchChart(trace)
    var options = options
    options.width = min(500, max(40, options.width))
    self.options = options
    signs = options.isASCII ? .ascii : .unicode
    let widest =
      (trace.domains + ["network"]).map { $0.printable(ascii: options.isASCII).displayWidth }.max() ?? 0
    left = min(max(widest + 2, 10), options.width / 3)
    cells = options.width - left
    span = max(1, trace.end)
  }

  /// How things are drawn.
  struct Signs {
    var fine: Character = "─"
    var pending: Character = "▒"
    var down: Character = "█"
    var partly: Character = "▄"
    var fault: Character = "░"
    var good: Character = "·"
    var failed: Character = "×"
    var timedOut: Character = "○"
    var faulty: Character = "!"
    var unanswered: Character = "?"
    var recovered: Character = "✓"
    var separator = " · "

    static let unicode = Signs()
    static let ascii = Signs(
      fine: "-", pending: "~", down: "#", partly: "=", fault: ":", good: ".", failed: "x", timedOut: "o",
      faulty: "!", unanswered: "?", recovered: "v", separator: " - ")
  }

  private func lines() -> [TerminalLine] {
    var lines = header() + [TerminalLine()] + axis()
    lines += chart.strips.map(line)
    lines += [TerminalLine()] + causes() + figures()
    if options.showsLegend { lines += [TerminalLine()] + legend() }
    return lines
  }

  private func header() -> [TerminalLine] {
    let title = SwitchText.title(trace).map(line)
    return TerminalLine.wrap(title, separator: signs.separator, width: options.width, hang: 2)
  }

  private func line(_ part: SwitchText.Part) -> TerminalLine {
    TerminalLine(part.text.printable(ascii: options.isASCII), part.tone.ink)
  }

  private func axis() -> [TerminalLine] {
    let step = TimelineAxis.roundSteps.first { Double(cells) * Double($0) / Double(span) >= 10 } ?? span
    var labels = TerminalLine()
    for tick in stride(from: 0, through: span, by: Int(step)) {
      let text = TimeText.tick(Int64(tick), span: span, ascii: options.isASCII)
      let start = min(left + cell(Int64(tick)), options.width - text.count)
      guard labels.width == 0 || start >= labels.width + 2 else { continue }
      labels.pad(to: start)
      labels.add(text, .faint)
    }
    return [labels]
  }

  /// The cell that a time falls into.
  func cell(_ time: Int64) -> Int {
    min(cells - 1, max(0, Int(Double(time) / Double(span) * Double(cells))))
  }

  private func line(_ strip: SwitchChart.Strip) -> TerminalLine {
    let label = strip.label.printable(ascii: options.isASCII).shortened(
      to: left - 1, ellipsis: options.isASCII ? "~" : "…")
    var line = TerminalLine(label, strip.isResult ? .strong : .plain)
    line.pad(to: left)
    for cell in cells(of: strip) { line.add(String(cell.sign), cell.ink) }
    return line
  }

  /// Each offline period with its cause.
  private func causes() -> [TerminalLine] {
    let periods = trace.periods
    guard !periods.isEmpty else { return [TerminalLine("never offline", .good)] }
    // A switch that flaps has more than anybody reads.
    let shown = periods.prefix(20)
    let lines = shown.map { period in
      var line = TerminalLine(trace.name(of: period.cause).printable(ascii: options.isASCII), .bad)
      line.pad(to: left)
      line.add(SwitchText.time(period.from) + " to " + (period.to.map(SwitchText.time) ?? "the end"))
      if let to = period.to {
        line.add(signs.separator + TimeText.short(to - period.from, ascii: options.isASCII), .faint)
      }
      return line
    }
    let rest = periods.count - shown.count
    return lines + (rest > 0 ? [TerminalLine("and \(rest) more", .faint)] : [])
  }

  private func figures() -> [TerminalLine] {
    var parts = SwitchText.figures(SwitchFigures(trace), ascii: options.isASCII).map(line)
    let quiet = chart.quietDomains.map { trace.domains[$0].printable(ascii: options.isASCII) }
    if !quiet.isEmpty { parts.append(TerminalLine("quiet: " + quiet.joined(separator: ", "), .faint)) }
    return TerminalLine.wrap(parts, separator: signs.separator, width: options.width, hang: 2)
  }

  private func legend() -> [TerminalLine] {
    let explained: [(Character, String)] = [
      (signs.good, "good"), (signs.failed, "failed"), (signs.timedOut, "timed out"),
      (signs.pending, "window, suspect"),
      (signs.down, "offline"), (signs.partly, "some domains offline"), (signs.faulty, "confirmed"),
      (signs.recovered, "cleared"), (signs.unanswered, "no answer"), (signs.fault, "truly at fault"),
    ]
    let parts = explained.map { TerminalLine("\($0.0) \($0.1)", .faint) }
    return TerminalLine.wrap(parts, separator: "  ", width: options.width, hang: 0)
  }
}
