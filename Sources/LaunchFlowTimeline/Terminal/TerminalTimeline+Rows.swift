import LaunchFlowMachine

extension TerminalTimeline {
  /// One cell of a bar.
  struct Cell {
    var glyph: Character
    var ink: Ink
  }

  /// A row: name, edge, bar, caption. What its signs mean is noted for the legend.
  func line(_ row: TimelineRow, _ used: inout Set<LegendEntry>) -> TerminalLine {
    let caption = StepCaption(row, in: chart, ascii: options.isASCII)
    var line = TerminalLine()
    let indent = String(repeating: " ", count: min(2 * row.depth, layout.nameWidth / 3))
    let name = printable(chart.name(of: row)).shortened(
      to: layout.nameWidth - indent.count, ellipsis: glyphs.ellipsis)
    line.add(indent + name, nameInk(row, caption.tone))
    line.pad(to: layout.nameWidth + 1)
    line.add(row.isCritical ? String(glyphs.criticalRow) : " ", .strong)
    if row.isCritical { used.insert(.critical) }
    add(cells(row, caption.tone, &used), to: &line)
    line.add(" ")
    line.add(self.caption(caption))
    return line
  }

  private func nameInk(_ row: TimelineRow, _ tone: StepCaption.Tone) -> Ink {
    switch row.subject {
    case .folded: .faint
    case .step, .group, .offline: row.isCritical ? .strong : tone == .skipped ? .faint : .plain
    }
  }

  private func add(_ cells: [Cell], to line: inout TerminalLine) {
    for (index, cell) in cells.enumerated() {
      addLines(before: index, to: &line)
      line.add(String(cell.glyph), cell.ink)
    }
    addLines(before: cells.count, to: &line)
  }

  private func addLines(before cell: Int, to line: inout TerminalLine) {
    // At one place the line that is further left comes first.
    for _ in 0..<2 {
      if line.width == layout.landingColumn, layout.landingCell == cell {
        line.add(String(glyphs.landing), .landing)
      } else if line.width == layout.deadlineColumn, layout.deadlineCell == cell {
        line.add(String(glyphs.deadline), .deadline)
      }
    }
  }

  private func caption(_ caption: StepCaption) -> TerminalLine {
    let room = layout.captionWidth
    guard !caption.parts.isEmpty else { return TerminalLine() }
    var sign: Character
    let ink: Ink
    switch caption.tone {
    case .open: (sign, ink) = (glyphs.running, .plain)
    case .succeeded: (sign, ink) = (glyphs.succeeded, .good)
    case .recovered: (sign, ink) = (glyphs.recovered, .recovered)
    case .failed: (sign, ink) = (glyphs.failed, .bad)
    case .skipped: (sign, ink) = (glyphs.skipped, .faint)
    case .cancelled: (sign, ink) = (glyphs.cancelled, .faint)
    }
    var line = TerminalLine("\(sign) ", ink)
    var parts = caption.parts
    // What does not fit is left out whole; only the last one left is cut.
    while parts.count > 1, parts.joined(separator: " ").displayWidth > room - 2 { parts.removeLast() }
    let text = printable(parts.joined(separator: " ")).cut(to: room - 2, ellipsis: glyphs.ellipsis)
    line.add(text, caption.tone == .skipped || caption.tone == .cancelled ? .faint : .plain)
    return line
  }
}

extension TerminalTimeline {
  private func cells(
    _ row: TimelineRow, _ tone: StepCaption.Tone, _ used: inout Set<LegendEntry>
  ) -> [Cell] {
    var cells = Array(repeating: Cell(glyph: " ", ink: .plain), count: layout.cells)
    for segment in row.segments {
      paint(segment, of: row, tone, into: &cells, &used)
    }
    for mark in row.marks { paint(mark, of: row, tone, into: &cells, &used) }
    return cells
  }

