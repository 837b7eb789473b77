import LaunchFlowMachine
import LaunchFlowModel

/// Two runs as text, one above the other on one axis, and the difference step by step.
public struct TerminalComparison {
  private let before: TerminalTimeline
  private let after: TerminalTimeline
  private let comparison: RunComparison
  private let options: TerminalTimeline.Options

  /// The picture, with a line end after each line. The options' notice is not shown: there are two landings.
  public static func text(
    _ before: Trace, _ after: Trace, options: TerminalTimeline.Options = TerminalTimeline.Options()
  ) -> String {
    let picture = TerminalComparison(before, after, options)
    return picture.lines().reduce(into: "") { $0 += $1.text(isColoured: options.isColoured) + "\n" }
  }

  private init(_ before: Trace, _ after: Trace, _ options: TerminalTimeline.Options) {
    var options = options
    options.width = min(500, max(40, options.width))
    options.notice = nil
    options.span = options.span ?? max(TimelineChart(before).span, TimelineChart(after).span)
    let layouts = [before, after].map { TerminalTimeline($0, options).layout }
    let names = layouts.map(\.nameWidth).max() ?? 0
    let captions = layouts.map(\.captionWidth).max() ?? 0
    // Two full-height lines are the most that either has.
    options.columns = .init(
      names: names, cells: max(10, options.width - names - captions - 5), captions: captions)
    self.options = options
    self.before = TerminalTimeline(before, options)
    self.after = TerminalTimeline(after, options)
    comparison = RunComparison(before, after)
  }

  private func lines() -> [TerminalLine] {
    var used = Set<TerminalTimeline.LegendEntry>()
    var lines = landings()
    for timeline in [before, after] {
      lines.append(TerminalLine())
      lines += timeline.header() + [TerminalLine()] + timeline.picture(&used)
    }
    if options.showsLegend {
      lines.append(TerminalLine())
      lines += before.legend(used)
    }
    let table = table()
    return table.isEmpty ? lines : lines + [TerminalLine()] + table
  }

  private func landings() -> [TerminalLine] {
    guard let first = comparison.landedBefore, let second = comparison.landedAfter else {
      return [TerminalLine("not both have landed", .strong)]
    }
    guard first != second else { return [TerminalLine("both landed at \(time(first))", .strong)] }
    let isSooner = second < first
    var line = TerminalLine("the second landed ")
    line.add(
      "\(time(abs(second - first))) \(isSooner ? "sooner" : "later")", isSooner ? .goodStrong : .badStrong)
    let ratio = isSooner ? TimeText.ratio(first, to: second) : TimeText.ratio(second, to: first)
    let times = ratio.map { TerminalLine("\($0)\(before.glyphs.times) as \(isSooner ? "fast" : "long")") }
    return TerminalLine.wrap(
      [line, times].compactMap(\.self), separator: before.glyphs.separator, width: options.width, hang: 2)
  }

  /// The steps that differ, the greatest difference first.
  private func table() -> [TerminalLine] {
    let steps = comparison.steps.filter { $0.difference != 0 || $0.statusBefore != $0.statusAfter }
    guard !steps.isEmpty else { return [TerminalLine("no step differs", .faint)] }
    let shown = options.showsAllSteps ? steps : Array(steps.prefix(TimelineChart.rowsBeforeFolding))
    let rows = shown.map { step in
      [
        before.printable(step.name), entry(step.before, step.statusBefore),
        entry(step.after, step.statusAfter),
        difference(step.difference),
      ]
    }
    let titles = ["step"] + ComparisonText.sides + ["difference"]
    var widths = titles.indices.map { column in
      min(options.width * 3 / 10, ([titles] + rows).map { $0[column].displayWidth }.max() ?? 0)
    }
    // Names give way to figures.
    widths[0] = max(4, min(widths[0], options.width - widths.dropFirst().reduce(6, +)))
    let longest = shown.map { abs($0.difference) }.max() ?? 0
    let room = options.width - widths.reduce(0, +) - 2 * titles.count
    var lines = [line(titles, widths, .faint)]
    for (step, row) in zip(shown, rows) {
      var line = line(row, widths, .plain)
      let cells =
        longest > 0 && room > 3
        ? Int(Double(abs(step.difference)) / Double(longest) * Double(min(room, 40)) + 0.5) : 0
      if cells > 0 {
        line.add("  ")
        line.add(
          String(repeating: before.glyphs.cumulative, count: cells), step.difference < 0 ? .good : .bad)
      }
      lines.append(line)
    }
    if shown.count < steps.count {
      lines.append(TerminalLine("and \(steps.count - shown.count) more", .faint))
    }
    return lines
  }

  private func line(_ row: [String], _ widths: [Int], _ ink: Ink) -> TerminalLine {
    var line = TerminalLine()
    for (column, text) in row.enumerated() {
      let text = text.shortened(to: widths[column], ellipsis: before.glyphs.ellipsis)
      if column > 0 {
        // Figures stand right, names left.
        line.pad(to: line.width + 2 + widths[column] - text.displayWidth)
      }
      line.add(text, ink)
      if column == 0 { line.pad(to: widths[0]) }
    }
    return line
  }

  private func entry(_ duration: Int64?, _ status: Status?) -> String {
    ComparisonText.entry(duration, options.width < 60 ? nil : status, ascii: options.isASCII)
  }

  private func difference(_ nanoseconds: Int64) -> String {
    ComparisonText.difference(nanoseconds, ascii: options.isASCII)
  }

  private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds, ascii: options.isASCII) }
}
