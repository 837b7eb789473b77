/// Draws a scene as lines: an axis, a row each for name, edge, bars and caption, and the names of full-height lines.
struct CharacterTimeline {
  /// The columns for names, captions and full-height lines; common to all timelines of a text.
  struct Columns {
    var names = 0
    var captions = 0
    var lines = 0

    init(_ scenes: [Scene], on canvas: CharacterCanvas) {
      let isNarrow = canvas.width < 60
      for scene in scenes {
        for row in scene.rows {
          names = max(names, 2 * row.depth + canvas.shown(row.label).displayWidth)
          let caption = row.caption.map { canvas.shown($0.parts.joined(separator: " ")).displayWidth + 2 }
          captions = max(captions, caption ?? 0)
        }
        lines = max(lines, scene.limits.count { $0.time <= scene.span })
      }
      names = min(names, max(isNarrow ? 11 : 14, canvas.width * 28 / 100))
      captions = min(captions, max(isNarrow ? 10 : 16, canvas.width * 26 / 100))
    }
  }

  private let scene: Scene
  private let canvas: CharacterCanvas
  private let columns: Columns
  /// The cells of the bars, without the columns of the full-height lines.
  private let cells: Int
  /// The full-height lines by time, each with the cell after it.
  private var limits: [(limit: Scene.Limit, cell: Int)] = []
  private var left: Int { columns.names + 2 }

  init(_ scene: Scene, _ columns: Columns, on canvas: CharacterCanvas) {
    self.scene = scene
    self.canvas = canvas
    self.columns = columns
    let beside = columns.captions > 0 ? columns.captions + 1 : 0
    cells = max(10, canvas.width - columns.names - 2 - beside - columns.lines)
    for limit in scene.limits.sorted(by: { $0.time < $1.time }) where limit.time <= scene.span {
      let place = max(limit.kind == .deadline ? 0 : 1, cell(limit.time))
      limits.append((limit, max(place, limits.last?.cell ?? 0)))
    }
  }

  func lines() -> [CharacterLine] {
    scene.rows.isEmpty ? [] : axis() + scene.rows.map(line) + feet()
  }

  /// The boundary between cells that is nearest to a time.
  private func cell(_ time: Int64) -> Int {
    let place = (Double(time) / Double(scene.span) * Double(cells) + 0.5).clampedToInt64
    return Int(min(Int64(cells), max(0, place)))
  }

  /// The cells of a period, at least one. A period that ends at a full-height line stays left of it.
  private func cells(from start: Int64, to end: Int64) -> Range<Int> {
    var last = max(cell(end), cell(start) + 1)
    for line in limits where end <= line.limit.time { last = min(last, line.cell) }
    last = min(cells, max(1, last))
    return min(cell(start), last - 1)..<last
  }

  /// The column of a cell's left edge.
  private func column(_ cell: Int) -> Int { left + cell + limits.count { $0.cell <= cell } }

  private var lineColumns: [Int] { limits.enumerated().map { left + $0.element.cell + $0.offset } }
}

extension CharacterTimeline {
  /// The labels and the ruler above the bars.
  private func axis() -> [CharacterLine] {
    let ticks = ticks()
    var labels = CharacterLine()
    for tick in ticks {
      let start = min(column(cell(tick.time)), canvas.width - tick.label.count)
      guard labels.width == 0 || start >= labels.width + 2 else { continue }
      labels.pad(to: start)
      labels.add(tick.label, .faint)
    }
    let tickColumns = Set(ticks.map { column(cell($0.time)) })
    let lineColumns = lineColumns
    var ruler = CharacterLine()
    ruler.pad(to: left)
    for column in left..<left + cells + limits.count {
      if let line = lineColumns.firstIndex(of: column) {
        let kind = limits[line].limit.kind
        ruler.add(canvas.glyph(kind.glyphs.top), .init(tone: kind.tone))
      } else {
        let pair = tickColumns.contains(column) ? Glyph.tick : Glyph.axis
        ruler.add(canvas.glyph(pair), .init(tone: .faint))
      }
    }
    return [labels, ruler]
  }