  private func paint(
    _ segment: TimelineRow.Segment, of row: TimelineRow, _ tone: StepCaption.Tone, into cells: inout [Cell],
    _ used: inout Set<LegendEntry>
  ) {
    if segment.start == segment.end, segment.kind != .work, segment.kind != .fallbackWork { return }
    let range = layout.cells(from: segment.start, to: segment.end)
    let (glyph, ink, entry) = look(segment, isCritical: row.isCritical, tone)
    used.formUnion(entry.map { [$0] } ?? [])
    // Between the rounds of a polled group the group's own ends stay.
    let corners = segment.kind == .poll ? [glyphs.groupStart, glyphs.groupEnd] : []
    for index in range where !corners.contains(cells[index].glyph) {
      cells[index] = Cell(glyph: glyph, ink: ink)
    }
    if segment.kind == .group {
      cells[range.lowerBound].glyph = glyphs.groupStart
      cells[range.upperBound - 1].glyph = glyphs.groupEnd
    }
    if let number = segment.number.map(String.init), number.count < range.count {
      for (offset, digit) in number.enumerated() {
        cells[range.lowerBound + offset] = Cell(glyph: digit, ink: ink)
      }
    }
    let last = range.upperBound - 1
    switch segment.ending {
    case .fine, .open: break
    case .failed: sign(glyphs.failed, .badStrong, .failed, at: last, &cells, &used)
    case .timedOut: sign(glyphs.timedOut, .badStrong, .timedOut, at: last, &cells, &used)
    case .cancelled: sign(glyphs.cancelled, .plain, .cancelled, at: last, &cells, &used)
    }
  }

  private func sign(
    _ glyph: Character, _ ink: Ink, _ entry: LegendEntry, at index: Int, _ cells: inout [Cell],
    _ used: inout Set<LegendEntry>
  ) {
    guard cells.indices.contains(index) else { return }
    cells[index] = Cell(glyph: glyph, ink: ink)
    used.insert(entry)
  }

  private func look(
    _ segment: TimelineRow.Segment, isCritical: Bool, _ tone: StepCaption.Tone
  ) -> (Character, Ink, LegendEntry?) {
    switch segment.kind {
    case .queued: (glyphs.queued, .faint, .queued)
    case .backoff: (glyphs.backoff, .faint, .backoff)
    case .poll: (glyphs.poll, .faint, .poll)
    case .late: (glyphs.late, .faint, .late)
    case .abandoned: (glyphs.abandoned, .bad, .abandoned)
    case .group: (glyphs.groupFill, .faint, nil)
    case .folded: (glyphs.folded, .faint, nil)
    case .offline: (glyphs.offline, .bad, nil)
    case .work:
      isCritical
        ? (glyphs.criticalWork, ink(segment, tone, isStrong: true), .critical)
        : (glyphs.work, ink(segment, tone, isStrong: false), .work)
    case .fallbackWork:
      (
        isCritical ? glyphs.criticalFallback : glyphs.fallbackWork,
        ink(segment, tone, isStrong: isCritical), .fallbackWork
      )
    }
  }

  private func ink(_ segment: TimelineRow.Segment, _ tone: StepCaption.Tone, isStrong: Bool) -> Ink {
    switch segment.ending {
    case .failed, .timedOut: isStrong ? .badStrong : .bad
    case .cancelled: .faint
    case .open: isStrong ? .workStrong : .work
    case .fine:
      switch tone {
      case .recovered: isStrong ? .recoveredStrong : .recovered
      case .open: isStrong ? .workStrong : .work
      case .succeeded, .failed, .skipped, .cancelled: isStrong ? .goodStrong : .good
      }
    }
  }

  private func paint(
    _ mark: TimelineRow.Mark, of row: TimelineRow, _ tone: StepCaption.Tone, into cells: inout [Cell],
    _ used: inout Set<LegendEntry>
  ) {
    // A moment stands in the cell that leads up to it.
    let place = layout.cells(from: mark.time, to: mark.time).lowerBound
    let end = mark.time > 0 ? layout.cells(from: mark.time - 1, to: mark.time).upperBound - 1 : place
    switch mark.kind {
    case .deadline:
      guard mark.time <= layout.span, cells[end].glyph == " " else { return }
      sign(glyphs.stepDeadline, .faint, .stepDeadline, at: end, &cells, &used)
    case .instant:
      sign(glyphs.instant, tone == .failed ? .bad : .good, .instant, at: end, &cells, &used)
    case .useFallback:
      sign(glyphs.useFallback, .recovered, .useFallback, at: end, &cells, &used)
    case .recovered:
      // What ended there keeps its sign where the bar has room for both.
      let isSigned = [glyphs.failed, glyphs.timedOut, glyphs.useFallback].contains(cells[end].glyph)
      if isSigned, end > 1, cells[end - 1].glyph != " ", cells[end - 2].glyph != " " {
        cells[end - 1] = cells[end]
      }
      sign(glyphs.recovered, .recoveredStrong, .recovered, at: end, &cells, &used)
    }
  }
}
