/// The landings of many runs of two flows as text, side by side.
public struct TerminalDistributionComparison {
  private let comparison: DistributionComparison
  private let options: TerminalTimeline.Options
  private let glyphs: TerminalGlyphs

  /// The picture, with a line end after each line. Of the options width, colour and ASCII are used.
  public static func text(
    _ comparison: DistributionComparison, options: TerminalTimeline.Options = TerminalTimeline.Options()
  ) -> String {
    let picture = TerminalDistributionComparison(comparison, options)
    return picture.lines().reduce(into: "") { $0 += $1.text(isColoured: options.isColoured) + "\n" }
  }

  private init(_ comparison: DistributionComparison, _ options: TerminalTimeline.Options) {
    self.comparison = comparison
    var options = options
    options.width = min(500, max(40, options.width))
    self.options = options
    glyphs = options.isASCII ? .ascii : .unicode
  }

  private func lines() -> [TerminalLine] {
    [header(), figures(), pages(), times()].flatMap { $0 + [TerminalLine()] }.dropLast()
  }

  private func header() -> [TerminalLine] {
    var luck = TerminalLine("under the same luck the second landed sooner in ")
    luck.add(TimeText.percent(comparison.sooner), .goodStrong)
    luck.add(" of the runs, later in ")
    luck.add(TimeText.percent(comparison.later), comparison.later > 0 ? .badStrong : .strong)
    var lines = wrap([luck])
    for (side, distribution) in zip(ComparisonText.sides, [comparison.before, comparison.after]) {
      var title = TerminalLine("\(side): ", .faint)
      title.add(distribution.title.printable(ascii: options.isASCII), .strong)
      let inTime = distribution.inTime
      var outcome = TerminalLine(TimeText.percent(inTime), inTime < 1 ? .bad : .landing)
      outcome.add(" within the deadline of \(TimeText.exact(distribution.deadline, ascii: options.isASCII))")
      let seed = distribution.seed.map { TerminalLine("seed \($0)", .faint) }
      lines += wrap(
        [title, TerminalLine("\(distribution.runs) runs"), seed, outcome].compactMap(\.self))
    }
    return lines
  }

  private func wrap(_ parts: [TerminalLine]) -> [TerminalLine] {
    TerminalLine.wrap(parts, separator: glyphs.separator, width: options.width, hang: 2)
  }

  /// Mean and percentiles, with a bar for each difference.
  private func figures() -> [TerminalLine] {
    let figures = comparison.figures
    let rows = figures.map { figure in
      [
        figure.name, time(figure.before), time(figure.after),
        ComparisonText.difference(figure.difference, ascii: options.isASCII),
      ]
    }
    let longest = figures.map { abs($0.difference) }.max() ?? 0
    let table = [["landed"] + ComparisonText.sides + ["difference"]] + rows
    let widths = (0..<4).map { column in table.map { $0[column].displayWidth }.max() ?? 0 }
    let room = min(40, options.width - widths.reduce(8, +))
    return table.enumerated().map { index, row in
      var line = TerminalLine()
      for (column, text) in row.enumerated() {
        if column > 0 { line.pad(to: line.width + 2 + widths[column] - text.displayWidth) }
        line.add(text, index == 0 ? .faint : .plain)
        if column == 0 { line.pad(to: widths[0]) }
      }
      guard index > 0, longest > 0, room > 3 else { return line }
      let difference = figures[index - 1].difference
      let cells = Int(Double(abs(difference)) / Double(longest) * Double(room) + 0.5)
      line.add("  ")
      line.add(String(repeating: glyphs.cumulative, count: cells), difference < 0 ? .good : .bad)
      return line
    }
  }

  /// From which page to which, run by run.
  private func pages() -> [TerminalLine] {
    let moves = comparison.moves.map { move in
      let names = [move.before, move.after].map {
        ComparisonText.page($0).printable(ascii: options.isASCII)
      }
      return (text: names.joined(separator: " \(glyphs.beyond) "), move: move)
    }
    let labels = min(options.width / 2, moves.map(\.text.displayWidth).max() ?? 0)
    let cells = max(4, min(40, options.width - labels - 12))
    return moves.map { text, move in
      var line = TerminalLine(text.cut(to: labels, ellipsis: glyphs.ellipsis))
      line.pad(to: labels + 2)
      addBar(move.share, cells, move.before == move.after ? .work : .recovered, to: &line)
      return line
    }
  }

  /// How many had landed by round times, in two columns.
  private func times() -> [TerminalLine] {
    let (before, after) = (comparison.before, comparison.after)
    let last = max(1, before.max, after.max)
    let step = TimelineAxis.roundSteps.first { (last - 1) / $0 < 12 } ?? last
    let times = (1...((last - 1) / step + 1)).map { $0 * step }
    let names = times.map { "by \(TimeText.tick($0, span: last, ascii: options.isASCII))" }
    let labels = names.map(\.displayWidth).max() ?? 0
    let cells = max(4, min(40, (options.width - labels - 24) / 2))
    var head = TerminalLine(String(repeating: " ", count: labels + 2))
    for side in ComparisonText.sides {
      head.add(side, .faint)
      head.pad(to: head.width + cells + 12 - side.count)
    }
    return [head]
      + zip(names, times).map { name, time in
        var line = TerminalLine()
        line.pad(to: labels - name.displayWidth)
        line.add(name + "  ")
        addBar(before.share(by: time), cells, .work, to: &line)
        line.add("  ")
        addBar(after.share(by: time), cells, .good, to: &line)
        return line
      }
  }

  private func addBar(_ share: Double, _ cells: Int, _ ink: Ink, to line: inout TerminalLine) {
    let filled = Int(min(1, max(0, share)) * Double(cells) + 0.5)
    line.add(String(repeating: glyphs.cumulative, count: filled), ink)
    line.add(String(repeating: glyphs.remainder, count: cells - filled), .faint)
    let percent = TimeText.percent(share)
    line.pad(to: line.width + 10 - percent.count)
    line.add(percent)
  }

  private func time(_ nanoseconds: Int64) -> String { TimeText.short(nanoseconds, ascii: options.isASCII) }
}