  /// Round times, as close as their labels allow.
  private func ticks() -> [(time: Int64, label: String)] {
    for step in TimeAxis.roundSteps {
      let room = Double(cells) * Double(step) / Double(scene.span)
      guard room >= 5 else { continue }
      let ticks = stride(from: 0, through: scene.span, by: Int(step)).map {
        (time: Int64($0), label: canvas.shown(TimeText.tick(Int64($0), span: scene.span)))
      }
      if room >= Double((ticks.map(\.label.count).max() ?? 0) + 2) { return ticks }
    }
    return [(0, "0")]
  }

  /// The names of the full-height lines; the last ones are those beyond the axis.
  private func feet() -> [CharacterLine] {
    var feet: [CharacterLine] = []
    let columns = lineColumns
    let texts = limits.map { canvas.shown($0.limit.text) }
    if limits.count == 2, texts[0].displayWidth + 1 <= columns[0], columns[0] < columns[1],
      columns[1] + 2 + texts[1].displayWidth <= canvas.width
    {
      var foot = foot(0, columns[0], isLeft: true)
      foot.pad(to: columns[1])
      foot.add(self.foot(1, 0))
      feet = [foot]
    } else {
      for place in limits.indices {
        var foot = foot(place, columns[place])
        // The lines that are named further down continue.
        for next in limits.indices where next > place && columns[next] >= foot.width {
          foot.pad(to: columns[next])
          foot.add(glyph(next), .init(tone: limits[next].limit.kind.tone))
        }
        feet.append(foot)
      }
    }
    for limit in scene.limits where limit.time > scene.span {
      let text = canvas.shown("\(limit.text) →")
      let start = canvas.width - text.displayWidth
      if feet.last.map({ $0.width + 2 > start }) ?? true { feet.append(CharacterLine()) }
      feet[feet.count - 1].pad(to: start)
      feet[feet.count - 1].add(text, limit.kind.tone)
    }
    return feet
  }

  private func glyph(_ line: Int) -> Character { canvas.glyph(limits[line].limit.kind.glyphs.foot) }

  /// A line's sign with its text on the side with more room.
  private func foot(_ line: Int, _ column: Int, isLeft: Bool = false) -> CharacterLine {
    let (text, tone) = (canvas.shown(limits[line].limit.text), limits[line].limit.kind.tone)
    var foot = CharacterLine()
    if !isLeft, column + 2 + text.displayWidth <= canvas.width {
      foot.pad(to: column)
      foot.add("\(glyph(line)) \(text)", tone)
    } else {
      let text = text.cut(to: max(1, column - 1), ellipsis: canvas.ellipsis)
      foot.pad(to: column - 1 - text.displayWidth)
      foot.add("\(text) \(glyph(line))", tone)
    }
    return foot
  }
}

extension CharacterTimeline {
  private struct Cell {
    var glyph: Character = " "
    var ink = CharacterLine.Ink(tone: .plain)
  }

  /// A row: name, edge, bar, caption.
  private func line(_ row: Scene.Row) -> CharacterLine {
    var line = CharacterLine()
    let indent = String(repeating: " ", count: min(2 * row.depth, columns.names / 3))
    let label = canvas.shown(row.label).shortened(to: columns.names - indent.count, ellipsis: canvas.ellipsis)
    line.add(indent + label, row.emphasis == .faint ? .faint : .plain, isStrong: row.emphasis == .strong)
    line.pad(to: columns.names + 1)
    line.add(row.isCritical ? canvas.glyph(Glyph.critical) : " ", .init(tone: .plain, isStrong: true))
    let cells = cells(of: row)
    var next = 0
    for place in 0...cells.count {
      while next < limits.count, limits[next].cell == place {
        let kind = limits[next].limit.kind
        line.add(canvas.glyph(kind.glyphs.line), .init(tone: kind.tone))
        next += 1
      }
      if place < cells.count { line.add(cells[place].glyph, cells[place].ink) }
    }
    if let caption = row.caption { add(caption, to: &line) }
    return line
  }

