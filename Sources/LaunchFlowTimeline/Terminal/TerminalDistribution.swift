/// Many runs as text: where they landed, and how many had landed by when.
public struct TerminalDistribution {
  private let distribution: LandingDistribution
  private let options: TerminalTimeline.Options
  private let glyphs: TerminalGlyphs

  /// The picture, with a line end after each line. Of the options width, colour, ASCII and span are used.
  public static func text(
    _ distribution: LandingDistribution, options: TerminalTimeline.Options = TerminalTimeline.Options()
  ) -> String {
    let picture = TerminalDistribution(distribution, options)
    return picture.lines().reduce(into: "") { $0 += $1.text(isColoured: options.isColoured) + "\n" }
  }

  private init(_ distribution: LandingDistribution, _ options: TerminalTimeline.Options) {
    self.distribution = distribution
    var options = options
    options.width = min(500, max(40, options.width))
    self.options = options
    glyphs = options.isASCII ? .ascii : .unicode
  }

  private func lines() -> [TerminalLine] {
    let (pages, curve) = (pages(), curve())
    let labels = (pages + curve).map(\.label.displayWidth)
    let labelWidth = min(labels.max() ?? 0, options.width / 3)
    let noteWidth = curve.map(\.note.count).max() ?? 0
    let rows = [pages, curve].flatMap { rows in
      [TerminalLine()] + rows.map { line($0, labelWidth: labelWidth, noteWidth: noteWidth) }
    }
    return header() + rows
  }

  private func header() -> [TerminalLine] {
    var title = [TerminalLine(printable(distribution.flow), .strong)]
    if let scenario = distribution.scenario { title.append(TerminalLine(printable(scenario))) }
    title.append(TerminalLine("\(distribution.runs) runs"))
    if let seed = distribution.seed { title.append(TerminalLine("seed \(seed)", .faint)) }
    let inTime = distribution.inTime
    var outcome = TerminalLine("landed within the deadline of \(time(distribution.deadline)): ")
    outcome.add(TimeText.percent(inTime), inTime < 1 ? .bad : .landing)
    let figures =
      [TerminalLine("mean \(time(distribution.mean))")]
      + distribution.percentiles.map {
        TerminalLine("\($0.name) \(time($0.time))", $0.time > distribution.deadline ? .bad : .plain)
      }
    return [title, [outcome], figures].flatMap {
      TerminalLine.wrap($0, separator: glyphs.separator, width: options.width, hang: 2)
    }
  }

  /// One row of a bar chart.
  private struct Row {
    var label: String
    var share: Double
    var note = ""
    var ink: Ink
  }

  private func pages() -> [Row] {
    distribution.pages.map { Row(label: printable($0.page), share: $0.share, ink: .work) }
  }

  /// One row a round time: how many had landed by then, which percentiles fell there, and the deadline.
  private func curve() -> [Row] {
    let times = times()
    return times.enumerated().map { index, end in
      let start = index > 0 ? times[index - 1] : -1
      var names = distribution.percentiles.filter { $0.time > start && $0.time <= end }.map(\.name)
      if end == distribution.deadline { names.append("deadline") }
      return Row(
        label: "by \(TimeText.tick(end, span: times.last ?? 1, ascii: options.isASCII))",
        share: end == distribution.deadline ? distribution.inTime : distribution.share(by: end),
        note: names.joined(separator: " "),
        ink: end > distribution.deadline ? .bad : .good)
    }
  }

  /// Round times up to the latest landing, and the deadline where it is not far beyond.
  private func times() -> [Int64] {
    let deadline = distribution.deadline
    let last = max(1, options.span ?? distribution.max)
    let step = TimelineAxis.roundSteps.first { (last - 1) / $0 < 12 } ?? last
    var times = (1...((last - 1) / step + 1)).map { $0 * step }
    guard deadline > 0, deadline / 2 <= last, !times.contains(deadline) else { return times }
    times.insert(deadline, at: times.firstIndex { $0 > deadline } ?? times.count)
    return times
  }

  private func line(_ row: Row, labelWidth: Int, noteWidth: Int) -> TerminalLine {
    var line = TerminalLine()
    let label = row.label.cut(to: labelWidth, ellipsis: glyphs.ellipsis)
    line.pad(to: labelWidth - label.displayWidth)
    line.add(label + "  ")
    let cells = max(8, min(100, options.width - labelWidth - 14 - noteWidth))
    let filled = Int(min(1, max(0, row.share)) * Double(cells) + 0.5)
    line.add(String(repeating: glyphs.cumulative, count: filled), row.ink)
    line.add(String(repeating: glyphs.remainder, count: cells - filled), .faint)
    let percent = TimeText.percent(row.share)
    line.pad(to: line.width + 10 - percent.count)
    line.add(percent, .strong)
    if !row.note.isEmpty { line.add("  \(row.note)", row.note.hasSuffix("deadline") ? .deadline : .plain) }
    return line
  }

  private func printable(_ text: String) -> String { text.printable(ascii: options.isASCII) }
  private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds, ascii: options.isASCII) }
}
