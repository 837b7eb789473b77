import LaunchFlowMachine
import LaunchFlowModel

extension TerminalTimeline {
  /// The labels and the ruler above the bars.
  func axis() -> [TerminalLine] {
    let ticks = ticks()
    var labels = TerminalLine()
    for tick in ticks {
      let column = layout.column(layout.cell(tick.time))
      let start = min(column, options.width - tick.label.count)
      guard labels.width == 0 || start >= labels.width + 2 else { continue }
      labels.pad(to: start)
      labels.add(tick.label, .faint)
    }
    let tickColumns = Set(ticks.map { layout.column(layout.cell($0.time)) })
    var ruler = TerminalLine()
    ruler.pad(to: layout.left)
    for column in layout.left..<layout.right {
      if column == layout.landingColumn {
        ruler.add(String(glyphs.landingTop), .landing)
      } else if column == layout.deadlineColumn {
        ruler.add(String(glyphs.deadline), .deadline)
      } else {
        ruler.add(String(tickColumns.contains(column) ? glyphs.tick : glyphs.axis), .faint)
      }
    }
    return [labels, ruler]
  }

  /// Round times, as close as their labels allow.
  private func ticks() -> [(time: Int64, label: String)] {
    for step in TimelineAxis.roundSteps {
      let cells = Double(layout.cells) * Double(step) / Double(layout.span)
      guard cells >= 5 else { continue }
      let ticks = stride(from: 0, through: layout.span, by: Int(step)).map {
        (time: Int64($0), label: TimeText.tick(Int64($0), span: layout.span, ascii: options.isASCII))
      }
      let widest = ticks.map(\.label.count).max() ?? 0
      if cells >= Double(widest + 2) { return ticks }
    }
    return [(0, "0")]
  }

  /// Beneath the bars: what the full-height lines are.
  func feet() -> [TerminalLine] {
    var landing = ""
    if let page = chart.summary.landing?.page, let landedAt = chart.summary.landedAt {
      landing = "\(printable(page)) at \(exact(landedAt))"
      if landedAt == chart.deadline { landing += ", its deadline" }
    }
    let deadline = "deadline \(exact(chart.deadline))"
    switch (layout.landingColumn, layout.deadlineColumn) {
    case (let landingColumn?, let deadlineColumn?):
      let both = landing.displayWidth + 1 <= landingColumn && landingColumn < deadlineColumn
      if both, deadlineColumn + 2 + deadline.count <= options.width {
        var line = foot(landing, at: landingColumn, glyphs.landingFoot, .landing, isLeft: true)
        line.pad(to: deadlineColumn)
        line.add("\(glyphs.deadline) \(deadline)", .deadline)
        return [line]
      }
      var first = foot(landing, at: landingColumn, glyphs.landingFoot, .landing)
      if first.width <= deadlineColumn {
        first.pad(to: deadlineColumn)
        first.add(String(glyphs.deadline), .deadline)
      }
      return [first, foot(deadline, at: deadlineColumn, glyphs.deadline, .deadline)]
    case (let landingColumn?, nil):
      var line = foot(landing, at: landingColumn, glyphs.landingFoot, .landing)
      let beyond = "\(deadline) \(glyphs.beyond)"
      let start = options.width - beyond.displayWidth
      if !chart.showsDeadline, chart.deadline > 0, line.width + 2 <= start {
        line.pad(to: start)
        line.add(beyond, .deadline)
      }
      return [line]
    case (nil, let deadlineColumn?):
      return [foot(deadline, at: deadlineColumn, glyphs.deadline, .deadline)]
    case (nil, nil): return []
    }
  }

  /// A line's sign with its text on the side where there is room.
  private func foot(
    _ text: String, at column: Int, _ glyph: Character, _ ink: Ink, isLeft: Bool = false
  ) -> TerminalLine {
    var line = TerminalLine()
    if !isLeft, column + 2 + text.displayWidth <= options.width {
      line.pad(to: column)
      line.add("\(glyph) \(text)", ink)
    } else {
      let text = text.cut(to: max(1, column - 1), ellipsis: glyphs.ellipsis)
      line.pad(to: column - 1 - text.displayWidth)
      line.add("\(text) \(glyph)", ink)
    }
    return line
  }
}