  private func add(_ caption: Scene.Caption, to line: inout CharacterLine) {
    guard !caption.parts.isEmpty else { return }
    line.add(" ")
    var room = columns.captions
    if let outcome = caption.outcome {
      line.add("\(canvas.glyph(outcome.look.glyph)) ", outcome == .open ? .plain : outcome.look.tone)
      room -= 2
    }
    var parts = caption.parts.map(canvas.shown)
    // Parts that do not fit are left out; only the first is cut.
    while parts.count > 1, parts.joined(separator: " ").displayWidth > room { parts.removeLast() }
    let isFaint = caption.outcome == .skipped || caption.outcome == .cancelled
    line.add(
      parts.joined(separator: " ").cut(to: room, ellipsis: canvas.ellipsis), isFaint ? .faint : .plain)
  }

  private func cells(of row: Scene.Row) -> [Cell] {
    var cells = Array(repeating: Cell(), count: cells)
    for bar in row.bars.sorted(by: { $0.weight < $1.weight }) { paint(bar, of: row, into: &cells) }
    for mark in row.marks.sorted(by: { $0.weight < $1.weight }) { paint(mark, into: &cells) }
    return cells
  }

  private func paint(_ bar: Scene.Bar, of row: Scene.Row, into cells: inout [Cell]) {
    let isWork = bar.sign == .work || bar.sign == .fallbackWork
    if bar.start > bar.end || (bar.start == bar.end && !isWork) { return }
    guard let pair = bar.sign.look.glyph else { return }
    let range = self.cells(from: bar.start, to: bar.end)
    let isStrong = row.isCritical && isWork
    let shown =
      isStrong ? bar.sign == .work ? Glyph.criticalWork : Glyph.criticalFallback : pair
    let ink = CharacterLine.Ink(tone: bar.sign.look.tone ?? bar.outcome.look.tone, isStrong: isStrong)
    // A polled group's own ends stay visible between its rounds.
    let corners = bar.sign == .poll ? [canvas.glyph(Glyph.groupStart), canvas.glyph(Glyph.groupEnd)] : []
    let stop = Sign.cancelled.look.glyph.map(canvas.glyph)
    for index in range where !corners.contains(cells[index].glyph) {
      let isTaken = bar.half == .lower && cells[index].glyph != " "
      // The end of a cancelled attempt stays visible.
      if isTaken, cells[index].glyph == stop { continue }
      cells[index] = Cell(glyph: canvas.glyph(isTaken ? Glyph.both : shown), ink: ink)
    }
    if bar.sign == .group {
      cells[range.lowerBound].glyph = canvas.glyph(Glyph.groupStart)
      cells[range.upperBound - 1].glyph = canvas.glyph(Glyph.groupEnd)
    }
    if let label = bar.label.map(canvas.shown), label.count < range.count || !isWork {
      for (offset, letter) in label.prefix(max(1, range.count - 1)).enumerated() {
        cells[range.lowerBound + offset] = Cell(glyph: letter, ink: ink)
      }
    }
    if let ending = bar.ending, let pair = ending.look.glyph {
      let ink = CharacterLine.Ink(tone: ending.look.tone ?? .plain, isStrong: ending != .cancelled)
      cells[range.upperBound - 1] = Cell(glyph: canvas.glyph(pair), ink: ink)
    }
  }

  private func paint(_ mark: Scene.Mark, into cells: inout [Cell]) {
    guard mark.time <= scene.span, let pair = mark.sign.look.glyph else { return }
    // A moment is drawn in the cell before it.
    let place = mark.time > 0 ? self.cells(from: mark.time - 1, to: mark.time).upperBound - 1 : 0
    if mark.sign == .stepDeadline, cells[place].glyph != " " { return }
    if mark.sign == .recovered, place > 1, cells[place - 1].glyph != " ", cells[place - 2].glyph != " " {
      // The sign of an ending stays if the bar has room for both.
      let signs = [Sign.failed, .timedOut, .fallbackDue].compactMap { $0.look.glyph.map(canvas.glyph) }
      if signs.contains(cells[place].glyph) { cells[place - 1] = cells[place] }
    }
    let tone = mark.sign.look.tone ?? (mark.outcome == .failed ? .bad : .good)
    cells[place] = Cell(glyph: canvas.glyph(pair), ink: .init(tone: tone, isStrong: mark.sign == .recovered))
  }
}
