extension TerminalTimeline {
  /// A sign that needs words, in the legend's order.
  enum LegendEntry: Int, CaseIterable, Hashable {
    case work, critical, fallbackWork, queued, backoff, poll, failed, timedOut, cancelled,
      useFallback, recovered, instant, stepDeadline, late, abandoned
  }

  /// The signs that stand in the picture, with their meaning.
  func legend(_ used: Set<LegendEntry>) -> [TerminalLine] {
    let parts = LegendEntry.allCases.filter(used.contains).map { entry in
      let (signs, words) = explain(entry)
      return TerminalLine("\(signs) \(words)", .faint)
    }
    return TerminalLine.wrap(parts, separator: "  ", width: options.width)
  }

  private func explain(_ entry: LegendEntry) -> (signs: String, words: String) {
    switch entry {
    case .work: (twice(glyphs.work), "work")
    case .critical:
      (String([glyphs.criticalRow, glyphs.criticalWork, glyphs.criticalWork]), "the landing waited for it")
    case .fallbackWork: (twice(glyphs.fallbackWork), "fallback's request")
    case .queued: (twice(glyphs.queued), "queued")
    case .backoff: (twice(glyphs.backoff), "backoff")
    case .poll: (twice(glyphs.poll), "until the next poll")
    case .failed: (String(glyphs.failed), "failed")
    case .timedOut: (String(glyphs.timedOut), "time-out")
    case .cancelled: (String(glyphs.cancelled), "cancelled")
    case .useFallback: (String(glyphs.useFallback), "fallback due")
    case .recovered: (String(glyphs.recovered), "fallback taken")
    case .instant: (String(glyphs.instant), "at once")
    case .stepDeadline: (String(glyphs.stepDeadline), "step's deadline")
    case .late: (twice(glyphs.late), "late work")
    case .abandoned: (twice(glyphs.abandoned), "abandoned")
    }
  }

  private func twice(_ glyph: Character) -> String { String([glyph, glyph]) }
}
